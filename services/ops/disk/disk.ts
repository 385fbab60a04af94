// The operator command `disk`: what takes space, how fast it grows, and what retention removes next. The topics are
// read from the log, whether the service runs or not; tables and forecast come from the running service.
import type { DiskSpace } from '../../lib/run/disk-space.ts'
import type { ReadableLog } from '../../lib/log/port.ts'
import { CommandFailure } from '../command-failure.ts'
import { diskProblems, heldBackProblem, type Problem } from '../status/problems.ts'
import { parseSamples } from '../status/samples.ts'
import { toDiskFacts, type DiskFacts } from '../status/service-facts.ts'
import { attempt } from '../status/status.ts'
import type { TableSize, TableSizes } from '../status/tables.ts'
import { toLines } from './render.ts'
import { readDiskUsageOfTopics, type TopicDiskUsage } from './topics.ts'

export interface DiskRequest {
  readonly json: boolean
}

/** The output of `disk --json`. Times are Unix milliseconds. */
export interface DiskUsage {
  readonly taken_at_ms: number
  readonly topics: readonly TopicDiskUsage[]
  /** null if the tables cannot be read: `tables_problem` has the reason. */
  readonly tables: readonly TableSize[] | null
  readonly tables_problem: string | null
  /** The disk of DATA_DIR; null: there is no DATA_DIR on this machine. */
  readonly disk: DiskFacts | null
  readonly problems: readonly Problem[]
}

export interface DiskOptions {
  readonly log: Pick<ReadableLog, 'usage' | 'lag' | 'offsetsAt' | 'read'>
  readonly topicPrefix: string
  readonly readMetrics: () => Promise<string>
  readonly askForTableSizes: () => Promise<TableSizes>
  /** Measures the disk of DATA_DIR; resolves with null if there is no DATA_DIR on this machine. */
  readonly readDiskSpace: () => Promise<DiskSpace | null>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly show: (line: string) => void
}

/** Prints how much space is used. Rejects with a CommandFailure if there are problems. */
export async function printDiskUsage({ json }: DiskRequest, options: DiskOptions): Promise<void> {
  const { log, topicPrefix, askForTableSizes, now, show } = options
  const nowMs = now()
  const [topics, tables, facts] = await Promise.all([
    readDiskUsageOfTopics(log, topicPrefix, nowMs),
    attempt(askForTableSizes),
    readDisk(options),
  ])
  const usage: DiskUsage = {
    taken_at_ms: nowMs,
    topics,
    tables: typeof tables === 'string' ? null : tables.tables,
    tables_problem: typeof tables === 'string' ? tables : null,
    disk: facts,
    problems: [...diskProblems(facts), ...topics.flatMap(retentionProblems)],
  }
  if (json) show(JSON.stringify(usage))
  else toLines(usage).forEach(show)
  const { length } = usage.problems
  if (length > 0) throw new CommandFailure('unhealthy', `problems found: ${length}`)
}

/**
 * Returns the figures of the running service, which include a forecast. If no service answers, measures the free space
 * in this process.
 */
async function readDisk({ readMetrics, readDiskSpace }: DiskOptions): Promise<DiskFacts | null> {
  const text = await readMetrics().catch(() => '')
  const measured = toDiskFacts(parseSamples(text))
  if (measured !== null) return measured
  const space = await readDiskSpace()
  if (space === null) return null
  const { freeBytes, totalBytes } = space
  return {
    free_bytes: freeBytes,
    total_bytes: totalBytes,
    fill_bytes_per_second: null,
    full_in_ms: null,
  }
}

function retentionProblems({ topic, held_back_records, unread }: TopicDiskUsage): Problem[] {
  if (held_back_records > 0) return [heldBackProblem({ topic, records: held_back_records })]
  return unread.map(({ stage, records }) => ({
    problem: `the ${stage} has not read ${records} records of ${topic} that the brokers remove next`,
    action: `raise retention.ms or retention.bytes of the topic until the ${stage} has caught up`,
  }))
}
