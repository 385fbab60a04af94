// Runs the operator commands `ops`. They read the log themselves, whether the service runs or not. Only
// the running service can read the tables, freeze the store and change the log, so the commands ask it for that.
// `restore` writes a new log and a new store.
import type { OpsCommand } from '../config/ops-command.ts'
import { readMetrics, readReadiness } from '../ops/ask-admin.ts'
import { readDiskSpace } from '../lib/run/disk-space.ts'
import { sleepOnTimer } from '../lib/run/wait.ts'
import { askToResolve } from '../ops/dead-letters/admin.ts'
import { runDeadLetters } from '../ops/dead-letters/commands.ts'
import { disk } from '../ops/disk/disk.ts'
import { askForRows } from '../ops/fact-rows.ts'
import { askForRebuild } from '../ops/rebuild/admin.ts'
import { rebuild } from '../ops/rebuild/commands.ts'
import { normalize } from '../normalizer/normalizer.ts'
import { askToReplay } from '../ops/replay-range/admin.ts'
import { replayRange } from '../ops/replay-range/replay-range.ts'
import { status } from '../ops/status/status.ts'
import { askForTableSizes } from '../ops/status/tables.ts'
import { tail } from '../ops/tail.ts'
import { trace } from '../ops/trace.ts'
import { askForHashes } from '../ops/verify/admin.ts'
import { verify } from '../ops/verify/commands.ts'
import type { Ask } from '../ops/verify/table-hashes.ts'
import { runBackup, runRestore, type BackupCommandOptions } from './backup-commands.ts'
import { openReadOnlyLog, type ReadOnlyLog } from './read-only-log.ts'

interface OpsOptions extends BackupCommandOptions {
  /** Clears the output that was shown before from the screen. */
  readonly clearScreen: () => void
  /** The user who runs the command. */
  readonly user: string
}

/** Resolves when the command is done, or when `signal` aborts. */
export async function runOpsCommand(ops: OpsCommand, options: OpsOptions): Promise<void> {
  const { show } = options
  const { topicPrefix, adminPort } = options.config
  const adminUrl = `http://127.0.0.1:${adminPort}`
  if (ops.name === 'help') return ops.lines.forEach(show)
  if (ops.name === 'verify') {
    const askAt =
      (url: string): Ask =>
      (question) =>
        askForHashes(url, question)
    return verify(ops.request, { ...options, ask: askAt(adminUrl), askAt })
  }
  if (ops.name === 'rebuild')
    return rebuild(ops.request, {
      ...options,
      ask: (action) => askForRebuild(adminUrl, action),
      sleep: (ms) => sleepOnTimer(ms, options.signal),
    })
  if (ops.name === 'status')
    return status(ops.request, {
      ...options,
      adminUrl,
      topicPrefix,
      openLog: () => openReadOnlyLog(options),
      readMetrics: () => readMetrics(adminUrl),
      readReadiness: () => readReadiness(adminUrl),
      askForTableSizes: () => askForTableSizes(adminUrl),
    })
  if (ops.name === 'backup') return runBackup(ops.request, options)
  if (ops.name === 'restore') return runRestore(ops.request, options)
  await withReadOnlyLog(options, async (parts) => {
    const common = { ...options, ...parts, topicPrefix }
    if (ops.name === 'disk')
      await disk(ops.request, {
        ...common,
        readMetrics: () => readMetrics(adminUrl),
        askForTableSizes: () => askForTableSizes(adminUrl),
        readDiskSpace: () => readDiskSpace(options.config.dataDir),
      })
    else if (ops.name === 'tail') await tail(ops.request, common)
    else if (ops.name === 'trace') {
      const lines = await trace(ops.request, {
        ...common,
        askForRows: (question) => askForRows(adminUrl, question),
      })
      lines.forEach(show)
    } else if (ops.name === 'replay') {
      const ask = (request: Parameters<typeof askToReplay>[1]) => askToReplay(adminUrl, request)
      await replayRange(ops.request, { ...common, normalize, ask })
    } else {
      const ask = (request: Parameters<typeof askToResolve>[1]) => askToResolve(adminUrl, request)
      await runDeadLetters(ops.request, { ...common, ask })
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
