// Positions as /v1 has to answer them of a wallet of which purchases are all that is recorded.
import { numberOf, product, quotient, rounded, sumOf, unitsIn, unitsOf } from './scaled-integers.ts'
import type { Json } from './recordings.ts'

/** Without the fee of the taker: price times size. */
export function costOf(row: Json): bigint {
  return product(unitsIn(row, 'size'), unitsIn(row, 'price'))
}

/**
 * The most valuable first. `bought`: of second outcomes only. `listed`: the markets that are served, by
 * condition.
 */
export function positionsOf(bought: readonly Json[], listed: ReadonlyMap<string, Json>) {
  return [...new Set(bought.map((row) => row['conditionId']))]
    .map((condition) => {
      const rows = bought.filter((row) => row['conditionId'] === condition)
      const market = listed.get(String(condition))
      const [size, cost] = [sumOf(rows.map((row) => unitsIn(row, 'size'))), sumOf(rows.map(costOf))]
      const initial = rounded(cost, 6)
      const prices = market ? (JSON.parse(String(market['outcomePrices'])) as string[]) : []
      const labels = market ? (JSON.parse(String(market['outcomes'])) as string[]) : []
      const price = prices[1] === undefined ? null : unitsOf(prices[1])
      const current = price === null ? null : rounded(product(size, price), 6)
      const gain = current === null ? null : current - initial
      const percent = gain === null ? null : rounded(quotient(100n * gain, initial), 4)
      const number = (value: bigint | null) => (value === null ? null : numberOf(value))
      return {
        market_id: `pa_${String(condition)}`,
        platform: 'platform_a',
        outcome: labels[1] ?? rows[0]?.['outcome'],
        size: numberOf(size),
        avg_price: numberOf(rounded(quotient(cost, size), 12)),
        initial_value: numberOf(initial),
        current_value: number(current),
        cash_pnl: number(gain),
        percent_pnl: number(percent),
        realized_pnl: 0,
        cur_price: number(price),
        redeemable: false,
        market_slug: market?.['slug'] ?? rows[0]?.['slug'],
        event_slug: rows[0]?.['eventSlug'],
        title: market?.['question'] ?? rows[0]?.['title'],
      }
    })
    .toSorted((a, b) => (b.current_value ?? -1) - (a.current_value ?? -1))
}
