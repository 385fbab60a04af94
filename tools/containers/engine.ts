// Finds the Docker engine for one run of with-docker.ts: an engine that responds or, if none does, a dockerd
// that is started for the run. Starting a dockerd needs root and the programs of Debian's package docker.io.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOrThrow, programSucceeds } from './run-command.ts'

export interface DockerEngine {
  /** Environment variables with which the program `docker` connects to the engine. */
  readonly variables: Readonly<Record<string, string>>
  readonly isOwnEngine: boolean
  /**
   * If the run started the engine, removes all its containers and stops it. The images stay in the cache
   * folder.
   */
  stop(): Promise<void>
}

/** An error whose message says in one line what the machine lacks. */
export class DockerMissing extends Error {}

const answersWithinMs = 60_000

export async function openDockerEngine(cacheFolder: string): Promise<DockerEngine> {
  if (await programSucceeds('docker', ['version'], {}))
    return { variables: {}, isOwnEngine: false, stop: async () => undefined }
  if (process.getuid?.() !== 0)
    throw new DockerMissing('no Docker engine answers, and only root can start one')
  if (!existsSync('/usr/sbin/dockerd'))
    throw new DockerMissing(
      'no Docker engine answers: start one, or install docker.io and iptables (Debian) to have one started here',
    )
  return startDockerd(cacheFolder)
}

async function startDockerd(cacheFolder: string): Promise<DockerEngine> {
  // a short path, because the path of a Unix socket has a maximum length
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-docker-'))
  await mkdir(cacheFolder, { recursive: true })
  const socket = `unix://${folder}/docker.sock`
  const logPath = join(folder, 'dockerd.log')
  const dockerd = spawn(
    '/usr/sbin/dockerd',
    ['--host', socket, '--data-root', join(cacheFolder, 'docker')].concat(
      ['--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid')],
      ['--log-level', 'warn'],
    ),
    // dockerd gets its own process group, so that Ctrl-C reaches only this process, which first removes the containers
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  dockerd.stderr.pipe(createWriteStream(logPath))
  // without this host, testcontainers would use the gateway of the bridge if it believes that it runs in a container
  const variables = { DOCKER_HOST: socket, TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' }
  try {
    await waitUntilAnswers(dockerd, variables)
    // removes the containers that a killed run has left: dockerd has started them again
    await removeContainers(variables)
  } catch (error) {
    await stopDockerd(dockerd)
    const output = await readFile(logPath, 'utf8').catch(() => '')
    throw new DockerMissing(`dockerd did not start: ${String(error)}\n${output}`)
  }
  return {
    variables,
    isOwnEngine: true,
    async stop() {
      try {
        await removeContainers(variables)
      } finally {
        await stopDockerd(dockerd)
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Removes all containers, volumes and networks. */
async function removeContainers(variables: Readonly<Record<string, string>>): Promise<void> {
  const remove = async (
    list: readonly string[],
    removeArguments: readonly string[],
  ): Promise<void> => {
    const ids = (await runOrThrow('docker', [...list, '--quiet'], variables)).split('\n')
    const all = ids.filter((id) => id !== '')
    if (all.length > 0)
      await runOrThrow('docker', [...removeArguments, '--force', ...all], variables)
  }
  await remove(['ps', '--all'], ['rm'])
  await remove(['volume', 'ls'], ['volume', 'rm'])
  await runOrThrow('docker', ['network', 'prune', '--force'], variables)
}

async function waitUntilAnswers(
  dockerd: ChildProcess,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const started = performance.now()
  while (!(await programSucceeds('docker', ['version'], variables))) {
    if (dockerd.exitCode !== null) throw new Error(`it ended with code ${dockerd.exitCode}`)
    if (performance.now() - started > answersWithinMs)
      throw new Error(`no answer within ${answersWithinMs / 1_000} s`)
    await sleep(200)
  }
}

/** Stops dockerd, which first stops its containers and gives them ten seconds to end. */
async function stopDockerd(dockerd: ChildProcess): Promise<void> {
  if (dockerd.exitCode !== null) return
  const ended = once(dockerd, 'exit')
  dockerd.kill('SIGTERM')
  await ended
}
