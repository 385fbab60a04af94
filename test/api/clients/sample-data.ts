// One market of each kind that the operations of the API ask about, for the generated clients.
import type { Store } from '../../../services/lib/store/port.ts'
import {
  insertBooks,
  insertEvents,
  insertMarkets,
  insertMatches,
  insertTrades,
  marketRow,
} from '../rows.ts'
import { nowMs, nowS } from '../running-api.ts'
import { buy, insertWallet, newWallet } from '../wallets/wallet-rows.ts'

const wallet = newWallet()
const ms = nowMs - 3_600_000

/** Values of parameters by name; null for those that are left out. */
export const samples: Readonly<Record<string, unknown>> = {
  market_id: 'pb_RAIN',
  other_market_id: 'pa_1',
  address: wallet,
  ids: ['pb_RAIN', 'pa_1'],
  market_ids: ['pb_RAIN', 'pa_1'],
  slug: 'rain',
  kind: 'candles',
  q: 'rain',
  start_ts: nowS - 86_400,
  at_time: nowS - 60,
  // the price at a past time cannot be provisional
  provisional: null,
  cursor: null,
  'If-None-Match': '"another"',
}

export async function addSampleData(store: Store): Promise<void> {
  const fields = {
    question: 'Will it rain?',
    volume_24h: '12.5',
    created_at: nowS - 86_400,
    event_slug: 'rain',
    event_title: 'Rain',
  }
  await insertMarkets(store, [
    marketRow('pb_RAIN', { ...fields, slug: 'rain', event_id: 'pb_rain' }),
    marketRow('pa_1', { ...fields, event_id: 'pa_rain', event_slug: 'rain-a' }),
  ])
  const event = { slug: 'rain', title: 'Rain', category: 'Weather', tags: ['Rain'], version: 1 }
  await insertEvents(store, [{ id: 'pb_rain', ...event }])
  const trade = { market_id: 'pb_RAIN', side: 'buy', outcome: 1, received_at_ms: ms } as const
  await insertTrades(store, [
    { ...trade, ms, id: '1', price: '0.53', size: '12.25', position: 1 },
    { ...trade, ms: ms + 1, id: '2', price: '0.54', size: '1', position: 2 },
  ])
  const bids = [{ price: '0.52', size: '10.5' }]
  const asks = [{ price: '0.55', size: '3' }]
  await insertBooks(store, [
    { market_id: 'pb_RAIN', ms, bids, asks, received_at_ms: ms, version: 1 },
  ])
  await insertMatches(store, [
    {
      market_id: 'pb_RAIN',
      other_market_id: 'pa_1',
      score: 92.5,
      confidence: 'high',
      outcome_index: 0,
      version: 1,
    },
  ])
  await insertWallet(store, [buy(wallet, { market_id: 'pa_1', size: '12', price: '0.53', ms })])
}
