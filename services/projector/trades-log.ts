// What the projector reads from the trades topic when partitions are assigned to it: its group's positions,
// and the records whose candles were deferred (docs/decisions/005-deferred-candles.md).
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog } from '../lib/log/port.ts'
import type { StageRecord } from '../lib/run/stage.ts'
import { decodeTableRecord } from '../lib/run/unknown-platform.ts'

export interface TradesLog {
  /** Returns the group's positions, by partition. */
  positions(): Promise<ReadonlyMap<number, number>>
  /**
   * Returns the records from `from` (included) to `until` (excluded), without those that became dead letters when
   * they were first read.
   */
  read(range: {
    readonly partition: number
    readonly from: number
    readonly until: number
  }): AsyncIterable<StageRecord<'trades'>>
}

export function createTradesLog(options: {
  readonly log: Pick<EventLog, 'lag' | 'read'>
  readonly codec: Codec
  readonly topicPrefix: string
  readonly group: string
}): TradesLog {
  const { log, codec, topicPrefix, group } = options
  const topic = `${topicPrefix}trades`
  return {
    async positions() {
      const lag = await log.lag(topicPrefix + group, [topic])
      return new Map(lag.map(({ partition, position }) => [partition, position]))
    },
    async *read(range) {
      for await (const record of log.read({ topic, ...range })) {
        const decoded = decodeTableRecord<'trades'>(codec, topicPrefix, record)
        if (decoded !== null) yield decoded
      }
    },
  }
}
