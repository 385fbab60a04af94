// What the projector reads from the trades topic when partitions are assigned to it: its group's positions,
// and the records whose candles were deferred (docs/decisions/005-deferred-candles.md).
import type { Codec } from '../codec/port.ts'
import { CodecError } from '../codec/port.ts'
import type { EventLog } from '../log/port.ts'
import type { StageRecord } from './stage.ts'

export interface TradesLog {
  /** Returns the group's positions, by partition. */
  positions(): Promise<ReadonlyMap<number, number>>
  /**
   * Returns the records from `from` (included) to `until` (excluded), without those that cannot be
   * decoded.
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
        const { partition, offset, key } = record
        try {
          const value = codec.decode('trades', record.value)
          yield { topic: 'trades', partition, offset, key, value }
        } catch (error) {
          if (!(error instanceof CodecError)) throw error
        }
      }
    },
  }
}
