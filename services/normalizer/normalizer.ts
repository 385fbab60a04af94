// The normalizer: what the platforms said (raw.*) into the unified model. A pure function of one
// record: replaying a raw record gives the same unified record, byte for byte.
import type {
  FeedProgress,
  Origin,
  Platform,
  RawActivity,
  RawBook,
  RawMarket,
  RawTrade,
  WalletProgress,
} from '../../schemas/generated/events.ts'
import type { Outcome, StageRecord, Transform } from '../platform/run/stage.ts'
import type { Emitted, Reads, Writes } from '../topology.ts'
import type { Fate } from './fate.ts'
import { deadLetter } from './fate.ts'
import { parseObject } from './json.ts'
import type { Mapper, Said } from './mapper.ts'
import { platformA } from './platforms/platform-a.ts'
import { platformB } from './platforms/platform-b.ts'

type Input = StageRecord<Reads<'normalizer'>>
type Output = Outcome<Writes<'normalizer'>>

const mappers: Readonly<Record<Platform, Mapper>> = { platform_a: platformA, platform_b: platformB }

export const normalize: Transform<'normalizer'> = (record) => {
  const origin = { topic: record.topic, partition: record.partition, offset: record.offset }
  switch (record.topic) {
    case 'raw.markets':
      return record.value.kind === 'market'
        ? toMarketRecord(record.value, origin)
        : toEventRecord(record.value, origin)
    case 'raw.trades':
      return record.value.progress === null
        ? toTradeRecord(record.value, origin)
        : toProgressRecord(record, record.value.progress)
    case 'raw.books':
      return toBookRecord(record.value, origin)
    case 'raw.wallets':
      return record.value.progress === null
        ? toActivityRecord(record.value, origin)
        : toWalletProgressRecord(record, record.value.progress)
  }
}

function toMarketRecord(raw: RawMarket, origin: Origin): Output {
  const fate = mapBody(raw, origin, raw.body, (said) => {
    if (raw.event_body === null) return mappers[raw.platform].toMarket(said, null)
    const event = parseObject(raw.event_body)
    return 'value' in event ? mappers[raw.platform].toMarket(said, event.value) : event
  })
  return emitted(fate, (market) => ({ topic: 'markets', key: market.id, value: market }))
}

function toEventRecord(raw: RawMarket, origin: Origin): Output {
  const fate = mapBody(raw, origin, raw.body, mappers[raw.platform].toEvent)
  return emitted(fate, (event) => ({ topic: 'events', key: event.id, value: event }))
}

function toTradeRecord(raw: RawTrade, origin: Origin): Output {
  if (raw.body === null) return deadLetter('missing_field', 'body and progress')
  const fate = mapBody(raw, origin, raw.body, mappers[raw.platform].toTrade)
  return emitted(fate, (trade) => ({
    topic: 'trades',
    key: trade.market_id,
    value: { trade, progress: null },
  }))
}

/**
 * A claim speaks of what lies before it in its partition. Its trades keep their partition number,
 * because both topics are keyed by market and have as many partitions; so does the claim.
 */
function toProgressRecord({ partition, key }: Input, progress: FeedProgress): Output {
  const value = { trade: null, progress }
  return { emit: [{ topic: 'trades', key: key ?? progress.feed, partition, value }] }
}

function toBookRecord(raw: RawBook, origin: Origin): Output {
  const fate = mapBody(raw, origin, raw.body, mappers[raw.platform].toBook)
  return emitted(fate, (book) => ({ topic: 'books', key: book.market_id, value: book }))
}

function toActivityRecord(raw: RawActivity, origin: Origin): Output {
  if (raw.body === null) return deadLetter('missing_field', 'body and progress')
  const fate = mapBody(raw, origin, raw.body, mappers[raw.platform].toActivity)
  return emitted(fate, (activity) => ({
    topic: 'wallet-activity',
    key: activity.wallet,
    value: { activity, progress: null },
  }))
}

/** Keeps its partition number, as a claim about trades does: both topics are keyed by wallet. */
function toWalletProgressRecord({ partition, key }: Input, progress: WalletProgress): Output {
  const value = { activity: null, progress }
  return { emit: [{ topic: 'wallet-activity', key: key ?? progress.wallet, partition, value }] }
}

function mapBody<Raw, T>(
  raw: Raw,
  origin: Origin,
  text: string,
  map: (said: Said<Raw>) => Fate<T>,
): Fate<T> {
  const body = parseObject(text)
  return 'value' in body ? map({ raw, origin, body: body.value }) : body
}

function emitted<T>(fate: Fate<T>, toRecord: (value: T) => Emitted<Writes<'normalizer'>>): Output {
  return 'value' in fate ? { emit: [toRecord(fate.value)] } : fate
}
