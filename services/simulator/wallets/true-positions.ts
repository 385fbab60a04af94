// What a wallet holds and what it cost, folded from what it did, by average cost, in exact fractions:
// to be compared with what a pipeline makes of the same rows.
import { decimalOf, minus, part, plus, unitsOf, whole, zero, type Ratio } from './ratio.ts'
import type { TrueActivity } from './true-activity.ts'

export interface TruePosition {
  /** Condition id. */
  readonly nativeId: string
  readonly outcomeIndex: 0 | 1
  /** Decimals: exact; to 12 digits; to 6 digits. */
  readonly size: string
  readonly avgPrice: string
  readonly initialValue: string
  readonly realizedPnl: string
  /** Contracts that were ever acquired. */
  readonly totalBought: string
}

/** Money is in 1e-18 dollars, contracts in 1e-6. */
interface Account {
  readonly nativeId: string
  readonly outcomeIndex: 0 | 1
  size: bigint
  /** Of what is held. */
  cost: Ratio
  /** Sums over all that happened: contracts acquired; paid for them; lost to conversions; got. */
  acquired: bigint
  paid: Ratio
  converted: Ratio
  proceeds: Ratio
}

const dollarPerContract = 1_000_000_000_000n

/** `activity` in its own order. `legsOf`: the markets of a market's event that are known. */
export function truePositions(
  activity: readonly TrueActivity[],
  legsOf: (nativeId: string) => readonly string[],
): readonly TruePosition[] {
  const accounts = new Map<string, Account>()
  const account = (nativeId: string, outcomeIndex: 0 | 1): Account => {
    const key = `${nativeId}/${outcomeIndex}`
    const known = accounts.get(key)
    if (known) return known
    const money = { cost: zero, paid: zero, converted: zero, proceeds: zero }
    const opened: Account = { nativeId, outcomeIndex, size: 0n, acquired: 0n, ...money }
    accounts.set(key, opened)
    return opened
  }
  for (let at = 0; at < activity.length;) {
    const row = activity[at] as TrueActivity
    let end = at + 1
    if (row.type === 'CONVERSION') {
      while (isSameConversion(row, activity[end])) end++
      convert(activity.slice(at, end), account, legsOf)
    } else if (row.nativeId !== null) apply(row, row.nativeId, account)
    at = end
  }
  return [...accounts.values()].filter(({ size }) => size > 0n).map(positionOf)
}

type Accounts = (nativeId: string, outcomeIndex: 0 | 1) => Account

function apply(row: TrueActivity, nativeId: string, account: Accounts): void {
  const size = unitsOf(row.size, 6)
  const usdc = unitsOf(row.usdcSize, 18)
  const both = [account(nativeId, 0), account(nativeId, 1)] as const
  const one = row.outcomeIndex === null ? null : account(nativeId, row.outcomeIndex)
  if (row.type === 'SPLIT') for (const half of both) acquire(half, size, whole(halfOf(size)))
  else if (row.type === 'MERGE') for (const half of both) sell(half, size, whole(halfOf(size)))
  else if (row.type === 'TRADE' && one !== null) {
    const money = whole(size * unitsOf(row.price ?? '', 12))
    if (row.side === 'buy') acquire(one, size, money)
    else sell(one, size, money)
  } else if (row.type === 'REDEEM' && one !== null) sell(one, size, whole(usdc))
  else if (row.type === 'REDEEM') redeemAll(both, usdc)
}

const halfOf = (size: bigint): bigint => (size * dollarPerContract) / 2n

function acquire(account: Account, size: bigint, paid: Ratio): void {
  account.size += size
  account.acquired += size
  account.cost = plus(account.cost, paid)
  account.paid = plus(account.paid, paid)
}

/** Of more than is held, the rest came from where nobody saw it: it brings nothing here. */
function sell(account: Account, size: bigint, proceeds: Ratio): void {
  const sold = least(size, account.size)
  if (sold === 0n) return
  account.proceeds = plus(account.proceeds, part(proceeds, sold, size))
  account.cost = part(account.cost, account.size - sold, account.size)
  account.size -= sold
}

/** One row for the market, which does not say what was paid for which outcome. */
function redeemAll(both: readonly Account[], usdc: bigint): void {
  const held = both.filter(({ size }) => size > 0n)
  const paidWhole = held.filter(({ size }) => size * dollarPerContract === usdc)
  const all = held.reduce((sum, { size }) => sum + size, 0n)
  for (const one of held) {
    const proceeds =
      held.length === 1
        ? whole(usdc)
        : paidWhole.length === 1
          ? whole(one === paidWhole[0] ? usdc : 0n)
          : part(whole(usdc), one.size, all)
    sell(one, one.size, proceeds)
  }
}

function isSameConversion(one: TrueActivity, other: TrueActivity | undefined): boolean {
  return (
    other?.type === 'CONVERSION' &&
    other.txHash === one.txHash &&
    other.timestampMs === one.timestampMs &&
    other.eventSlug === one.eventSlug
  )
}

/** No of the rows' markets for Yes of all others of the event, and a dollar for each row but one. */
function convert(
  rows: readonly TrueActivity[],
  account: Accounts,
  legsOf: (nativeId: string) => readonly string[],
): void {
  const given = rows.map((row) => account(row.nativeId ?? '', 1))
  const size = rows.map((row) => unitsOf(row.size, 6)).reduce(least)
  let cost = zero
  for (const [place, no] of given.entries()) {
    const gone = least(unitsOf(rows[place]?.size ?? '0', 6), no.size)
    if (gone === 0n) continue
    const share = part(no.cost, gone, no.size)
    no.cost = part(no.cost, no.size - gone, no.size)
    no.converted = plus(no.converted, share)
    no.size -= gone
    cost = plus(cost, share)
  }
  const [first] = given
  const others = legsOf(first?.nativeId ?? '').filter(
    (leg) => !given.some(({ nativeId }) => nativeId === leg),
  )
  if (first === undefined || others.length === 0) return
  const cash = whole(BigInt(rows.length - 1) * size * dollarPerContract)
  const left = minus(cost, cash)
  if (left.n < 0n) first.proceeds = minus(first.proceeds, left)
  const each = left.n < 0n ? zero : part(left, 1n, BigInt(others.length))
  for (const leg of others) acquire(account(leg, 0), size, each)
}

function positionOf(account: Account): TruePosition {
  const { nativeId, outcomeIndex, size, acquired, cost, paid, converted, proceeds } = account
  // What was paid is still there, or went with conversions; the rest of it was sold.
  const sold = minus(minus(paid, converted), cost)
  return {
    nativeId,
    outcomeIndex,
    size: decimalOf({ n: size, d: 1_000_000n }, 6),
    avgPrice: decimalOf(part(cost, 1n, size * dollarPerContract), 12),
    initialValue: decimalOf(inDollars(cost), 6),
    realizedPnl: decimalOf(inDollars(minus(proceeds, sold)), 6),
    totalBought: decimalOf({ n: acquired, d: 1_000_000n }, 6),
  }
}

const inDollars = ({ n, d }: Ratio): Ratio => ({ n, d: d * 10n ** 18n })
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
