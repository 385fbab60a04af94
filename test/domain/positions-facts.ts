// Activity of a wallet for the tests of positions, and the reduced positions, in decimals.
import { fromScaled } from '../../services/domain/money.ts'
import type { EventMarket, EventMarketsOf } from '../../services/domain/positions-conversion.ts'
import type { PositionActivity } from '../../services/domain/positions-order.ts'
import { createPositionsReducer } from '../../services/domain/positions.ts'

/** Market `m`, first outcome, at an instant of its own unless it says otherwise. */
type ExpectedPosition = Partial<PositionActivity>
export type Draft = Omit<PositionActivity, 'id' | 'tx_hash' | 'timestamp_ms'> & ExpectedPosition

const nothing = { market_id: 'm', outcome_index: null, side: null, price: null, event_slug: null }

const trade = (
  side: 'buy' | 'sell',
  size: string,
  price: string,
  expected: ExpectedPosition,
): Draft => ({
  ...nothing,
  type: 'TRADE',
  outcome_index: 0,
  side,
  price,
  size,
  usdc_size: '0', // the reducer uses the price
  ...expected,
})
export const buy = (size: string, price: string, expected: ExpectedPosition = {}) =>
  trade('buy', size, price, expected)
export const sell = (size: string, price: string, expected: ExpectedPosition = {}) =>
  trade('sell', size, price, expected)

const of =
  (type: PositionActivity['type']) =>
  (size: string, expected: ExpectedPosition = {}): Draft => ({
    ...nothing,
    type,
    size,
    usdc_size: size,
    ...expected,
  })
export const split = of('SPLIT')
export const merge = of('MERGE')
export const reward = of('REWARD')
/** Without `outcome_index`, of the whole market. */
export const redeem = (size: string, dollars: string, expected: ExpectedPosition = {}) =>
  of('REDEEM')(size, { usdc_size: dollars, ...expected })
export const convert = (market: string, size: string, expected: ExpectedPosition = {}) =>
  of('CONVERSION')(size, { market_id: market, tx_hash: '0xc', ...expected })

/** One after the other; conversions that follow each other in one transaction are at one instant. */
export function facts(...drafts: readonly Draft[]): readonly PositionActivity[] {
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
export function eventMarket(
  ...events: readonly (readonly (string | EventMarket)[])[]
): EventMarketsOf {
  const markets = events.map((event) =>
    event.map((market) => (typeof market === 'string' ? { id: market, createdAt: null } : market)),
  )
  return (id) => markets.find((event) => event.some((market) => market.id === id)) ?? []
}

export type Held = { readonly size: string; readonly cost: string; readonly realized: string }

/** What is held in the end, by `market/outcome index`. */
export function reduce(
  sequence: readonly PositionActivity[],
  eventMarketsOf: EventMarketsOf = eventMarket(),
): Readonly<Record<string, Held>> {
  const positions = createPositionsReducer({ eventMarketsOf })
  for (const fact of sequence) positions.add(fact)
  return heldIn(positions)
}

export function heldIn(
  positions: ReturnType<typeof createPositionsReducer>,
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
