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
import { mapBody, mapMarketBody, mapTrade } from '../platforms/mapping/map-body.ts'
import type { MappingResult } from '../platforms/mapping/result.ts'
import { deadLetter } from '../platforms/mapping/result.ts'
import { parseObject } from '../platforms/json.ts'

type NormalizerInput = StageRecord<InputTopicOf<'normalizer'>>
type NormalizerOutput = StageResult<OutputTopicOf<'normalizer'>>

/**
 * Converts one raw record to the unified record to emit. If that is not possible, returns a dead letter, or `drop` for
 * a record that no operator has to look at.
 */
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
  return toStageResult(mapTrade(raw, origin), (trade) => ({
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
 * Copies the watermark of a wallet to the same partition number of `wallet-activity`, as `toWatermarkRecord` does for
 * trades. Both topics have wallets as keys.
 */
function toWalletWatermarkRecord(
  { partition, key }: NormalizerInput,
  progress: WalletProgress,
): NormalizerOutput {
  const value = { activity: null, progress }
  return { emit: [{ topic: 'wallet-activity', key: key ?? progress.wallet, partition, value }] }
}

function toStageResult<T>(
  result: MappingResult<T>,
  toRecord: (value: T) => EmittedRecord<OutputTopicOf<'normalizer'>>,
): NormalizerOutput {
  return 'value' in result ? { emit: [toRecord(result.value)] } : result
}
