// A small world for the tests of batches: markets of every kind, in memory and long ended, and what a single request
// about each of them returns.
import type {
  CandleResult,
  Completeness,
  ErrorBody,
  ItemError,
  PriceResult,
} from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import type { SeededRandom } from '../support/random.ts'
import {
  insertFeeds,
  insertMarkets,
  insertObjects,
  insertQuotes,
  insertTrades,
  marketRow,
  type FeedRow,
  type TradeRow,
} from './rows.ts'
import { nowMs, nowS, type Answered } from './running-api.ts'

const daySeconds = 86_400
const yesNo = (yes: string | null) => [
  { label: 'Yes', token_id: '', listed_price: yes },
  { label: 'No', token_id: '', listed_price: yes === null ? null : String(1 - Number(yes)) },
]
const ended = (days: number) => ({
  close_time: nowS - days * daySeconds,
  resolved_at: nowS - days * daySeconds,
  received_at_ms: nowMs - 1_000,
})

const markets = [
  marketRow('pa_open'),
  marketRow('pa_quiet'),
  marketRow('pb_OPEN/(1).A'),
  marketRow('pa_old-trades'),
  marketRow('pa_settled', { status: 'resolved', outcomes: yesNo('1'), ...ended(3) }),
  marketRow('pb_UNPAID', { status: 'resolved', outcomes: yesNo(null), ...ended(4) }),
  marketRow('pa_closed', { status: 'closed', ...ended(2) }),
  marketRow('pa_ended', { status: 'resolved', outcomes: yesNo('0'), ...ended(400) }),
  marketRow('pb_ENDED', { status: 'closed', ...ended(500) }),
]
/** The last two are not in memory. */
export const marketIds = markets.map(({ id }) => id)
export const unknownIds = ['pa_unknown', 'pb_unknown', 'zz_1', 'pa_', '', 'x'.repeat(600), "pa_'\\"]
const untraded = new Set(['pa_quiet'])

export async function insertBatchWorld(store: Store, random: SeededRandom): Promise<void> {
  await insertMarkets(store, markets)
  const trades = markets
    .filter(({ id }) => !untraded.has(id))
    .flatMap(({ id: market_id, close_time: close }): TradeRow[] =>
      Array.from({ length: 60 }, (_, i) => ({
        market_id,
        ms: ((close ?? nowS) - 1 - random.below(20 * daySeconds)) * 1000,
        id: `t-${i}`,
        price: `0.${1 + random.below(98)}`,
        size: String(1 + random.below(50)),
        side: 'buy',
        outcome: random.below(2),
        received_at_ms: nowMs,
        position: i,
      })),
    )
  await insertTrades(store, trades)
  await insertQuotes(store, [
    {
      market_id: 'pa_open',
      ms: nowMs - 5_000,
      bid: '0.4',
      ask: '0.42',
      received_at_ms: 1,
      version: 1,
    },
  ])
  await insertObjects(
    store,
    'candles_1h',
    [...new Set(trades.map((t) => `${t.market_id} ${t.ms - (t.ms % 3_600_000)}`))].map((key) => {
      const [market_id, ms] = key.split(' ')
      const prices = { open: '0.1', high: '0.9', low: '0.05', close: '0.123456789' }
      const sums = { volume: '12.5', notional: '3.25', outcome_notional: '4', trade_count: 3 }
      return { market_id, hour: Number(ms) / 1000, ...prices, ...sums, version: 1 }
    }),
  )
  const tape = (platform: FeedRow['platform']): FeedRow => ({
    platform,
    market_id: '',
    complete_from_ms: nowMs - 10 * daySeconds * 1000,
    complete_until_ms: nowMs - 60_000,
    gaps: [
      {
        from_ms: nowMs - 8 * daySeconds * 1000,
        until_ms: nowMs - 7.5 * daySeconds * 1000,
        reason: 'unreachable',
      },
    ],
    version: 1,
  })
  const history = (platform: FeedRow['platform'], market_id: string, days: number): FeedRow => ({
    platform,
    market_id,
    complete_from_ms: days === 0 ? 0 : nowMs - days * daySeconds * 1000,
    complete_until_ms: nowMs - 10 * daySeconds * 1000,
    gaps: [],
    version: 1,
  })
  await insertFeeds(store, [
    tape('platform_a'),
    tape('platform_b'),
    history('platform_a', 'pa_open', 0),
    history('platform_b', 'pb_OPEN/(1).A', 0),
    history('platform_a', 'pa_old-trades', 15),
  ])
}

/** What a batch states about the answer of a single request: the same in other words. */
export function expectedResult({ status, body, headers }: Answered, place: readonly string[]) {
  const isFound = status === 200
  const { detail = [] } = isFound ? {} : (body as ErrorBody)
  const error: ItemError = {
    status,
    detail: detail.map((one) => ({
      ...one,
      loc: place[0] === 'query' ? [...place] : [...place, one.loc[1] ?? ''],
    })),
  }
  return {
    answer: isFound ? body : null,
    error: isFound ? null : error,
    completeness: completenessOf(headers),
  }
}

function completenessOf(headers: Headers): Completeness | null {
  const until = headers.get('X-Data-Complete-Until')
  if (until === null) return null
  const gaps = (headers.get('X-Data-Gaps') ?? '').split(', ').filter(Boolean)
  return {
    complete_until_ms: Number(until),
    gaps: gaps.map((text) => {
      const [, from, end, reason = ''] = /^(\d+)-(\d+);(\w+)$/.exec(text) ?? []
      return { from_ms: Number(from), until_ms: Number(end), reason }
    }),
    has_more_gaps: false,
    history_not_requested: headers.get('X-History-Not-Requested'),
  }
}

export const ofPrice = ({ price, error, completeness }: PriceResult) => ({
  answer: price,
  error,
  completeness,
})
export const ofCandles = ({ page, error, completeness }: CandleResult) => ({
  answer: page,
  error,
  completeness,
})
