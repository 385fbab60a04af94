// A directory with a log for each test, and helpers to write to it and read from it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLmdbLog, type LmdbLog } from '../../../services/lib/log/lmdb.ts'
import type { BlockSizes } from '../../../services/lib/log/lmdb/layout.ts'
import type {
  EventLog,
  LogRecord,
  NewRecord,
  TopicSettings,
} from '../../../services/lib/log/port.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'

export interface LogDirectory {
  readonly path: string
  /** The clock of the logs opened here; stands still but for the test. */
  nowMs: number
  make(): Promise<void>
  /** The contract's topics unless others are given. */
  open(topics?: TopicSettings, blockSizes?: BlockSizes): Promise<LmdbLog>
  /** Closes what was opened, too. */
  remove(): Promise<void>
}

export function createLogDirectory(): LogDirectory {
  const logs: LmdbLog[] = []
  let path = ''
  const directory: LogDirectory = {
    get path() {
      return path
    },
    nowMs: 0,
    async make() {
      path = await mkdtemp(join(tmpdir(), 'log-'))
      directory.nowMs = 1_700_000_000_000
    },
    async open(topics = contractTopics, blockSizes) {
      const options = { path, topics, now: () => directory.nowMs }
      const log = await openLmdbLog(blockSizes ? { ...options, blockSizes } : options)
      logs.push(log)
      return log
    },
    async remove() {
      for (const log of logs.splice(0)) await log.close()
      await rm(path, { recursive: true })
    },
  }
  return directory
}

/** The values of each partition, as numbers. */
export async function numbersOf(log: EventLog, topic: string): Promise<number[][]> {
  const found: number[][] = []
  for (const { partition, low } of await log.ranges(topic)) {
    const inPartition: LogRecord[] = []
    for await (const r of log.read({ topic, partition, from: low })) inPartition.push(r)
    found.push(inPartition.map((r) => Number(r.value.toString())))
  }
  return found
}

export const records = (topic: string, count: number): NewRecord[] =>
  Array.from({ length: count }, (_, i) => ({ topic, key: `key-${i % 5}`, value: Buffer.from('x') }))
