// A topic of trades as a subscriber may meet it: committed records, aborted ones between them, watermarks,
// and a record of a newer version of the service.
import { randomUUID } from 'node:crypto'
import type { Trade } from '../../schemas/generated/events.ts'
import { openRegistryCodec } from '../../services/lib/codec/registry.ts'
import { readTopicSchemas, type AvroSchema } from '../../services/lib/codec/schemas.ts'
import { LogError, type NewRecord } from '../../services/lib/log/port.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { topics } from '../../services/topology.ts'
import { trade as example } from '../contracts/codec.ts'
import { silent } from '../lib/codec/registry-requests.ts'
import { createKafkaLogs, type KafkaLogs } from '../lib/log/kafka-logs.ts'
import { eventually } from '../support/waiting.ts'

export interface TradesTopic {
  readonly topic: string
  /** Of every committed trade `market price size side`; the last one lies behind all that was aborted. */
  readonly lines: readonly string[]
  /** The keys of all committed records, including watermarks. */
  readonly keys: readonly string[]
  /** How many trades were aborted, each of size 666. */
  readonly aborted: number
}

/** All that is aborted lies in its partition. */
const rain = 'pb_RAIN'

const trades: readonly Trade[] = [
  toTrade(rain, { price: '0.53', size: '12.5', side: 'buy' }),
  toTrade('pa_0x1', { price: '0.860000001148', size: '0.000001', side: 'sell' }),
  toTrade('pb_SNOW', { price: '0', size: '999999999999', side: 'buy' }),
]
const abortedTrade = toTrade(rain, { price: '0.99', size: '666' })
const newerTrade = toTrade(rain, { price: '0.54', size: '7', side: 'sell' })
const lastTrade = toTrade(rain, { price: '1', size: '1', side: 'sell' })

const watermark = {
  feed: 'platform_b/trades',
  platform: 'platform_b' as const,
  market_id: null,
  complete_from_ms: 1,
  complete_until_ms: 2,
  gaps: [{ from_ms: 1, until_ms: 2, reason: 'unreachable' }],
  received_at_ms: 3,
}

/** Bytes to be written as the value of a record with that key. */
type Encoded = { readonly key: string; readonly value: Buffer }

export async function fillTradesTopic(
  brokers: readonly string[],
  registryUrl: string,
): Promise<TradesTopic> {
  const logs = createKafkaLogs(brokers)
  const log = await logs.open({ trades: topics.trades, books: topics.books })
  const open = (schemas = readTopicSchemas()): ReturnType<typeof openRegistryCodec> =>
    openRegistryCodec({ url: registryUrl, topicPrefix: logs.prefix, logger: silent, schemas })
  const codec = await open()
  const newerCodec = await open({ ...readTopicSchemas(), trades: withVenue() })
  const encode = (trade: Trade, by = codec): Encoded => ({
    key: trade.market_id,
    value: by.encode('trades', { trade, progress: null }),
  })
  const toRecord = (encoded: Encoded): NewRecord => ({ topic: 'trades', ...encoded })
  const watermarks = {
    key: rain,
    value: codec.encode('trades', { trade: null, progress: watermark }),
  }
  try {
    const writer = await log.openWriter('test')
    await writer.append([...trades.map((trade) => encode(trade)), watermarks].map(toRecord))
    await abortOverlapping(logs, encode(abortedTrade))
    // from now on the broker refuses what is large, and with it the transaction that it is in
    await logs.alterTopic('books', { 'max.message.bytes': '10000' })
    const tooLarge = { topic: 'books', key: rain, value: Buffer.alloc(20_000) }
    await eventually(() => writer.append([tooLarge]).then(mustNotBe, mustBeRefused))
    const append = writer.append([toRecord(encode(abortedTrade)), tooLarge])
    await append.then(mustNotBe, mustBeRefused)
    const newest = encode({ ...newerTrade, venue: 'main' } as Trade, newerCodec)
    await writer.append([newest].map(toRecord))
    await writer.append([encode(lastTrade)].map(toRecord))
  } finally {
    await logs.close()
  }
  const all = [...trades, newerTrade, lastTrade]
  return {
    topic: `${logs.prefix}trades`,
    lines: all.map((t) => `${t.market_id} ${t.price} ${t.size} ${t.side}`),
    keys: [...all.map((t) => t.market_id), rain],
    aborted: 4,
  }
}

/** Like two instances of which the group has removed one: the later one aborts first. */
async function abortOverlapping(logs: KafkaLogs, { key, value }: Encoded): Promise<void> {
  const partition = partitionOf(key, topics.trades.partitions)
  const message = { topic: `${logs.prefix}trades`, messages: [{ key, value, partition }] }
  const [first, second] = [await logs.producer('first'), await logs.producer('second')]
  const [earlier, later] = [await first.transaction(), await second.transaction()]
  await earlier.send(message)
  await later.send(message)
  await later.send(message)
  await later.abort()
  await earlier.abort()
}

function mustNotBe(): void {
  throw new Error('it was not refused')
}

function mustBeRefused(error: unknown): void {
  if (!(error instanceof LogError) || error.retriable || error.unknown) throw error
}

/** The schema of trades as it may be one day. */
function withVenue(): AvroSchema {
  const schema = structuredClone(readTopicSchemas().trades) as unknown as {
    readonly fields: readonly [{ readonly type: readonly [string, { readonly fields: object[] }] }]
  }
  schema.fields[0].type[1].fields.push({ name: 'venue', type: ['null', 'string'], default: null })
  return schema as unknown as AvroSchema
}

function toTrade(marketId: string, more: Partial<Trade>): Trade {
  if (!example.trade) throw new Error('the example is no trade')
  return { ...example.trade, id: randomUUID(), market_id: marketId, ...more }
}
