// Brings the servers that tests run without Docker (Kafka and a schema registry: pom.xml) into the
// cache folder of the project, by Maven, once. As a program it does just that; tests call it too.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface InstalledServers {
  /** Every jar of the broker, as `java -cp` takes it. */
  readonly kafkaClassPath: string
  readonly registryJar: string
}

/** What this machine lacks for installing or running the servers; to be told, not thrown. */
export class ServersMissing extends Error {}

const pom = fileURLToPath(new URL('pom.xml', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/servers', import.meta.url))
const leastJava = 17
const attempts = 3
const attemptMs = 300_000
/** Of an answer that does not come; Maven alone waits 30 minutes. */
const silenceMs = 60_000

let installation: Promise<InstalledServers> | undefined

/**
 * What is installed, after installing it if it is not. Two processes at once do no harm: each fills a
 * folder of its own, the first to be done gives it its name, which is the hash of the pom.
 */
export function installServers(): Promise<InstalledServers> {
  return (installation ??= findOrInstall())
}

async function findOrInstall(): Promise<InstalledServers> {
  if ((await javaMajor()) < leastJava) throw new ServersMissing(`no Java ${leastJava} or newer`)
  const wanted = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 16)
  const folder = join(cache, wanted)
  if (!existsSync(folder)) await install(folder)
  return await readInstalled(folder)
}

async function install(folder: string): Promise<void> {
  if (spawnSync('mvn', ['-version']).status !== 0) throw new ServersMissing('no Maven (mvn)')
  process.stderr.write('installing Kafka and a schema registry for tests, once (200 MB)\n')
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  try {
    await runMaven(unfinished)
    await readInstalled(unfinished)
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // else another process was quicker
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** A download that timed out is asked for again; what came before it is kept by Maven. */
async function runMaven(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { succeeded, output } = await runMavenOnce(folder)
    if (succeeded) return
    const isTransient = /timed out|Could not transfer|took longer/.test(output)
    if (!isTransient || attempt === attempts)
      throw new ServersMissing(`Maven could not install the servers:\n${output}`)
    await sleep(2_000)
  }
}

function runMavenOnce(folder: string): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve) => {
    const limits = [`-Dmaven.wagon.rto=${silenceMs}`, '-Dmaven.wagon.http.retryHandler.count=3']
    const maven = spawn(
      'mvn',
      ['-q', '-B', '-f', pom, `-Dservers.dir=${folder}`, ...limits, 'process-resources'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    const deadline = setTimeout(() => {
      output += `it took longer than ${attemptMs / 1_000} s\n`
      maven.kill('SIGKILL')
    }, attemptMs)
    maven.stdout.on('data', (text) => (output += String(text)))
    maven.stderr.on('data', (text) => (output += String(text)))
    maven.on('error', (error) => (output += error.message))
    maven.on('close', (code) => {
      clearTimeout(deadline)
      resolve({ succeeded: code === 0, output })
    })
  })
}

/** Looks whether both are really there: Maven has been seen to succeed and leave a folder empty. */
async function readInstalled(folder: string): Promise<InstalledServers> {
  const kafka = join(folder, 'kafka')
  const registry = join(folder, 'registry')
  const registryJar = (await readdir(registry)).find((name) => name.endsWith('-runner.jar'))
  const hasBroker = (await readdir(kafka)).some((name) => name.startsWith('kafka_'))
  if (!hasBroker || registryJar === undefined)
    throw new Error(`${folder} is not whole; delete it to have it installed again`)
  return { kafkaClassPath: join(kafka, '*'), registryJar: join(registry, registryJar) }
}

/** 0 where there is none; on some systems a `java` that only says so is on the PATH. */
async function javaMajor(): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version'])
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  } catch {
    return 0
  }
}

// no await here: jest loads this with `require`
if (process.argv[1] === fileURLToPath(import.meta.url))
  installServers().catch((error: unknown) => {
    if (!(error instanceof ServersMissing)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
