// Installs the servers for tests without Docker (Kafka and a schema registry, see pom.xml) into
// .cache/servers with Maven. Run as a program or called by tests; does nothing when they are installed
// already.
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installAtomically, outputOfFailure, runMaven } from '../install.ts'

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

let installation: Promise<InstalledServers> | undefined

/**
 * Installs the servers if necessary and returns their paths. Several processes may call it at the same time. The name
 * of the folder is the hash of pom.xml.
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
  try {
    await installAtomically(folder, async (unfinished) => {
      await runMaven(pom, [`-Dservers.dir=${unfinished}`, 'process-resources'])
      await readInstalledPaths(unfinished)
    })
  } catch (error) {
    throw new ServersMissing(`Maven could not install the servers:\n${outputOfFailure(error)}`, {
      cause: error,
    })
  }
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
