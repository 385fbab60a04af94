// How fast are raw trades that lie in the log turned into rows and candles, measured against inserting
// the finished trade rows into the same store with nothing else?
//   npm run bench:ingest -- [--trades 2000000] [--rounds 5]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectorPace } from '../services/compose/stages.ts'
import type { Row } from '../services/projector/tables/row.ts'
import { toTradeRow, tradeColumns } from '../services/projector/tables/trades.ts'
import { cpuSOf, describeMachine, ownCpuS } from './machine.ts'
import type { Pipeline } from './pipeline.ts'
import { appendTrades, expectTrades, openPipeline, runStages, topicPrefix } from './pipeline.ts'
import { createMarkets } from './raw-trades.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)

interface Cost {
  readonly ms: number
  /** Processor time of this process and of the store's. */
  readonly ownS: number
  readonly storeS: number
}

interface Round {
  readonly pipeline: Cost
  readonly plain: Cost
}

async function runRound(trades: number): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const pipeline = await openPipeline(directory)
  try {
    await appendTrades(pipeline, markets, trades)
    const cost = await timed(pipeline, async () => {
      const stages = await runStages(pipeline)
      await stages.handled(trades)
      await stages.stop()
    })
    await expectTrades(pipeline, trades)
    return { pipeline: cost, plain: await timePlainInsert(pipeline) }
  } finally {
    await pipeline.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function timed({ store }: Pipeline, work: () => Promise<void>): Promise<Cost> {
  const childPid = store.childPid()
  if (childPid === null) throw new Error('the store has died')
  const [startMs, startOwnS, startStoreS] = [performance.now(), ownCpuS(), cpuSOf(childPid)]
  await work()
  return {
    ms: performance.now() - startMs,
    ownS: ownCpuS() - startOwnS,
    storeS: cpuSOf(childPid) - startStoreS,
  }
}

/** The same rows, in blocks of the same size, into a table like `trades` that nothing hangs on. */
async function timePlainInsert(pipeline: Pipeline): Promise<Cost> {
  const { log, codec, store } = pipeline
  await store.command('CREATE TABLE plain AS trades')
  const total = { ms: 0, ownS: 0, storeS: 0 }
  let rows: Row[] = []
  const insert = async (): Promise<void> => {
    const cost = await timed(pipeline, () => store.insert('plain', tradeColumns, rows))
    total.ms += cost.ms
    total.ownS += cost.ownS
    total.storeS += cost.storeS
    rows = []
  }
  const topic = `${topicPrefix}trades`
  for (const { partition } of await log.ranges(topic))
    for await (const { offset, value } of log.read({ topic, partition, from: 0 })) {
      const { trade } = codec.decode('trades', value)
      if (trade !== null) rows.push(toTradeRow(trade, offset))
      if (rows.length === projectorPace.maxRecords) await insert()
    }
  await insert()
  return total
}

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const trades = Number(values.trades)
const perS = ({ ms }: Cost): number => (trades / ms) * 1000
const usPerTrade = (seconds: number): string => ((seconds / trades) * 1e6).toFixed(1)

process.stdout.write(
  `${describeMachine()}${trades} trades, ${markets.length} markets, both platforms\n` +
    tableHead([
      'round',
      'raw log to rows and candles, trades/s',
      'finished rows only, trades/s',
      'ratio',
      'processor µs a trade: service, store',
      'of finished rows only',
    ]),
)
const rounds: Round[] = []
const show = (name: string, of: (get: (round: Round) => number) => number): void => {
  process.stdout.write(
    tableRow([
      name,
      Math.round(of(({ pipeline }) => perS(pipeline))),
      Math.round(of(({ plain }) => perS(plain))),
      of(({ pipeline, plain }) => perS(pipeline) / perS(plain)).toFixed(2),
      `${usPerTrade(of((r) => r.pipeline.ownS))}, ${usPerTrade(of((r) => r.pipeline.storeS))}`,
      `${usPerTrade(of((r) => r.plain.ownS))}, ${usPerTrade(of((r) => r.plain.storeS))}`,
    ]),
  )
}
for (let number = 1; number <= Number(values.rounds); number += 1) {
  const round = await runRound(trades)
  rounds.push(round)
  show(String(number), (get) => get(round))
}
show('median', (get) => medianOf(rounds.map(get)))
