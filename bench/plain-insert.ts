// Inserts the finished rows of the trades topic and does nothing else: the baseline of the ingest
// benchmarks.
import { projectorTiming } from '../services/compose/projector.ts'
import type { Codec } from '../services/lib/codec/port.ts'
import type { EventLog } from '../services/lib/log/port.ts'
import type { Store } from '../services/lib/store/port.ts'
import type { Row } from '../services/projector/tables/row.ts'
import { toTradeRow, tradeColumns } from '../services/projector/tables/trades.ts'
import { cpuSOf, ownCpuS } from './machine.ts'

export interface Cost {
  readonly ms: number
  /** Processor time of this process and of the store. */
  readonly ownS: number
  readonly storeS: number
}

export async function timeCost(storePid: number, work: () => Promise<void>): Promise<Cost> {
  const [startMs, startOwnS, startStoreS] = [performance.now(), ownCpuS(), cpuSOf(storePid)]
  await work()
  return {
    ms: performance.now() - startMs,
    ownS: ownCpuS() - startOwnS,
    storeS: cpuSOf(storePid) - startStoreS,
  }
}

/**
 * The rows of the records after `from` (default: all), in the projector's blocks, inserted into a table
 // like `trades` without materialized views. Reading the records and creating the rows are not timed.
 */
export async function timePlainInsert(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly store: Store
  readonly storePid: number
  readonly topicPrefix: string
  /** By partition. */
  readonly from?: ReadonlyMap<number, number>
}): Promise<Cost> {
  const { log, codec, store, storePid, topicPrefix, from } = options
  await store.command('CREATE TABLE plain AS trades')
  const total = { ms: 0, ownS: 0, storeS: 0 }
  let rows: Row[] = []
  const insert = async (): Promise<void> => {
    const cost = await timeCost(storePid, () => store.insert('plain', tradeColumns, rows))
    total.ms += cost.ms
    total.ownS += cost.ownS
    total.storeS += cost.storeS
    rows = []
  }
  const topic = `${topicPrefix}trades`
  for (const { partition } of await log.ranges(topic))
    for await (const { offset, value } of log.read({
      topic,
      partition,
      from: from?.get(partition) ?? 0,
    })) {
      const { trade } = codec.decode('trades', value)
      if (trade !== null) rows.push(toTradeRow(trade, offset))
      if (rows.length === projectorTiming.maxRecords) await insert()
    }
  await insert()
  return total
}
