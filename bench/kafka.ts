// Measures how fast raw trades in Kafka are turned into unified ones, compared with an exactly-once copy of
// the same bytes by kafkajs alone; and unified trades into rows and candles, compared with inserting the
// finished rows and with reading the trades by kafkajs and by Kafka's own client.
//   npm run bench:kafka -- [--trades 500000] [--rounds 5]
//
// One broker, all variants in one run, in alternation. Needs Java and Maven. Each variant has its own
// process, warmed up by a round that does not count. The time runs from joining the group until everything
// is committed, in the tables, and closed.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Kafka, logLevel } from 'kafkajs'
import { topics } from '../services/topology.ts'
import {
  openConsumerPerformance,
  type ConsumerPerformance,
} from './distributed/consumer-performance.ts'
import { openFlow, type FlowAt } from './distributed/flow.ts'
import {
  measureNormalizer,
  measureProjector,
  undisturbed,
  type Bench,
} from './distributed/rounds.ts'
import { startServers } from './distributed/servers.ts'
import {
  endSubjects,
  measure,
  startSubjects,
  type Measured,
  type Subject,
} from './distributed/workers.ts'
import { describeMachine } from './machine.ts'
import { appendTrades, topicPrefix } from './pipeline.ts'
import { timePlainInsert, type Cost } from './plain-insert.ts'
import { createMarkets } from './raw-trades.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '5' },
  },
})
const trades = Number(values.trades)
const markets = createMarkets(2_000)
const rawTopic = `${topicPrefix}raw.trades`
const unifiedTopic = `${topicPrefix}trades`
const copyTopic = 'copy'

interface Round {
  readonly copy: Measured
  readonly normalize: Measured
  readonly consume: Measured
  readonly project: Measured
  readonly insert: Cost
  readonly kafkasOwnPerS: number
}

interface Subjects {
  readonly copy: readonly Subject[]
  readonly normalize: readonly Subject[]
  readonly consume: readonly Subject[]
  readonly project: readonly Subject[]
}

async function runRound(
  bench: Bench,
  subjects: Subjects,
  kafkasOwn: ConsumerPerformance,
): Promise<Round> {
  const { servers, flow } = bench
  const { kafka } = servers
  const name = randomUUID()
  const copy = await measure(
    servers,
    subjects.copy,
    { kind: 'copy', kafka, group: `copy-${name}`, from: rawTopic, to: copyTopic },
    trades,
  )
  const { measured: normalize, started } = await measureNormalizer(bench, subjects.normalize)
  const unified = started.filter(({ topic }) => topic === unifiedTopic)
  const consumeGroup = `consume-${name}`
  await flow.log.reset(consumeGroup, unified)
  const consume = await measure(
    servers,
    subjects.consume,
    { kind: 'consume', kafka, group: consumeGroup, from: unifiedTopic },
    trades,
  )
  const inserted: Cost[] = []
  const project = await measureProjector(bench, subjects.project, started, async (store) => {
    const from = new Map(unified.map(({ partition, offset }) => [partition, offset]))
    const { storePid } = servers
    inserted.push(await timePlainInsert({ ...flow, store, storePid, from }))
  })
  const [insert] = inserted
  if (!insert) throw new Error('nothing was inserted')
  const kafkasOwnPerS = await kafkasOwn.measure(unifiedTopic, trades, `own-${name}`)
  return { copy, normalize, consume, project, insert, kafkasOwnPerS }
}

async function makeCopyTopic(kafka: string): Promise<void> {
  const admin = new Kafka({ brokers: [kafka], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const { partitions: numPartitions } = topics['raw.trades']
  // created before the raw trades, because kafkajs may fail while it waits for partition leaders
  await admin.createTopics({ topics: [{ topic: copyTopic, numPartitions }], waitForLeaders: false })
  await admin.disconnect()
}

function show(rounds: readonly Round[]): void {
  const median = (get: (round: Round) => number): number => medianOf(rounds.map(get))
  const range = (get: (round: Round) => number): string => {
    const all = rounds.map(get)
    return `${Math.round(median(get))} (${Math.round(Math.min(...all))} to ${Math.round(Math.max(...all))})`
  }
  const perS = ({ ms }: { readonly ms: number }): number => (trades / ms) * 1000
  const us = (get: (round: Round) => number): string => ((median(get) / trades) * 1e6).toFixed(1)
  const line = (
    name: string,
    of: (round: Round) => Measured,
    than: ((round: Round) => number) | null,
  ): void => {
    const ratio = than && median((round) => perS(of(round)) / than(round)).toFixed(2)
    process.stdout.write(
      tableRow([
        name,
        range((round) => perS(of(round))),
        ratio ?? '',
        Math.round(median((round) => trades / of(round).batches)),
        us((round) => of(round).ownS),
        us((round) => of(round).brokerS),
        us((round) => of(round).storeS),
      ]),
    )
  }
  process.stdout.write(
    tableHead([
      '',
      'trades/s, median (range)',
      'ratio',
      'records a batch',
      'processor µs a trade: process',
      'broker',
      'store',
    ]),
  )
  line('raw, copied by kafkajs alone', (round) => round.copy, null)
  line(
    'raw to unified',
    (round) => round.normalize,
    (round) => perS(round.copy),
  )
  line('unified, read by kafkajs alone', (round) => round.consume, null)
  process.stdout.write(
    tableRow([
      'unified, read by Kafka’s own',
      range((round) => round.kafkasOwnPerS),
      '',
      '',
      '',
      '',
      '',
    ]) +
      tableRow([
        'finished rows, inserted',
        range((round) => perS(round.insert)),
        '',
        '',
        us((round) => round.insert.ownS),
        '',
        us((round) => round.insert.storeS),
      ]),
  )
  line(
    'unified to tables',
    (round) => round.project,
    (round) => perS(round.insert),
  )
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
const servers = await startServers()
const at: FlowAt = {
  logUrl: servers.logUrl,
  registryUrl: servers.registryUrl,
  topicPrefix,
  partitions: null,
}
const flow = await openFlow(at)
const subjects: Subjects = {
  copy: startSubjects(1),
  normalize: startSubjects(1),
  consume: startSubjects(1),
  project: startSubjects(1),
}
const kafkasOwn = await openConsumerPerformance(servers.kafka, directory)
await makeCopyTopic(servers.kafka)
await appendTrades(flow, markets, trades)
process.stdout.write(
  `${describeMachine()}Kafka 4.1.1, one broker; ${trades} trades, ${markets.length} markets, both platforms; ${values.rounds} rounds\n`,
)
const bench: Bench = { servers, at, flow, trades }
const rounds: Round[] = []
for (let number = 0; number <= Number(values.rounds); number += 1) {
  const round = await undisturbed(() => runRound(bench, subjects, kafkasOwn))
  if (number > 0) rounds.push(round)
}
show(rounds)
await Promise.all(Object.values(subjects).map(endSubjects))
await flow.close()
await servers.stop()
await rm(directory, { recursive: true, force: true })
