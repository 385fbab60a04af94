// Comparisons of /v1 with the simulator's data about wallets: activity, positions and their value.
import type { Market, WalletActivity, WalletPosition } from '../../schemas/generated/api.ts'
import {
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../../services/domain/money.ts'
import type { Truth } from '../../simulator/truth.ts'

type TrueActivity = ReturnType<Truth['activity']>[number]
type TrueHolding = ReturnType<Truth['positions']>[number]

/** `claimed`: what of the truth has to be there. `served`: all of it, newest first. */
export function faultsOfActivity(
  isComplete: readonly TrueActivity[],
  truth: readonly TrueActivity[],
  served: readonly WalletActivity[],
): readonly string[] {
  const expected = new Map(truth.map((one) => [one.id, one]))
  const faults = served.flatMap((one) => {
    const really = expected.get(one.id)
    if (!really) return [`${one.type} ${one.id} never was`]
    const [is, should] = [JSON.stringify(fieldsOf(one)), JSON.stringify(fieldsOfTruth(really))]
    return is === should ? [] : [`${is} should be ${should}`]
  })
  const ids = new Set(served.map(({ id }) => id))
  const missing = isComplete.filter(({ id }) => !ids.has(id))
  const isInOrder = served.every(({ timestamp_ms: ms, id }, i) => {
    const next = served[i + 1]
    return !next || ms > next.timestamp_ms || (ms === next.timestamp_ms && id > next.id)
  })
  return [
    ...faults,
    ...missing.map(({ type, id }) => `${type} ${id} is missing`),
    ...(ids.size === served.length ? [] : ['something twice']),
    ...(isInOrder ? [] : ['not newest first']),
  ]
}

function fieldsOf(one: WalletActivity): readonly unknown[] {
  return [
    one.type,
    one.market_id,
    one.outcome,
    one.side,
    one.price,
    one.size,
    one.usdc_size,
    one.tx_hash,
    one.timestamp_ms,
    one.market_slug,
    one.event_slug,
  ]
}

function fieldsOfTruth(one: TrueActivity): readonly unknown[] {
  return [
    one.type,
    one.nativeId === null ? null : `pa_${one.nativeId}`,
    one.outcome,
    one.side,
    one.price === null ? null : Number(one.price),
    Number(one.size),
    Number(one.usdcSize),
    one.txHash,
    one.timestampMs,
    one.marketSlug,
    one.eventSlug,
  ]
}

/** `markets`: those that /v1 serves, whose prices are checked elsewhere. */
export function faultsOfPositions(
  truth: readonly TrueHolding[],
  served: readonly WalletPosition[],
  markets: ReadonlyMap<string, Market>,
): readonly string[] {
  const expected = new Map(
    truth.map((holding) => {
      const id = `pa_${holding.nativeId}`
      const outcome = markets.get(id)?.outcomes[holding.outcomeIndex]
      return [`${id} ${holding.outcomeIndex}`, fieldsOfHolding(holding, outcome)]
    }),
  )
  const found = new Map(
    served.map((position) => {
      const outcomes = markets.get(position.market_id)?.outcomes ?? []
      const index = outcomes.findIndex(({ label }) => label === position.outcome)
      return [`${position.market_id} ${index}`, fieldsOfPosition(position)]
    }),
  )
  const [is, should] = [found, expected].map((map) =>
    JSON.stringify([...map].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
  return is === should ? [] : [`holds ${is}, not ${should}`]
}

function fieldsOfPosition(one: WalletPosition): readonly unknown[] {
  return [
    one.size,
    one.avg_price,
    one.initial_value,
    one.realized_pnl,
    one.redeemable,
    one.cur_price,
    one.current_value,
    one.cash_pnl,
  ]
}

function fieldsOfHolding(
  holding: TrueHolding,
  outcome: Market['outcomes'][number] | undefined,
): readonly unknown[] {
  const { size, avgPrice, initialValue, realizedPnl, isResolved, payout } = holding
  const price = payout ?? parseDecimal(outcome?.price ?? null)
  const current = price === null ? null : roundDecimal(multiplyDecimals(size, price), 6)
  const pnl = current === null ? null : subtractDecimals(current, initialValue)
  const numbers = [size, avgPrice, initialValue, realizedPnl].map(Number)
  const worth = [price, current, pnl].map((value) => (value === null ? null : Number(value)))
  return [...numbers, isResolved, ...worth]
}
