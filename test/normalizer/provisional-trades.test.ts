// Messages of streams about trades, and what the normalizer makes of them.
import { describe, expect, it } from '@jest/globals'
import { confirmationKeyOf } from '../../services/domain/provisional-trade.ts'
import { normalize } from '../../services/normalizer/normalizer.ts'
import {
  normalizeProvisionalTrade,
  normalizeTrade,
  provisionalTradeIn,
  receivedAtMs,
  tradeIn,
} from './records.ts'

const timeMs = receivedAtMs - 123
const tokens = ['111', '222']

const messageOfA = {
  event_type: 'last_trade_price',
  market: '0xm',
  asset_id: '222',
  price: '0.43',
  size: '12.5',
  side: 'BUY',
  fee_rate_bps: '0',
  timestamp: String(timeMs),
  transaction_hash: '0xabc',
}
const rowOfA = {
  conditionId: '0xm',
  asset: '222',
  price: 0.43,
  size: 12.5,
  side: 'BUY',
  timestamp: Math.floor(timeMs / 1000) + 2,
  transactionHash: '0xabc',
  proxyWallet: '0xwallet',
}
const messageOfB = {
  type: 'trade',
  sid: 2,
  seq: 9,
  sending_ts_ms: timeMs + 20,
  msg: {
    trade_id: 'id-1',
    market_ticker: 'T.1',
    yes_price_dollars: '0.3600',
    no_price_dollars: '0.6400',
    count_fp: '136.00',
    taker_outcome_side: 'no',
    ts_ms: timeMs,
  },
}
const rowOfB = {
  trade_id: 'id-1',
  ticker: 'T.1',
  yes_price_dollars: '0.3600',
  count_fp: '136.00',
  taker_outcome_side: 'no',
  created_time: new Date(timeMs).toISOString(),
}

describe('the trade of a message has the values of the trade that requests return', () => {
  it('on platform_a, except for the id, the time and the wallet', () => {
    const trade = provisionalTradeIn(
      normalizeProvisionalTrade('platform_a', 'pa_0xm', messageOfA, tokens),
    )
    const confirming = tradeIn(
      normalizeTrade('platform_a', 'pa_0xm', rowOfA, { tokens, outcomes: ['Yes', 'No'] }),
    )
    const { id, timestamp_ms, wallet, origin, ...others } = trade
    expect(confirming).toMatchObject(others)
    expect({ timestamp_ms, wallet, origin }).toEqual({
      timestamp_ms: timeMs,
      wallet: null,
      origin: { topic: 'raw.provisional-trades', partition: 3, offset: 42 },
    })
    expect(id).not.toBe(confirming.id)
    expect(confirmationKeyOf(trade)).toBe(confirmationKeyOf(confirming))
    const ofOtherToken = { ...messageOfA, asset_id: '111' }
    const other = normalizeProvisionalTrade('platform_a', 'pa_0xm', ofOtherToken, tokens)
    expect(confirmationKeyOf(provisionalTradeIn(other))).not.toBe(confirmationKeyOf(trade))
  })

  it('on platform_b, with the same id', () => {
    const trade = provisionalTradeIn(normalizeProvisionalTrade('platform_b', 'pb_T.1', messageOfB))
    const confirming = tradeIn(normalizeTrade('platform_b', 'pb_T.1', rowOfB))
    expect(trade).toEqual({ ...confirming, origin: trade.origin })
    expect(confirmationKeyOf(trade)).toBe(confirmationKeyOf(confirming))
  })

  it('on platform_b, with the time of sending if that of the trade is missing', () => {
    const { ts_ms: _, ...msg } = messageOfB.msg
    const body = { ...messageOfB, msg }
    const trade = provisionalTradeIn(normalizeProvisionalTrade('platform_b', 'pb_T.1', body))
    expect(trade.timestamp_ms).toBe(timeMs + 20)
  })
})

describe('a message that cannot be mapped is dropped, because requests return its trade', () => {
  it.each([
    ['no JSON', '{"msg":'],
    ['no trade', { type: 'trade' }],
    ['another market', { ...messageOfB, msg: { ...messageOfB.msg, market_ticker: 'T.2' } }],
    ['no side', { ...messageOfB, msg: { ...messageOfB.msg, taker_outcome_side: undefined } }],
    ['an empty price', { ...messageOfB, msg: { ...messageOfB.msg, yes_price_dollars: '', no_price_dollars: '' } }], // prettier-ignore
  ])('%s', (_, body) => {
    expect(normalizeProvisionalTrade('platform_b', 'pb_T.1', body)).toEqual({
      drop: 'unreadable_message',
    })
  })

  it('a token of no known outcome', () => {
    const normalized = normalizeProvisionalTrade('platform_a', 'pa_0xm', messageOfA, [])
    expect(normalized).toEqual({ drop: 'unreadable_message' })
  })
})

it('a withdrawal stays as it is', () => {
  const withdrawal = {
    trade_id: 'id-1',
    market_id: 'pb_T.1',
    platform: 'platform_b',
    reason: 'not_listed',
    withdrawn_at_ms: 5,
  } as const
  const value = {
    platform: 'platform_b',
    market_id: 'pb_T.1',
    url: '',
    received_at_ms: 5,
    sent_at_ms: null,
    body: null,
    tokens: [],
    outcomes: [],
    withdrawal,
  } as const
  const record = { topic: 'raw.provisional-trades', partition: 1, offset: 2, key: 'pb_T.1', value }
  expect(normalize(record as Parameters<typeof normalize>[0])).toEqual({
    emit: [{ topic: 'provisional-trades', key: 'pb_T.1', value: { trade: null, withdrawal } }],
  })
})
