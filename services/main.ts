// Entry point of the program: parses environment and arguments, runs the command, prints addresses and
// example requests, and stops the service cleanly on Ctrl-C or SIGTERM.
import { totalmem, userInfo } from 'node:os'
import pino, { type Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { openService } from './compose.ts'
import { openRepairingService } from './compose/keep-open.ts'
import { createServiceLifecycle } from './compose/lifecycle.ts'
import { openRoleProcesses } from './compose/processes/role-processes.ts'
import { openSimulatorOnly } from './compose/upstream.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { allRoles, usage } from './config/command.ts'
import { describeMissingMemory } from './config/memory-needs.ts'
import type { OpsCommand } from './config/ops-command.ts'
import { handleLostRejections } from './lib/log/lmdb/lost-rejections.ts'
import { killSelf } from './lib/run/running-process.ts'
import { stopLimitsMs, stopOnSignals, stopWithin } from './lib/run/stop-process.ts'
import { CommandFailure, exitCodes } from './ops/command-failure.ts'
import { askToExplain } from './ops/explain-match.ts'
import type { ReplayableStage } from './ops/replay.ts'
import { askToRevoke } from './ops/revoke-developer.ts'
import { platforms } from './platforms/modules.ts'
import type { Role, Topic } from './topology.ts'
import { createBackfillReporter, showAddresses, showExampleRequests } from './welcome.ts'

const now = (): number => Date.now()
const show = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Logs go to stderr; stdout is for the messages to the person at the terminal. */
function createLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel }, pino.destination({ dest: 2, sync: true }))
}

/** The memory of the machine, or of the container if that is less. */
const readMemoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

const showStopping = (): void => show('Stopping.')

/**
 * Time from Ctrl-C until the process of an `ops` command is killed, if some of its work does not react to the
 * signal.
 */
const interruptedOpsMs = 1_000

/** Runs an `ops` command. Ctrl-C ends the command without an error. */
async function runOps(config: Config, command: OpsCommand): Promise<void> {
  // the program that reads the output, such as `head`, may close the pipe before all output is written
  process.stdout.on('error', () => process.exit(0))
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      interrupted.abort()
      // Ends the process even if some work does not observe the signal, such as a search through a
      // large topic, or LMDB while it copies the log.
      setTimeout(killSelf, interruptedOpsMs).unref()
    })
  const progress = createProgressLine()
  const { runOpsCommand } = await import('./compose/ops-commands.ts')
  await runOpsCommand(command, {
    config,
    logger: createLogger(config),
    now,
    show(line) {
      progress.clear()
      show(line)
    },
    showProgress: (text) => progress.show(text),
    clearScreen,
    version: manifest.version,
    pid: process.pid,
    user: readUserName(),
    signal: interrupted.signal,
  }).finally(() => progress.clear())
}

/**
 * Creates a line on stderr in which each text replaces the one before. It shows nothing if stderr is not a
 * terminal.
 */
function createProgressLine() {
  const clearLine = '\r\u001B[K'
  let isShown = false
  return {
    show(text: string): void {
      if (!process.stderr.isTTY) return
      process.stderr.write(clearLine + text)
      isShown = true
    },
    clear(): void {
      if (isShown) process.stderr.write(clearLine)
      isShown = false
    },
  }
}

/** Does nothing if stdout is not a terminal. Successive outputs then follow one another. */
function clearScreen(): void {
  if (process.stdout.isTTY) process.stdout.write('\u001B[H\u001B[2J')
}

function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    // a container may run with a user id that has no name
    return `user ${process.getuid?.()}`
  }
}

function showUsage(): void {
  show(`oddslog ${manifest.version}. Arguments:`)
  for (const line of usage) show(`  ${line}`)
}

async function runSimulator(config: Config): Promise<void> {
  const simulator = await openSimulatorOnly(config, now)
  stopOnSignals(process, () => simulator.stop(), showStopping)
  const endpoints = platforms.flatMap((platform) => Object.values(platform.endpoints))
  const paths = endpoints.map(({ simulatorPath }) => simulatorPath).join(' ')
  show(`Simulator of the platforms: ${simulator.url}${paths}. Ctrl-C stops it.`)
}

async function runReplay(config: Config, stage: ReplayableStage): Promise<void> {
  const { replayStage } = await import('./compose/commands.ts')
  const { records, truncatedTables } = await replayStage(stage, {
    config,
    logger: createLogger(config),
    now,
  })
  if (truncatedTables.length > 0) show(`Truncated tables: ${truncatedTables.join(', ')}.`)
  show(`The ${stage} will process ${records} records again after the next start.`)
}

async function runForgetCommand(config: Config, topic: Topic): Promise<void> {
  const { skipUnreadRecordsOfTopic } = await import('./compose/commands.ts')
  const skipped = await skipUnreadRecordsOfTopic(topic, {
    config,
    logger: createLogger(config),
    now,
  })
  for (const { stage, partition, from, until } of skipped)
    show(
      `The ${stage} skips ${until - from} records of ${topic}/${partition}, from offset ${from} on.`,
    )
  if (skipped.length === 0) show(`Every expired record of ${topic} has been read.`)
}

function adminUrlOf({ adminPort }: Config): string {
  return `http://127.0.0.1:${adminPort}`
}

async function runRevokeDeveloper(config: Config, email: string, reason: string): Promise<void> {
  const id = await askToRevoke(adminUrlOf(config), { email, reason })
  show(`The account ${id} is revoked, with its keys and tokens.`)
}

async function runExplainMatch(config: Config, ids: readonly [string, string]): Promise<void> {
  for (const line of await askToExplain(adminUrlOf(config), ids)) show(line)
}

async function runService(config: Config, roles: ReadonlySet<Role>): Promise<void> {
  const hasAllRoles = allRoles.every((role) => roles.has(role))
  const hasOneProcess = config.processes === 'one'
  const what = hasAllRoles ? 'all roles' : [...roles].join(', ')
  const how = hasOneProcess ? 'in one process' : 'in several processes'
  const where =
    hasAllRoles && config.log.kind === 'lmdb' ? `, keeps its data in ${config.dataDir}` : ''
  show(`oddslog ${manifest.version}, ${what} ${how}${where}.`)
  show('Ctrl-C stops it; the next start continues where it stopped.')
  const progress = createBackfillReporter(show, now, Object.keys(config.platforms))
  const logger = createLogger(config)
  for (const warning of config.warnings) logger.warn(warning)
  const memoryWarning = hasAllRoles ? describeMissingMemory(config, readMemoryBytes()) : null
  if (memoryWarning !== null) logger.warn(memoryWarning)
  handleLostRejections(process, logger)
  const kept = openRepairingService({
    open: hasOneProcess ? openService : openRoleProcesses,
    createLifecycle: () => createServiceLifecycle(logger),
    config,
    roles,
    version: manifest.version,
    logger,
    now,
    onReopened: (addresses) => showAddresses(show, addresses),
    onBackfill: (counts) => progress.onBackfill(counts),
    onFatal: (error) => {
      process.stderr.write(`A part has stopped permanently; the process exits: ${error.message}\n`)
      const exit = (): never => process.exit(1)
      stop().then(exit, exit)
    },
  })
  const stop = (): Promise<void> => stopWithin(stopLimitsMs.service, kept, logger)
  stopOnSignals(process, stop, showStopping)
  const service = await kept.opened.catch((error: unknown) => {
    // A signal has interrupted the start. Its handler exits when all parts are closed.
    if (kept.isStopping()) return null
    throw error
  })
  if (!service) return
  showAddresses(show, service)
  // waits only if all roles run here: otherwise another process may do the backfill
  if (hasAllRoles) await progress.done
  await showExampleRequests(show, service, now)
}

/**
 * `port` null: serves one client on stdin and stdout. Nothing but messages of the protocol may then be written to
 * stdout, and the client ends the process by closing stdin.
 */
async function runMcp(config: Config, port: number | null): Promise<void> {
  const logger = createLogger(config)
  const { apiUrl, apiKey } = config.mcp
  const options = { apiUrl, version: manifest.version, logger }
  if (port === null) {
    // if the client ends without closing stdin, writing to stdout fails
    process.stdout.on('error', () => process.exit(0))
    const { serveStdio } = await import('./mcp/stdio.ts')
    await serveStdio({ ...options, apiKey: apiKey ?? '', keySource: 'variable' })
    return
  }
  const { openMcpHttp } = await import('./mcp/http.ts')
  const server = await openMcpHttp({ ...options, host: config.host, port })
  stopOnSignals(process, () => server.close(), showStopping)
  show(`MCP server: ${server.url}, for the service at ${apiUrl}. Ctrl-C stops it.`)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailure) return error.exitCode
  const isInvalid = error instanceof ConfigError && process.argv[2] === 'ops'
  return isInvalid ? exitCodes.invalid : exitCodes.failed
}

// Only the user of this process may access the files and directories that it and the child process of its store
// create.
process.umask(0o077)
try {
  const config = parseConfig(process.env, process.argv.slice(2))
  const { command } = config
  if (command.name === 'run') await runService(config, command.roles)
  else if (command.name === 'ops') await runOps(config, command.ops)
  else if (command.name === 'help') showUsage()
  else if (command.name === 'mcp') await runMcp(config, command.port)
  else if (command.name === 'simulator') await runSimulator(config)
  else if (command.name === 'replay') await runReplay(config, command.stage)
  else if (command.name === 'forget') await runForgetCommand(config, command.topic)
  else if (command.name === 'revoke-developer')
    await runRevokeDeveloper(config, command.email, command.reason)
  else await runExplainMatch(config, command.ids)
} catch (error) {
  const lines =
    error instanceof ConfigError
      ? [...error.problems]
      : [error instanceof Error ? error.message : String(error)]
  if (lines.some((line) => line.includes('EADDRINUSE')))
    lines.push('set PORT, ADMIN_PORT or SIMULATOR_PORT to use other ports')
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(exitCodeOf(error))
}
