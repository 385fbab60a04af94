// The normalizer stage: converts raw records, which contain what the platforms sent (topics raw.*), to
// records of the unified model. The result depends only on the raw record, so a replay gives the same record,
// byte for byte.
import type {
  FeedProgress,
  Origin,
  RawActivity,
  RawBook,
  RawMarket,
  RawProvisionalTrade,
  RawTrade,
  TradeWithdrawal,
  WalletProgress,
} from '../../schemas/generated/events.ts'
import { limitBookDepth } from '../domain/order-book.ts'
import type { StageResult, StageRecord, Transform } from '../lib/run/stage.ts'
import type { EmittedRecord, InputTopicOf, OutputTopicOf } from '../topology.ts'
import type { MappingResult } from '../platforms/mapping/result.ts'
import { deadLetter } from '../platforms/mapping/result.ts'
import { parseObject } from '../platforms/json.ts'
import { platforms } from '../platforms/modules.ts'
import { parseId } from '../platforms/identity.ts'
import type { MarketInput, Mapper, RawInput } from '../platforms/mapper.ts'

type NormalizerInput = StageRecord<InputTopicOf<'normalizer'>>
type NormalizerOutput = StageResult<OutputTopicOf<'normalizer'>>

const mappers: ReadonlyMap<string, Mapper> = new Map(platforms.map((p) => [p.name, p.mapper]))

/** Converts one raw record to the records to emit, or to a dead letter if that is not possible. */
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
        : toWatermarkRecord(record, record.value.progress)
    case 'raw.provisional-trades':
      return record.value.withdrawal === null
        ? toProvisionalTradeRecord(record.value, origin)
        : toWithdrawalRecord(record.value.withdrawal)
    case 'raw.books':
      return toBookRecord(record.value, origin)
    case 'raw.wallets':
      return record.value.progress === null
        ? toActivityRecord(record.value, origin)
        : toWalletWatermarkRecord(record, record.value.progress)
  }
}

function toMarketRecord(raw: RawMarket, origin: Origin): NormalizerOutput {
  const result = mapBody(raw, origin, raw.body, (mapper, input) => {
    if (raw.event_body === null) return mapper.toMarket(input, null)
    const event = parseObject(raw.event_body)
    return 'value' in event ? mapper.toMarket(input, event.value) : event
  })
  return toStageResult(result, (market) => ({ topic: 'markets', key: market.id, value: market }))
}

function toEventRecord(raw: RawMarket, origin: Origin): NormalizerOutput {
  const result = mapBody(raw, origin, raw.body, (mapper, input) => mapper.toEvent(input))
  return toStageResult(result, (event) => ({ topic: 'events', key: event.id, value: event }))
}

function toTradeRecord(raw: RawTrade, origin: Origin): NormalizerOutput {
  if (raw.awaits_market) return { drop: 'awaits_market' }
  if (raw.body === null) return deadLetter('missing_field', 'body and progress')
  const result = mapMarketBody(raw, origin, raw.body, (mapper, input) => mapper.toTrade(input))
  return toStageResult(result, (trade) => ({
    topic: 'trades',
    key: trade.market_id,
    value: { trade, progress: null },
  }))
}

/**
 * Copies a watermark (the statement that a feed of trades is complete until some time) to the same partition
 * number of the topic `trades`. A watermark covers the records before it in its partition. Both topics have
 * market ids as keys and the same number of partitions, so the copy covers the same trades.
 */
function toWatermarkRecord(
  { partition, key }: NormalizerInput,
  progress: FeedProgress,
): NormalizerOutput {
  const value = { trade: null, progress }
  return { emit: [{ topic: 'trades', key: key ?? progress.feed, partition, value }] }
}

function toProvisionalTradeRecord(raw: RawProvisionalTrade, origin: Origin): NormalizerOutput {
  const context = { ...raw, repeat: 0 }
  const result = mapMarketBody(context, origin, raw.body ?? '', ({ toProvisionalTrade }, input) =>
    toProvisionalTrade ? toProvisionalTrade(input) : { drop: 'unreadable_message' },
  )
  if ('deadLetter' in result) return { drop: 'unreadable_message' }
  return toStageResult(result, (trade) => ({
    topic: 'provisional-trades',
    key: trade.market_id,
    value: { trade, withdrawal: null },
  }))
}

function toWithdrawalRecord(withdrawal: TradeWithdrawal): NormalizerOutput {
  const value = { trade: null, withdrawal }
  return { emit: [{ topic: 'provisional-trades', key: withdrawal.market_id, value }] }
}

function toBookRecord(raw: RawBook, origin: Origin): NormalizerOutput {
  const result = mapMarketBody(raw, origin, raw.body, (mapper, input) => mapper.toBook(input))
  return toStageResult(result, (book) => ({
    topic: 'books',
    key: book.market_id,
    value: limitBookDepth(book, raw.depth),
  }))
}

function toActivityRecord(raw: RawActivity, origin: Origin): NormalizerOutput {
  if (raw.body === null) return deadLetter('missing_field', 'body and progress')
  const result = mapBody(raw, origin, raw.body, ({ toActivity }, input) =>
    toActivity ? toActivity(input) : deadLetter('no_wallets', 'wallet', raw.wallet),
  )
  return toStageResult(result, (activity) => ({
    topic: 'wallet-activity',
    key: activity.wallet,
    value: { activity, progress: null },
  }))
}

/**
 * Copies the watermark of a wallet to the same partition number, as for trades. Both topics have wallets as
 * keys.
 */
function toWalletWatermarkRecord(
  { partition, key }: NormalizerInput,
  progress: WalletProgress,
): NormalizerOutput {
  const value = { activity: null, progress }
  return { emit: [{ topic: 'wallet-activity', key: key ?? progress.wallet, partition, value }] }
}

/**
 * Parses the body of a raw record and converts it with the mapper of its platform. Returns a dead letter if
 * the platform is unknown or the body is not a JSON object.
 */
function mapBody<Raw extends { readonly platform: string }, T>(
  raw: Raw,
  origin: Origin,
  text: string,
  map: (mapper: Mapper, input: RawInput<Raw>) => MappingResult<T>,
): MappingResult<T> {
  const mapper = mappers.get(raw.platform)
  if (mapper === undefined) return deadLetter('unknown_platform', 'platform', raw.platform)
  const body = parseObject(text)
  return 'value' in body ? map(mapper, { raw, origin, body: body.value }) : body
}

/** Does the same as `mapBody`, for records with a market id, which must be an id of the record's platform. */
function mapMarketBody<Raw extends { readonly platform: string; readonly market_id: string }, T>(
  raw: Raw,
  origin: Origin,
  text: string,
  map: (mapper: Mapper, input: MarketInput<Raw>) => MappingResult<T>,
): MappingResult<T> {
  return mapBody(raw, origin, text, (mapper, { body }) => {
    const id = parseId(raw.market_id)
    // An object spread for `raw` would take 5% of the normalizer's time.
    return id?.platform === raw.platform
      ? map(mapper, { raw, origin, body, nativeId: id.nativeId })
      : deadLetter('bad_market_id', 'market_id', raw.market_id)
  })
}

function toStageResult<T>(
  result: MappingResult<T>,
  toRecord: (value: T) => EmittedRecord<OutputTopicOf<'normalizer'>>,
): NormalizerOutput {
  return 'value' in result ? { emit: [toRecord(result.value)] } : result
}
