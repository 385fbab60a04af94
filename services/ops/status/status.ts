// The operator command `status`: collects what the running service says about itself and what the log shows, and prints
// it. Each source is optional: without a running service, the command shows only the log, and without a log, only the
// service.
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure } from '../command-failure.ts'
import { readDeadLetters, type DeadLetterSource } from '../dead-letters/letters.ts'
import type { ReadableLog } from '../../lib/log/port.ts'
import { readPositions, type TopicPositions } from './log-positions.ts'
import { findProblems, type Problem } from './problems.ts'
import { toLines } from './render.ts'
import { parseSamples } from './samples.ts'
import { toServiceFacts, type MetricsReading, type ServiceFacts } from './service-facts.ts'
import type { TableSizes } from './tables.ts'

export interface StatusRequest {
  readonly json: boolean
  /** Prints again every two seconds, until `signal` aborts. */
  readonly watch: boolean
  /** Whether the text has a line for each partition. */
  readonly partitions: boolean
}

interface LogFacts {
  readonly stages: readonly TopicPositions[]
  /** Numbers of dead letters. `undecodable`: records of the topic that cannot be decoded. */
  readonly dead_letters: { readonly open: number; readonly undecodable: number }
}

/**
 * Times are Unix milliseconds. If `service`, `log` or `tables` is null, the field with the suffix `_problem` has the
 * reason.
 */
export interface StatusFacts {
  readonly taken_at_ms: number
  readonly admin_url: string
  readonly service: ServiceFacts | null
  readonly service_problem: string | null
  readonly log: LogFacts | null
  readonly log_problem: string | null
  readonly tables: TableSizes | null
  readonly tables_problem: string | null
}

/** The output of `status --json`. */
export interface Status extends StatusFacts {
  /** The most serious problem first; empty if the service is healthy. */
  readonly problems: readonly Problem[]
}

export interface StatusOptions {
  readonly adminUrl: string
  /** Opens the log for reading; `status` closes it. */
  readonly openLog: () => Promise<{
    readonly log: ReadableLog
    readonly decoder: DeadLetterSource['decoder']
  }>
  readonly topicPrefix: string
  readonly readMetrics: () => Promise<string>
  readonly readReadiness: () => Promise<ServiceFacts['parts']>
  readonly askForTableSizes: () => Promise<TableSizes>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly signal: AbortSignal
  readonly show: (line: string) => void
  /** Removes what was shown before from the screen. */
  readonly clearScreen: () => void
}

const watchEveryMs = 2_000

/** Prints the status. Rejects with a CommandFailure if there are problems, except with `watch`. */
export async function printStatus(request: StatusRequest, options: StatusOptions): Promise<void> {
  const { watch, json, partitions } = request
  const { show, signal } = options
  const source = await attempt(options.openLog)
  const log = typeof source === 'string' ? source : { ...source, ...createDeadLetterCounter() }
  let previous: MetricsReading | null = null
  try {
    for (;;) {
      const { reading, facts } = await collect(log, previous, options)
      const found: Status = { ...facts, problems: findProblems(facts) }
      previous = reading
      if (watch && !json) options.clearScreen()
      if (json) show(JSON.stringify(found))
      else toLines(found, partitions).forEach(show)
      if (!watch) {
        const { length } = found.problems
        if (length > 0) throw new CommandFailure('unhealthy', `problems found: ${length}`)
        return
      }
      await sleep(watchEveryMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  } finally {
    if (typeof log !== 'string') await log.log.close()
  }
}

/** The log, or the reason why it cannot be opened. */
type OpenedLog =
  | string
  | ({
      readonly log: ReadableLog
      readonly decoder: DeadLetterSource['decoder']
    } & DeadLetterCounter)

async function collect(
  log: OpenedLog,
  previous: MetricsReading | null,
  options: StatusOptions,
): Promise<{ readonly reading: MetricsReading | null; readonly facts: StatusFacts }> {
  const { adminUrl, now, readMetrics, readReadiness, askForTableSizes } = options
  const [metrics, parts, tables, logFacts] = await Promise.all([
    attempt(async () => ({ atMs: now(), samples: parseSamples(await readMetrics()) })),
    attempt(readReadiness),
    attempt(askForTableSizes),
    typeof log === 'string' ? log : attempt(() => toLogFacts(log, options)),
  ])
  const reading = typeof metrics === 'string' ? null : metrics
  const problem = [metrics, parts].find((one) => typeof one === 'string') ?? null
  const service =
    reading !== null && typeof parts !== 'string' ? toServiceFacts(reading, previous, parts) : null
  return {
    reading,
    facts: {
      taken_at_ms: now(),
      admin_url: adminUrl,
      service,
      service_problem: problem,
      ...(typeof logFacts === 'string'
        ? { log: null, log_problem: logFacts }
        : { log: logFacts, log_problem: null }),
      ...(typeof tables === 'string'
        ? { tables: null, tables_problem: tables }
        : { tables, tables_problem: null }),
    },
  }
}

async function toLogFacts(
  log: Exclude<OpenedLog, string>,
  { topicPrefix, now }: StatusOptions,
): Promise<LogFacts> {
  const stages = await readPositions(log.log, topicPrefix, now)
  return { stages, dead_letters: await log.countDeadLetters({ ...log, topicPrefix }) }
}

interface DeadLetterCounter {
  readonly countDeadLetters: (source: DeadLetterSource) => Promise<LogFacts['dead_letters']>
}

/** Counts the open dead letters. Reads their topic again only if it has new records. */
function createDeadLetterCounter(): DeadLetterCounter {
  let known: { readonly ranges: string; readonly counts: LogFacts['dead_letters'] } | null = null
  return {
    async countDeadLetters(source) {
      const ranges = JSON.stringify(await source.log.ranges(`${source.topicPrefix}dead-letters`))
      if (known?.ranges === ranges) return known.counts
      const { byPlace, undecodable } = await readDeadLetters(source)
      const open = [...byPlace.values()].filter(({ resolution }) => resolution === null).length
      known = { ranges, counts: { open, undecodable: undecodable.records } }
      return known.counts
    },
  }
}

/** Resolves with the result of `run`, or with the message of the error if `run` fails. */
export async function attempt<T extends object>(run: () => Promise<T>): Promise<T | string> {
  try {
    return await run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
