// Provides `docker compose` on Debian machines whose Docker lacks it: downloads Debian's packages of the
// plugins and unpacks them into the cache folder. The packages are always those of the release `suite`,
// because older releases have only version 1 of docker-compose.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DockerMissing } from './engine.ts'
import { runOrThrow, retryDownloads, programSucceeds } from './run-command.ts'

/** The first Debian release whose docker-compose is version 2. */
const suite = 'trixie'
const packages = ['docker-compose', 'docker-buildx']

/**
 * Returns the environment variables with which `docker` finds its plugin `compose`; empty if the plugin is installed.
 */
export async function findComposePlugin(
  cacheFolder: string,
): Promise<Readonly<Record<string, string>>> {
  if (await programSucceeds('docker', ['compose', 'version'], {})) return {}
  if (!existsSync('/etc/debian_version'))
    throw new DockerMissing('`docker compose` is missing: install the Compose plugin of Docker')
  const config = join(cacheFolder, 'docker-cli')
  const pluginsFolder = join(config, 'cli-plugins')
  if (!existsSync(join(pluginsFolder, 'docker-compose')))
    await retryDownloads(() => unpackPlugins(pluginsFolder, cacheFolder))
  return { DOCKER_CONFIG: config }
}

async function unpackPlugins(pluginsFolder: string, cacheFolder: string): Promise<void> {
  const folder = join(cacheFolder, 'packages')
  await rm(folder, { recursive: true, force: true })
  for (const name of ['lists/partial', 'archives/partial'])
    await mkdir(join(folder, name), { recursive: true })
  const sources = join(folder, 'sources.list')
  await writeFile(sources, `deb ${await readMirrorUrl()} ${suite} main\n`)
  const options = Object.entries({
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache::archives': join(folder, 'archives'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await runOrThrow('apt-get', [...options, 'update', '-q'], {})
  await runOrThrow('apt-get', [...options, 'download', ...packages], {}, folder)
  for (const name of await readdir(folder))
    if (name.endsWith('.deb'))
      await runOrThrow('dpkg-deb', ['-x', join(folder, name), join(folder, 'unpacked')], {})
  await cp(join(folder, 'unpacked/usr/libexec/docker/cli-plugins'), pluginsFolder, {
    recursive: true,
  })
  await rm(folder, { recursive: true, force: true })
}

/** Returns the URL of the Debian mirror that this machine uses. */
async function readMirrorUrl(): Promise<string> {
  const places = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']
  for (const place of places) {
    const text = await readFile(place, 'utf8').catch(() => '')
    const url = /^(?:URIs:|deb)\s+(?:\[[^\]]*\]\s+)?(https?:\/\/\S+)/m.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new DockerMissing('no mirror of Debian in /etc/apt: install the Compose plugin of Docker')
}
