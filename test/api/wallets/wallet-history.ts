// Short notation for the activity of wallets and their expected positions, for tests of positions.
import { expect } from '@jest/globals'
import type { WalletPosition, WalletPositionPage } from '../../../schemas/generated/api.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { expectSchema } from '../expect-schema.ts'
import { marketRow, type MarketRow } from '../rows.ts'
import type { RunningApi } from '../running-api.ts'
import { activityRow, buy, insertWallet, newWallet, sell, type ActivityRow } from './wallet-rows.ts'

/** Of whichever wallet. */
export type RowFor = (wallet: string) => ActivityRow
type More = Partial<ActivityRow>

/** Of the first outcome, if it names no other. */
export const bought =
  (market_id: string, size: string, price: string, more: More = {}): RowFor =>
  (wallet) =>
    buy(wallet, { market_id, size, price, ...more })
export const sold =
  (market_id: string, size: string, price: string, more: More = {}): RowFor =>
  (wallet) =>
    sell(wallet, { market_id, size, price, ...more })
export const did =
  (type: ActivityRow['type'], market_id: string, size: string, more: More = {}): RowFor =>
  (wallet) =>
    activityRow(wallet, { type, market_id, size, usdc_size: size, ...more })

/** A new wallet with this in its past. */
export async function insertPast(store: Store, past: readonly RowFor[]): Promise<string> {
  const wallet = newWallet()
  await insertWallet(
    store,
    past.map((rowFor) => rowFor(wallet)),
  )
  return wallet
}

/** Open, and with this as the price of its first outcome, if it says nothing else. */
export function listedMarket(
  id: string,
  price: string | null,
  fields: Partial<MarketRow> = {},
): MarketRow {
  return marketRow(id, {
    outcomes: [
      { label: 'Yes', token_id: '1', listed_price: price },
      { label: 'No', token_id: '2', listed_price: null },
    ],
    ...fields,
  })
}

export async function positionsOf(
  api: RunningApi,
  wallet: string,
  query = '',
): Promise<WalletPosition[]> {
  const { status, body } = await api.get(`/v1/wallets/${wallet}/positions?${query}`)
  expect(status).toBe(200)
  expectSchema('wallet-position-page', body)
  return (body as WalletPositionPage).positions
}

export async function positionsTextOf(
  api: RunningApi,
  wallet: string,
  query = '',
): Promise<string> {
  return (await api.get(`/v1/wallets/${wallet}/positions?${query}`)).text
}

export const marketsOf = (found: readonly WalletPosition[]): string[] =>
  found.map(({ market_id: id }) => id)
