// Runs a command with a Docker engine, `docker compose` and the images of docker-compose.yml available:
//   node --import tsx tools/containers/with-docker.ts <command> [argument...]
// Uses what the machine has, and starts or builds what is missing for the duration of the command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { findComposePlugin } from './compose-plugin.ts'
import { DockerMissing, openDockerEngine } from './engine.ts'
import { prepareImages } from './images.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cacheFolder = join(root, '.cache', 'containers')
const print = (line: string): void => void process.stderr.write(`${line}\n`)

/** Rejects when this process receives SIGTERM. */
const terminated = new Promise<never>((_resolve, reject) => {
  process.once('SIGTERM', () => reject(new Error('ended by SIGTERM')))
})
// prevents an unhandled rejection: `terminated` is awaited only while there is something to stop
terminated.catch(() => undefined)
// SIGINT is ignored here: the terminal also sends it to the command, and the engine is stopped when the command has
// ended
process.on('SIGINT', () => undefined)

/** Runs the command and resolves with its exit code. */
async function runWithDocker(command: readonly string[]): Promise<number> {
  const plugin = await findComposePlugin(cacheFolder)
  const engine = await openDockerEngine(cacheFolder)
  try {
    if (engine.isOwnEngine) print('No Docker engine answered; one was started for this run.')
    const docker = { ...plugin, ...engine.variables }
    const started = performance.now()
    const images = await Promise.race([prepareImages(root, docker, cacheFolder), terminated])
    if (images.whyStandIns !== null) {
      print(`Images cannot be pulled (${images.whyStandIns.split('\n').at(-1)}).`)
      print('Images made from packages stand in for them: tools/containers/stand-ins/Dockerfile.')
      print('chDB stands in for the ClickHouse server.')
    }
    print(`Images ready after ${Math.round((performance.now() - started) / 1_000)} s.`)
    return await runCommand(command, { ...docker, ...images.variables })
  } finally {
    await engine.stop()
  }
}

async function runCommand(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(program, args, { env: { ...process.env, ...variables }, stdio: 'inherit' })
  terminated.catch(() => child.kill('SIGTERM'))
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

try {
  process.exitCode = await runWithDocker(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof DockerMissing)) throw error
  print(error.message)
  process.exitCode = 69 // EX_UNAVAILABLE
}
