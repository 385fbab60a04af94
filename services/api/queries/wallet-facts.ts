// Everything a wallet did that moves a position, page by page, in the order in which it is folded
// (services/domain/positions.ts), and a token that changes when any of it does.
import type { PositionFact } from '../../domain/positions-order.ts'
import type { Store } from '../../platform/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface FactRow extends PositionFact {
  readonly market_id: string
  /** Label of the outcome, and of the market its slug and question, as the platform said them; may be empty. */
  readonly label: string
  readonly market_slug: string
  readonly title: string
  /** Within an instant: what is acquired comes before what is given away. */
  readonly rank: number
}

const factsSql = `
SELECT id, type, market_id, outcome AS outcome_index, label, side,
  market_slug, nullIf(wallet_activity.event_slug, '') AS event_slug, title,
  toString(price) AS price, toString(size) AS size,
  toString(ifNull(wallet_activity.usdc_size,
    toDecimal128(round(assumeNotNull(wallet_activity.price) * wallet_activity.size, 6), 6))) AS usdc_size,
  replaceRegexpOne(id, '-[^-]*$', '') AS tx_hash, toUnixTimestamp64Milli(ts) AS timestamp_ms,
  multiIf(type = 'SPLIT', 0, type = 'TRADE' AND side = 'buy', 1, type = 'CONVERSION', 2,
    type = 'TRADE', 3, type = 'MERGE', 4, 5) AS rank
FROM wallet_activity FINAL
WHERE wallet = {wallet:String} AND type != 'REWARD'
  AND ts >= fromUnixTimestamp64Milli({t:Int64}, 'UTC')
  AND (timestamp_ms, rank, tx_hash, id) > ({t:Int64}, {rank:Int16}, {tx:String}, {id:String})
ORDER BY timestamp_ms, rank, tx_hash, id LIMIT {n:UInt32}`

const factsPerPage = 10_000

export async function* readWalletFacts(
  store: Store,
  wallet: string,
): AsyncGenerator<readonly FactRow[]> {
  let after = { t: 0, rank: -1, tx: '', id: '' }
  for (;;) {
    const rows = await queryPlainRows<FactRow>(store, factsSql, {
      wallet,
      ...after,
      n: factsPerPage,
    })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < factsPerPage) return
    after = { t: last.timestamp_ms, rank: last.rank, tx: last.tx_hash, id: last.id }
  }
}

/** Merges in the background may change it too. */
const stateSql = `
SELECT concat(toString(count()), '/', toString(sum(cityHash64(id, version)))) AS state
FROM wallet_activity WHERE wallet = {wallet:String}`

export async function queryWalletState(store: Store, wallet: string): Promise<string> {
  const [row] = await store.query<{ readonly state: string }>(stateSql, { wallet })
  return row?.state ?? ''
}
