// Measures how fast raw trades in the log are turned into rows and candles, compared with only inserting
// the finished trade rows into the same store.
//   npm run bench:ingest -- [--trades 2000000] [--rounds 5] [--processes roles]
//
// `--processes`: `one` runs normalizer and projector in one process, `roles` in two, as the option PROCESSES of
// the service does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cpuSOf, describeMachine } from './machine.ts'
import { startNormalizerProcess } from './normalizer-process.ts'
import type { Pipeline } from './pipeline.ts'
import { appendTrades, expectTrades, openPipeline, runStages } from './pipeline.ts'
import { timeCost, timePlainInsert, type Cost } from './plain-insert.ts'
import { createMarkets } from './raw-trades.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)

interface Round {
  readonly pipeline: Cost
  /** Processor time of the normalizer's own process, which is part of that of the pipeline. */
  readonly normalizerS: number
  readonly plain: Cost
}

async function runRound(trades: number): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const pipeline = await openPipeline(directory)
  try {
    await appendTrades(pipeline, markets, trades)
    const storePid = pidOf(pipeline)
    const normalizer = areSeparate
      ? await startNormalizerProcess(pipeline.log, directory, pipeline.topicPrefix)
      : null
    let normalizerS = normalizer === null ? 0 : -cpuSOf(normalizer.pid)
    const cost = await timeCost(storePid, async () => {
      normalizer?.start()
      const stages = await runStages(pipeline, normalizer === null)
      await stages.handled(trades)
      await stages.stop()
      if (normalizer !== null) normalizerS += cpuSOf(normalizer.pid)
    })
    await normalizer?.stop()
    await expectTrades(pipeline, trades)
    const plain = await timePlainInsert({ ...pipeline, storePid })
    return { pipeline: { ...cost, ownS: cost.ownS + normalizerS }, normalizerS, plain }
  } finally {
    await pipeline.close()
    await rm(directory, { recursive: true, force: true })
  }
}

function pidOf({ store }: Pipeline): number {
  const pid = store.childPid()
  if (pid === null) throw new Error('the store has died')
  return pid
}

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '5' },
    processes: { type: 'string', default: 'roles' },
  },
})
const trades = Number(values.trades)
const areSeparate = values.processes === 'roles'
const perS = ({ ms }: Cost): number => (trades / ms) * 1000
const usPerTrade = (seconds: number): string => ((seconds / trades) * 1e6).toFixed(1)

process.stdout.write(
  `${describeMachine()}${trades} trades, ${markets.length} markets, both platforms, processes: ${values.processes}\n` +
    tableHead([
      'round',
      'raw log to rows and candles, trades/s',
      'finished rows only, trades/s',
      'ratio',
      'processor µs a trade: service, of which a normalizer process, store',
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
      `${usPerTrade(of((r) => r.pipeline.ownS))}, ${usPerTrade(of((r) => r.normalizerS))}, ${usPerTrade(of((r) => r.pipeline.storeS))}`,
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
