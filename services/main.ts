// The program: reads the environment, starts the service, shows a person where to go, and stops it
// cleanly on Ctrl-C or SIGTERM.
import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { openService, openSimulatorOnly, replayStage } from './compose.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { allRoles } from './config/command.ts'
import { askToExplain } from './ops/explain-match.ts'
import type { ReplayableStage } from './ops/replay.ts'
import { askToRevoke } from './ops/revoke-developer.ts'
import type { Role } from './topology.ts'
import { createProgress, showAddresses, showRequests } from './welcome.ts'

const now = (): number => Date.now()
const show = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** On stderr, so that stdout is for people. */
function createLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel }, pino.destination({ dest: 2, sync: true }))
}

/** One Ctrl-C arrives twice under npm: from the terminal, and handed on by npm. */
const sameSignalMs = 1_000

/** A signal waits so long for what is just being opened. */
const openingWithinMs = 3_000

/** Runs `stop` on the first signal; another one later ends the process at once. */
function onSignals(stop: () => Promise<void>): void {
  let firstAtMs: number | null = null
  const onSignal = (): void => {
    if (firstAtMs !== null) {
      if (now() - firstAtMs > sameSignalMs) process.exit(130)
      return
    }
    firstAtMs = now()
    show('Stopping.')
    stop().then(
      () => process.exit(),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

async function runSimulator(config: Config): Promise<void> {
  const simulator = await openSimulatorOnly(config, now)
  onSignals(() => simulator.stop())
  show(
    `Simulator of both platforms: ${simulator.url}/gamma /clob /data /trade-api/v2. Ctrl-C stops it.`,
  )
}

async function runReplay(config: Config, stage: ReplayableStage): Promise<void> {
  const { records, emptiedTables } = await replayStage(stage, {
    config,
    logger: createLogger(config),
    now,
  })
  if (emptiedTables.length > 0) show(`Emptied: ${emptiedTables.join(', ')}.`)
  show(`The ${stage} will do its ${records} records again at the next start.`)
}

function adminUrlOf({ adminPort }: Config): string {
  return `http://127.0.0.1:${adminPort}`
}

async function runRevoke(config: Config, email: string, reason: string): Promise<void> {
  const id = await askToRevoke(adminUrlOf(config), { email, reason })
  show(`The account ${id} is revoked, with its keys and tokens.`)
}

async function runExplain(config: Config, ids: readonly [string, string]): Promise<void> {
  for (const line of await askToExplain(adminUrlOf(config), ids)) show(line)
}

async function runService(config: Config, roles: ReadonlySet<Role>): Promise<void> {
  const isWhole = allRoles.every((role) => roles.has(role))
  const what = isWhole ? 'all in one process' : [...roles].join(', ')
  const where = isWhole && config.log.kind === 'lmdb' ? `, keeps its data in ${config.dataDir}` : ''
  show(`oddslog ${manifest.version}, ${what}${where}.`)
  show('Ctrl-C stops it; starting it again goes on where it was.')
  const platforms = [config.platformA ? 'platform_a' : '', config.platformB ? 'platform_b' : '']
  const progress = createProgress(show, now, platforms.filter(Boolean))
  const opening = openService({
    config,
    roles,
    version: manifest.version,
    logger: createLogger(config),
    now,
    onBackfill: (counts) => progress.onBackfill(counts),
    onFatal: (error) => {
      process.stderr.write(`A part has failed for good, stopping: ${error.message}\n`)
      const exit = (): never => process.exit(1)
      opening.then((service) => service.stop()).then(exit, exit)
    },
  })
  onSignals(async () => {
    // What is not open by then waits for a server. Nothing is lost: it may be killed at any moment.
    const opened = await Promise.race([opening, sleep(openingWithinMs, null)])
    await opened?.stop()
  })
  const service = await opening
  showAddresses(show, service)
  // who runs a part knows the rest
  if (isWhole) await progress.done
  await showRequests(show, service, now)
}

function isPortTaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') return true
  return false
}

try {
  const config = parseConfig(process.env, process.argv.slice(2))
  const { command } = config
  if (command.name === 'run') await runService(config, command.roles)
  else if (command.name === 'simulator') await runSimulator(config)
  else if (command.name === 'replay') await runReplay(config, command.stage)
  else if (command.name === 'revoke-developer')
    await runRevoke(config, command.email, command.reason)
  else await runExplain(config, command.ids)
} catch (error) {
  const lines =
    error instanceof ConfigError
      ? [...error.problems]
      : [error instanceof Error ? error.message : String(error)]
  if (isPortTaken(error)) lines.push('PORT, ADMIN_PORT and SIMULATOR_PORT choose others')
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}
