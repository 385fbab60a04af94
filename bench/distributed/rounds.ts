// Rounds of raw to unified and of unified to tables, in the processes of worker.ts: each round resets the
// offsets of the groups, times the work, and counts the results.
import { randomUUID } from 'node:crypto'
import type { Position } from '../../services/lib/log/port.ts'
import type { OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { readOrCreateLogIdentity } from '../../services/lib/run/log-identity.ts'
import { createCandleMarks } from '../../services/projector/tables/candle-marks.ts'
import { saveStorePositions } from '../../services/projector/tables/store-positions.ts'
import { roles } from '../../services/topology.ts'
import { expectTrades, openMigratedStore } from '../pipeline.ts'
import { endsOf, type Flow, type FlowAt } from './flow.ts'
import type { BenchServers } from './servers.ts'
import { measure, WorkRepeated, type Measured, type Subject } from './workers.ts'

export interface Bench {
  readonly servers: BenchServers
  readonly at: FlowAt
  readonly flow: Flow
  /** Number of records in raw.trades. */
  readonly trades: number
}

/** `started`: the end offsets of the unified topics before the round; later records belong to the round. */
export async function measureNormalizer(
  { servers, at, flow, trades }: Bench,
  subjects: readonly Subject[],
): Promise<{ readonly measured: Measured; readonly started: readonly Position[] }> {
  const { log, topicPrefix } = flow
  const { reads, group } = roles.normalizer
  const ranges = await Promise.all(reads.map((topic) => log.ranges(topicPrefix + topic)))
  const oldest = ranges.flat().map(({ low, ...place }) => ({ ...place, offset: low }))
  await log.reset(topicPrefix + group, oldest)
  const started = await endsOf(
    flow,
    roles.projector.reads.map((topic) => topicPrefix + topic),
  )
  const measured = await measure(servers, subjects, { kind: 'normalize', ...at }, trades)
  return { measured, started }
}

/** `then`: receives the tables before they are dropped. */
export async function measureProjector(
  { servers, at, flow, trades }: Bench,
  subjects: readonly Subject[],
  started: readonly Position[],
  then: (store: OpenedStore) => Promise<void> = () => Promise.resolve(),
): Promise<Measured> {
  const { log, topicPrefix } = flow
  await log.reset(topicPrefix + roles.projector.group, started)
  // the engine does not accept the name of a dropped database again
  const database = `round_${randomUUID().slice(0, 8)}`
  const storeUrl = servers.storeUrl(database)
  const store = await openMigratedStore(storeUrl)
  try {
    // As if the tables held the earlier records. Otherwise the projector would start by reading them all.
    const positions = started.map((at) => ({ ...at, topic: at.topic.slice(topicPrefix.length) }))
    const logId = await readOrCreateLogIdentity({ ...flow, now: Date.now })
    await saveStorePositions(store, { logId, epoch: 0 }, positions)
    const behind = positions.filter(({ topic }) => topic === 'trades')
    const marks = createCandleMarks(store)
    await marks.adjustMarks(new Map(behind.map(({ partition, offset }) => [partition, offset])))
    const measured = await measure(servers, subjects, { kind: 'project', storeUrl, ...at }, trades)
    await expectTrades({ store }, trades)
    await then(store)
    return measured
  } finally {
    await store.command(`DROP DATABASE ${database}`)
    await store.close()
  }
}

const maxTries = 5

/** On an overloaded machine a transaction may time out, and work is repeated: such a round does not count. */
export async function undisturbed<T>(runRound: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await runRound()
    } catch (error) {
      if (!(error instanceof WorkRepeated) || tries === maxTries) throw error
      process.stderr.write(`${error.message}: the round is run again\n`)
    }
}
