// The operator commands that only read the log. The service may run meanwhile or not.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { askForRows } from '../ops/fact-rows.ts'
import { tail, type TailRequest } from '../ops/tail.ts'
import { trace, type TraceRequest } from '../ops/trace.ts'
import { openReadOnlyLog, type ReadOnlyLog } from './read-only-log.ts'

interface ReadCommandOptions {
  readonly config: Config
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly show: (line: string) => void
}

/** Runs the command `tail`. Resolves when all records are printed, or when `signal` aborts. */
export function runTail(
  request: TailRequest,
  options: ReadCommandOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const { topicPrefix } = options.config
  return withReadOnlyLog(options, (parts) => tail(request, { ...options, ...parts, topicPrefix }))
}

/** Runs the command `trace`. */
export function runTrace(request: TraceRequest, options: ReadCommandOptions): Promise<void> {
  const { topicPrefix, adminPort } = options.config
  return withReadOnlyLog(options, async (parts) => {
    const lines = await trace(request, {
      ...parts,
      topicPrefix,
      askForRows: (question) => askForRows(`http://127.0.0.1:${adminPort}`, question),
    })
    lines.forEach(options.show)
  })
}

async function withReadOnlyLog(
  options: ReadCommandOptions,
  run: (parts: ReadOnlyLog) => Promise<void>,
): Promise<void> {
  const parts = await openReadOnlyLog(options)
  try {
    await run(parts)
  } finally {
    await parts.log.close()
  }
}
