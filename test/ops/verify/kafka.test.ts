// The hashes of `ops verify` across the forms of the service: the raw records of a recorded data directory, processed
// by normalizer and projector over a log on LMDB and over a log on Kafka, fill two stores with the same facts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pino from 'pino'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { openProjector } from '../../../services/compose/projector.ts'
import type { EventLog } from '../../../services/lib/log/port.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { createLifecycle } from '../../../services/lib/run/lifecycle.ts'
import { runTransform } from '../../../services/lib/run/stage.ts'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'
import { normalize } from '../../../services/normalizer/normalizer.ts'
import { roles, topicsWithPrefix, type Topic } from '../../../services/topology.ts'
import { openLogContents } from '../../chaos/log-contents.ts'
import { createKafkaLogs } from '../../lib/log/kafka-logs.ts'
import { aBookSighting, anAudit } from '../../projector/records.ts'
import { openTestStore } from '../../projector/store.ts'
import { unpackDataDirectory } from '../../support/data-directory.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { until } from '../../support/waiting.ts'
import { openOpsLogOn, type OpsLog } from '../ops-log.ts'
import { hashTables } from './hash-tables.ts'

/** Not that of other tests: all tests on the broker share the names of consumer groups. */
const topicPrefix = 'verify.'
/** The raw records, and what the projector reads of other stages. */
const copied = [
  'raw.markets',
  'raw.books',
  'raw.wallets',
  'raw.trades',
  'matches',
] as const satisfies readonly Topic[]

interface CopiedRecord {
  readonly topic: Topic
  readonly partition: number
  readonly key: string | null
  readonly contents: TopicValues[Topic]
}

let directory: string
let records: readonly CopiedRecord[]
/** The recorded service had none. */
const added: readonly CopiedRecord[] = [
  { topic: 'audits', partition: 3, key: 'pb_MARKET', contents: anAudit() },
  { topic: 'book-sightings', partition: 3, key: 'pb_MARKET', contents: aBookSighting() },
]

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-forms-'))
  await unpackDataDirectory('data-directory-2', directory)
  const contents = await openLogContents(directory)
  const found = [...added]
  for (const topic of copied)
    for await (const record of contents.records(topic)) found.push({ ...record, topic })
  records = found
  await contents.close()
})
afterAll(() => rm(directory, { recursive: true }))

async function append({ log, codec }: OpsLog<EventLog>): Promise<void> {
  const writer = await log.openWriter('copy')
  for (let at = 0; at < records.length; at += 1_000)
    await writer.append(
      records.slice(at, at + 1_000).map(({ topic, partition, key, contents }) => ({
        topic: topicPrefix + topic,
        partition,
        key,
        value: codec.encode(topic, contents),
      })),
    )
  await writer.close()
}

/** Resolves with the hashes of the tables that normalizer and projector fill from the records. */
async function hashesOf(openLog: Parameters<typeof openOpsLogOn>[0]) {
  const ops = await openOpsLogOn(openLog)
  const tables = await openTestStore()
  const fatal: Error[] = []
  const parts = {
    ...ops,
    topicPrefix,
    now: () => Date.now(),
    count: () => undefined,
    onFatal: (error: Error) => void fatal.push(error),
    store: tables.store,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
  }
  const lifecycle = createLifecycle({ onCloseError: (_part, error) => fatal.push(error as Error) })
  const caughtUp = async (role: 'normalizer' | 'projector'): Promise<void> => {
    const topics = roles[role].reads.map((topic) => topicPrefix + topic)
    await until(async () => {
      const lags = await ops.log.lag(topicPrefix + roles[role].group, topics)
      return fatal.length > 0 || lags.every(({ behind }) => behind === 0)
    })
  }
  await append(ops)
  const normalizer = await runTransform({ ...parts, role: 'normalizer', transform: normalize })
  await openProjector(lifecycle, parts)
  await caughtUp('normalizer')
  await caughtUp('projector')
  await normalizer.stop()
  // the projector writes its deferred candles
  await lifecycle.stop()
  const hashes = await hashTables(tables.store)
  await tables.close()
  await ops.remove()
  expect(fatal).toEqual([])
  return hashes
}

await describeWithServers(['kafka'], 'the hashes of the tables', ({ kafka }) => {
  const logs = createKafkaLogs(kafka.brokers)
  const topics = topicsWithPrefix(topicPrefix)
  afterAll(() => logs.close())

  it('are the same with a log on LMDB and with one on Kafka', async () => {
    const onLmdb = await hashesOf((path, now) => openLmdbLog({ path, topics, now }))
    const onKafka = await hashesOf(() => logs.open(topics))
    expect(onKafka).toEqual(onLmdb)
    const empty = onLmdb.filter(({ months }) => months.every(({ rows }) => rows === 0))
    expect(empty).toEqual([])
  })
})
