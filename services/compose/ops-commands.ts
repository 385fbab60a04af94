// Runs the operator commands `ops`. They read the log themselves, whether the service runs or not. Only
// the running service can read the tables and change the log, so the commands ask it for that.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { OpsCommand } from '../config/ops-command.ts'
import { askToResolve } from '../ops/dead-letters/admin.ts'
import { runDeadLetters } from '../ops/dead-letters/commands.ts'
import { askForRows } from '../ops/fact-rows.ts'
import { tail } from '../ops/tail.ts'
import { trace } from '../ops/trace.ts'
import { openReadOnlyLog, type ReadOnlyLog } from './read-only-log.ts'

interface OpsOptions {
  readonly config: Config
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly show: (line: string) => void
  /** Shows the progress of long work. This text is not part of the output. */
  readonly showProgress: (text: string) => void
  /** The user who runs the command. */
  readonly user: string
  /** Ends `tail --follow`. */
  readonly signal: AbortSignal
}

/** Resolves when the command is done, or when `signal` aborts. */
export async function runOpsCommand(ops: OpsCommand, options: OpsOptions): Promise<void> {
  const { show } = options
  const { topicPrefix, adminPort } = options.config
  const adminUrl = `http://127.0.0.1:${adminPort}`
  if (ops.name === 'help') return ops.lines.forEach(show)
  await withReadOnlyLog(options, async (parts) => {
    const common = { ...options, ...parts, topicPrefix }
    if (ops.name === 'tail') await tail(ops.request, common)
    else if (ops.name === 'trace') {
      const lines = await trace(ops.request, {
        ...common,
        askForRows: (question) => askForRows(adminUrl, question),
      })
      lines.forEach(show)
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
