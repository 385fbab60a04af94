// Measures the cost of a trade when partitions and processes double: processor seconds per million trades,
// raw to unified and unified to tables.
//   npm run bench:scaling -- [--trades 300000] [--rounds 3]
//
// The processes of a stage share the partitions of its group. Everything runs on one machine: more processes
// than cores give no more throughput, so the cost is the result, not the speed.
import { parseArgs } from 'node:util'
import { topics } from '../services/topology.ts'
import { openFlow, type FlowAt } from './distributed/flow.ts'
import {
  measureNormalizer,
  measureProjector,
  undisturbed,
  type Bench,
} from './distributed/rounds.ts'
import { startServers, type BenchServers } from './distributed/servers.ts'
import { endSubjects, startSubjects, type Measured } from './distributed/workers.ts'
import { describeMachine } from './machine.ts'
import { appendTrades } from './pipeline.ts'
import { createMarkets } from './raw-trades.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '3' },
  },
})
const trades = Number(values.trades)
const markets = createMarkets(2_000)
const doublings = [1, 2, 4]

interface Round {
  readonly normalize: Measured
  readonly project: Measured
}

async function runRounds(bench: Bench, processes: number): Promise<Round[]> {
  const subjects = { normalize: startSubjects(processes), project: startSubjects(processes) }
  const rounds: Round[] = []
  for (let number = 0; number <= Number(values.rounds); number += 1) {
    const round = await undisturbed(async () => {
      const { measured, started } = await measureNormalizer(bench, subjects.normalize)
      return {
        normalize: measured,
        project: await measureProjector(bench, subjects.project, started),
      }
    })
    // the processes start cold in the first round
    if (number > 0) rounds.push(round)
  }
  await endSubjects([...subjects.normalize, ...subjects.project])
  return rounds
}

async function runOver(
  servers: BenchServers,
  partitions: number,
  processCounts: readonly number[],
): Promise<void> {
  const { logUrl, registryUrl } = servers
  const topicPrefix = `bench${partitions}.`
  const at: FlowAt = { logUrl, registryUrl, topicPrefix, partitions }
  const flow = await openFlow(at)
  await appendTrades(flow, markets, trades)
  const bench: Bench = { servers, at, flow, trades }
  for (const processes of processCounts)
    show(partitions, processes, await runRounds(bench, processes))
  await flow.close()
}

function show(partitions: number, processes: number, rounds: readonly Round[]): void {
  for (const [name, of] of [
    ['raw to unified', (round: Round) => round.normalize],
    ['unified to tables', (round: Round) => round.project],
  ] as const) {
    const median = (get: (measured: Measured) => number): number =>
      medianOf(rounds.map((round) => get(of(round))))
    const perMillion = (get: (measured: Measured) => number): string =>
      ((median(get) / trades) * 1e6).toFixed(1)
    process.stdout.write(
      tableRow([
        name,
        partitions,
        processes,
        perMillion(({ ownS }) => ownS),
        perMillion(({ brokerS }) => brokerS),
        perMillion(({ storeS }) => storeS),
        perMillion(({ ownS, brokerS, storeS }) => ownS + brokerS + storeS),
        Math.round(median(({ batches }) => trades / batches)),
        Math.round(median(({ ms }) => (trades / ms) * 1000)),
      ]),
    )
  }
}

const servers = await startServers()
process.stdout.write(
  `${describeMachine()}Kafka 4.1.1, one broker; ${trades} trades, ${markets.length} markets, both platforms; medians of ${values.rounds} rounds\n` +
    tableHead([
      '',
      'partitions',
      'processes',
      'processor s for a million trades: processes',
      'broker',
      'store',
      'all',
      'records a batch',
      'trades/s',
    ]),
)
for (const count of doublings) await runOver(servers, count, [count])
await runOver(servers, topics.trades.partitions, doublings)
await servers.stop()
