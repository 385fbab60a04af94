// Facts of a wallet for the tests of positions, and what the fold makes of them, in decimals.
import { fromScaled } from '../../services/domain/money.ts'
import type { EventMarket, EventMarketsOf } from '../../services/domain/positions-conversion.ts'
import type { PositionFact } from '../../services/domain/positions-order.ts'
import { createPositionsFold } from '../../services/domain/positions.ts'

/** Market `m`, first outcome, at an instant of its own unless it says otherwise. */
type Said = Partial<PositionFact>
export type Draft = Omit<PositionFact, 'id' | 'tx_hash' | 'timestamp_ms'> & Said

const nothing = { market_id: 'm', outcome_index: null, side: null, price: null, event_slug: null }

const trade = (side: 'buy' | 'sell', size: string, price: string, said: Said): Draft => ({
  ...nothing,
  type: 'TRADE',
  outcome_index: 0,
  side,
  price,
  size,
  usdc_size: '0', // the fold goes by the price
  ...said,
})
export const buy = (size: string, price: string, said: Said = {}) => trade('buy', size, price, said)
export const sell = (size: string, price: string, said: Said = {}) =>
  trade('sell', size, price, said)

const of =
  (type: PositionFact['type']) =>
  (size: string, said: Said = {}): Draft => ({
    ...nothing,
    type,
    size,
    usdc_size: size,
    ...said,
  })
export const split = of('SPLIT')
export const merge = of('MERGE')
export const reward = of('REWARD')
/** Without `outcome_index`, of the whole market. */
export const redeem = (size: string, dollars: string, said: Said = {}) =>
  of('REDEEM')(size, { usdc_size: dollars, ...said })
export const convert = (market: string, size: string, said: Said = {}) =>
  of('CONVERSION')(size, { market_id: market, tx_hash: '0xc', ...said })

/** One after the other; conversions that follow each other in one transaction are at one instant. */
export function facts(...drafts: readonly Draft[]): readonly PositionFact[] {
  let timestampMs = 0
  return drafts.map((draft, i) => {
    const before = drafts[i - 1]
    const isSame =
      draft.type === 'CONVERSION' &&
      before?.type === 'CONVERSION' &&
      before.tx_hash === draft.tx_hash
    if (!isSame) timestampMs += 1000
    return {
      id: String(i).padStart(5, '0'),
      tx_hash: `0x${i}`,
      timestamp_ms: timestampMs,
      ...draft,
    }
  })
}

/** Events by their markets; a market in none belongs to an unknown one. */
export function listing(...events: readonly (readonly (string | EventMarket)[])[]): EventMarketsOf {
  const markets = events.map((event) =>
    event.map((market) => (typeof market === 'string' ? { id: market, createdAt: null } : market)),
  )
  return (id) => markets.find((event) => event.some((market) => market.id === id)) ?? []
}

export type Held = { readonly size: string; readonly cost: string; readonly realized: string }

/** What is held in the end, by `market/outcome index`. */
export function fold(
  sequence: readonly PositionFact[],
  eventMarketsOf: EventMarketsOf = listing(),
): Readonly<Record<string, Held>> {
  const positions = createPositionsFold({ eventMarketsOf })
  for (const fact of sequence) positions.add(fact)
  return heldIn(positions)
}

export function heldIn(
  positions: ReturnType<typeof createPositionsFold>,
): Readonly<Record<string, Held>> {
  return Object.fromEntries(
    positions.positions().map(({ marketId, outcomeIndex, sizeUnits, costUnits, realizedUnits }) => [
      `${marketId}/${outcomeIndex}`,
      {
        size: fromScaled(sizeUnits, 24),
        cost: fromScaled(costUnits, 24),
        realized: fromScaled(realizedUnits, 24),
      },
    ]),
  )
}
