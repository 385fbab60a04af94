// Runs the operator commands `ops`. They read the log themselves, whether the service runs or not. Only
// the running service can read the tables, freeze the store and change the log, so the commands ask it for that.
// `restore` writes a new log and a new store.
import type { OpsCommand } from '../config/ops-command.ts'
import { readMetrics, readReadiness } from '../ops/ask-admin.ts'
import { readDiskSpace } from '../lib/run/disk-space.ts'
import { sleepOnTimer } from '../lib/run/wait.ts'
import { askToResolve } from '../ops/dead-letters/admin.ts'
import { runDeadLetters } from '../ops/dead-letters/commands.ts'
import { printDiskUsage } from '../ops/disk/disk.ts'
import { askForRows } from '../ops/fact-rows.ts'
import { askForRebuild } from '../ops/rebuild/admin.ts'
import { rebuild } from '../ops/rebuild/commands.ts'
import { normalize } from '../normalizer/normalizer.ts'
import { askToReplay } from '../ops/replay-range/admin.ts'
import { replayRange } from '../ops/replay-range/replay-range.ts'
import { printStatus } from '../ops/status/status.ts'
import { askForTableSizes } from '../ops/status/tables.ts'
import { printTopicRecords } from '../ops/tail.ts'
import { traceTradeOrMarket } from '../ops/trace.ts'
import { askForHashes } from '../ops/verify/admin.ts'
import { verify } from '../ops/verify/commands.ts'
import type { AskForHashes } from '../ops/verify/table-hashes.ts'
import { runBackup, runRestore, type BackupCommandOptions } from './backup-commands.ts'
import { openReadOnlyLog, type ReadOnlyLog } from './read-only-log.ts'

interface OpsOptions extends BackupCommandOptions {
  /** Clears the output that was shown before from the screen. */
  readonly clearScreen: () => void
  /** The user who runs the command. */
  readonly user: string
}

/** Resolves when the command is done, or when `signal` aborts. */
export async function runOpsCommand(command: OpsCommand, options: OpsOptions): Promise<void> {
  const { show } = options
  const { topicPrefix, adminPort } = options.config
  const adminUrl = `http://127.0.0.1:${adminPort}`
  if (command.name === 'help') return command.lines.forEach(show)
  if (command.name === 'verify') {
    const askAt =
      (url: string): AskForHashes =>
      (request) =>
        askForHashes(url, request)
    return verify(command.request, { ...options, ask: askAt(adminUrl), askAt })
  }
  if (command.name === 'rebuild')
    return rebuild(command.request, {
      ...options,
      ask: (action) => askForRebuild(adminUrl, action),
      sleep: (ms) => sleepOnTimer(ms, options.signal),
    })
  if (command.name === 'status')
    return printStatus(command.request, {
      ...options,
      adminUrl,
      topicPrefix,
      openLog: () => openReadOnlyLog(options),
      readMetrics: () => readMetrics(adminUrl),
      readReadiness: () => readReadiness(adminUrl),
      askForTableSizes: () => askForTableSizes(adminUrl),
    })
  if (command.name === 'backup') return runBackup(command.request, options)
  if (command.name === 'restore') return runRestore(command.request, options)
  await withReadOnlyLog(options, async (parts) => {
    const common = { ...options, ...parts, topicPrefix }
    if (command.name === 'disk')
      await printDiskUsage(command.request, {
        ...common,
        readMetrics: () => readMetrics(adminUrl),
        askForTableSizes: () => askForTableSizes(adminUrl),
        readDiskSpace: () => readDiskSpace(options.config.dataDir),
      })
    else if (command.name === 'tail') await printTopicRecords(command.request, common)
    else if (command.name === 'trace') {
      const lines = await traceTradeOrMarket(command.request, {
        ...common,
        askForRows: (request) => askForRows(adminUrl, request),
      })
      lines.forEach(show)
    } else if (command.name === 'replay') {
      const ask = (request: Parameters<typeof askToReplay>[1]) => askToReplay(adminUrl, request)
      await replayRange(command.request, { ...common, normalize, ask })
    } else {
      const ask = (request: Parameters<typeof askToResolve>[1]) => askToResolve(adminUrl, request)
      await runDeadLetters(command.request, { ...common, ask })
    }
  })
}

async function withReadOnlyLog(
  options: OpsOptions,
  run: (parts: ReadOnlyLog) => Promise<void>,
): Promise<void> {
  const parts = await openReadOnlyLog(options)
  try {
    await run(parts)
  } finally {
    await parts.log.close()
  }
}
