// Installs the servers for tests without Docker (Kafka and a schema registry, see pom.xml) into
// .cache/servers with Maven. Run as a program or called by tests; does nothing when they are installed
// already.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { retry } from '../../services/lib/run/retry.ts'

export interface InstalledServers {
  /** Class path with all jars of the broker, for `java -cp`. */
  readonly kafkaClassPath: string
  readonly registryJar: string
}

/** Thrown if this machine cannot install or run the servers. Callers report the message instead of failing. */
export class ServersMissing extends Error {}

const pom = fileURLToPath(new URL('pom.xml', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/servers', import.meta.url))
const minJavaVersion = 17
const downloadRetryPolicy = { firstMs: 2_000, maxMs: 2_000, attempts: 3 }
const attemptTimeoutMs = 300_000
/** Read timeout of downloads; Maven's default is 30 minutes. */
const readTimeoutMs = 60_000

let installation: Promise<InstalledServers> | undefined

/**
 * Installs the servers if necessary and returns their paths. Several processes may call it at the same
 * time: each fills a temporary folder, and the first to finish renames its folder to the hash of pom.xml.
 */
export function installServers(): Promise<InstalledServers> {
  return (installation ??= findOrInstall())
}

async function findOrInstall(): Promise<InstalledServers> {
  if ((await readJavaVersion()) < minJavaVersion)
    throw new ServersMissing(`no Java ${minJavaVersion} or newer`)
  const pomHash = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 16)
  const folder = join(cache, pomHash)
  if (!existsSync(folder)) await install(folder)
  return await readInstalledPaths(folder)
}

async function install(folder: string): Promise<void> {
  if (spawnSync('mvn', ['-version']).status !== 0) throw new ServersMissing('no Maven (mvn)')
  process.stderr.write('installing Kafka and a schema registry for tests, only once (200 MB)\n')
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    await runMaven(unfinished)
    await readInstalledPaths(unfinished)
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // if the folder exists, another process has finished first
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Retries after a timeout; Maven keeps completed downloads. */
function runMaven(folder: string): Promise<void> {
  return retry(() => runMavenOnce(folder), {
    ...downloadRetryPolicy,
    isRetriable: (error) => /timed out|Could not transfer|took longer/.test(String(error)),
  })
}

function runMavenOnce(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const limits = [`-Dmaven.wagon.rto=${readTimeoutMs}`, '-Dmaven.wagon.http.retryHandler.count=3']
    const maven = spawn(
      'mvn',
      ['-q', '-B', '-f', pom, `-Dservers.dir=${folder}`, ...limits, 'process-resources'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    const deadline = setTimeout(() => {
      output += `it took longer than ${attemptTimeoutMs / 1_000} s\n`
      maven.kill('SIGKILL')
    }, attemptTimeoutMs)
    maven.stdout.on('data', (text) => (output += String(text)))
    maven.stderr.on('data', (text) => (output += String(text)))
    maven.on('error', (error) => (output += error.message))
    maven.on('close', (code) => {
      clearTimeout(deadline)
      if (code === 0) resolve()
      else reject(new ServersMissing(`Maven could not install the servers:\n${output}`))
    })
  })
}

/**
 * Returns the installed paths. Throws if a server is missing: Maven sometimes reports success and leaves a
 * folder empty.
 */
async function readInstalledPaths(folder: string): Promise<InstalledServers> {
  const kafka = join(folder, 'kafka')
  const registry = join(folder, 'registry')
  const registryJar = (await readdir(registry)).find((name) => name.endsWith('-runner.jar'))
  const hasBroker = (await readdir(kafka)).some((name) => name.startsWith('kafka_'))
  if (!hasBroker || registryJar === undefined)
    throw new Error(`${folder} is incomplete; delete it to install the servers again`)
  return { kafkaClassPath: join(kafka, '*'), registryJar: join(registry, registryJar) }
}

/**
 * Returns the major version of Java; 0 if Java is not installed. On some systems the PATH has a `java` that only says
 * that Java is not installed.
 */
async function readJavaVersion(): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version'])
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  } catch {
    return 0
  }
}

// no top-level await, because jest loads this file with `require`
if (process.argv[1] === fileURLToPath(import.meta.url))
  installServers().catch((error: unknown) => {
    if (!(error instanceof ServersMissing)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
