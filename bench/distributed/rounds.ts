// Rounds of raw to unified and of unified to tables, by the processes of subject.ts: the groups are set
// back, the work is done and timed, what came of it is counted.
import { randomUUID } from 'node:crypto'
import type { Position } from '../../services/platform/log/port.ts'
import type { OpenedStore } from '../../services/platform/store/clickhouse.ts'
import { createCandleMarks } from '../../services/projector/tables/candle-marks.ts'
import { roles } from '../../services/topology.ts'
import { expectTrades } from '../pipeline.ts'
import { endsOf, type Flow, type FlowAt } from './flow.ts'
import { openTables } from './our-stages.ts'
import type { BenchServers } from './servers.ts'
import { measure, WorkRepeated, type Measured, type Subject } from './subjects.ts'

export interface Bench {
  readonly servers: BenchServers
  readonly at: FlowAt
  readonly flow: Flow
  /** As many lie in raw.trades. */
  readonly trades: number
}

/** `begun`: where the unified topics ended before: what comes behind is of this round. */
export async function measureNormalizer(
  { servers, at, flow, trades }: Bench,
  subjects: readonly Subject[],
): Promise<{ readonly measured: Measured; readonly begun: readonly Position[] }> {
  const { log, topicPrefix } = flow
  const { reads, group } = roles.normalizer
  const ranges = await Promise.all(reads.map((topic) => log.ranges(topicPrefix + topic)))
  const oldest = ranges.flat().map(({ low, ...place }) => ({ ...place, offset: low }))
  await log.reset(topicPrefix + group, oldest)
  const begun = await endsOf(
    flow,
    roles.projector.reads.map((topic) => topicPrefix + topic),
  )
  const measured = await measure(servers, subjects, { kind: 'normalize', ...at }, trades)
  return { measured, begun }
}

/** `then`: is given the tables, before they go. */
export async function measureProjector(
  { servers, at, flow, trades }: Bench,
  subjects: readonly Subject[],
  begun: readonly Position[],
  then: (store: OpenedStore) => Promise<void> = () => Promise.resolve(),
): Promise<Measured> {
  const { log, topicPrefix } = flow
  await log.reset(topicPrefix + roles.projector.group, begun)
  // the engine does not find a name again that it has dropped
  const database = `round_${randomUUID().slice(0, 8)}`
  const storeUrl = servers.storeUrl(database)
  const store = await openTables(storeUrl)
  try {
    // as in tables that have what came before: else the projector reads all of it again to begin with
    const behind = begun.filter(({ topic }) => topic === `${topicPrefix}trades`)
    const marks = createCandleMarks(store)
    await marks.cover(new Map(behind.map(({ partition, offset }) => [partition, offset])))
    const measured = await measure(servers, subjects, { kind: 'project', storeUrl, ...at }, trades)
    await expectTrades({ store }, trades)
    await then(store)
    return measured
  } finally {
    await store.command(`DROP DATABASE ${database}`)
    await store.close()
  }
}

const mostTries = 5

/** On a machine that is too busy a transaction may take too long, and work is done again: not counted. */
export async function undisturbed<T>(runRound: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await runRound()
    } catch (error) {
      if (!(error instanceof WorkRepeated) || tries === mostTries) throw error
      process.stderr.write(`${error.message}: the round is run again\n`)
    }
}
