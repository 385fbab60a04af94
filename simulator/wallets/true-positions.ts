// The expected positions of a wallet: reduced from its activity, by average cost, in exact fractions,
// to be compared with the positions that a pipeline computes from the same rows.
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
  /** All contracts that were ever acquired. */
  readonly totalBought: string
}

/** Money is in 1e-18 dollars, contracts in 1e-6. */
interface Account {
  readonly nativeId: string
  readonly outcomeIndex: 0 | 1
  size: bigint
  /** Cost of the current holdings. */
  cost: Ratio
  /** Totals: contracts acquired; dollars paid; cost removed by conversions; proceeds. */
  acquired: bigint
  paid: Ratio
  converted: Ratio
  proceeds: Ratio
}

const dollarPerContract = 1_000_000_000_000n

/** `activity` in its own order. `legsOf`: the known markets of the event of a market. */
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
    const created: Account = { nativeId, outcomeIndex, size: 0n, acquired: 0n, ...money }
    accounts.set(key, created)
    return created
  }
  for (let start = 0; start < activity.length;) {
    const row = activity[start] as TrueActivity
    let end = start + 1
    if (row.type === 'CONVERSION') {
      while (isSameConversion(row, activity[end])) end++
      convert(activity.slice(start, end), account, legsOf)
    } else if (row.nativeId !== null) apply(row, row.nativeId, account)
    start = end
  }
  return [...accounts.values()].filter(({ size }) => size > 0n).map(positionOf)
}

type Accounts = (nativeId: string, outcomeIndex: 0 | 1) => Account

function apply(row: TrueActivity, nativeId: string, account: Accounts): void {
  const size = unitsOf(row.size, 6)
  const usdc = unitsOf(row.usdcSize, 18)
  const accounts = [account(nativeId, 0), account(nativeId, 1)] as const
  const one = row.outcomeIndex === null ? null : account(nativeId, row.outcomeIndex)
  if (row.type === 'SPLIT')
    for (const account of accounts) acquire(account, size, whole(halfOf(size)))
  else if (row.type === 'MERGE')
    for (const account of accounts) sell(account, size, whole(halfOf(size)))
  else if (row.type === 'TRADE' && one !== null) {
    const money = whole(size * unitsOf(row.price ?? '', 12))
    if (row.side === 'buy') acquire(one, size, money)
    else sell(one, size, money)
  } else if (row.type === 'REDEEM' && one !== null) sell(one, size, whole(usdc))
  else if (row.type === 'REDEEM') redeemAll(accounts, usdc)
}

const halfOf = (size: bigint): bigint => (size * dollarPerContract) / 2n

function acquire(account: Account, size: bigint, paid: Ratio): void {
  account.size += size
  account.acquired += size
  account.cost = plus(account.cost, paid)
  account.paid = plus(account.paid, paid)
}

/** Contracts beyond the holdings came from activity that was not seen: selling them changes nothing here. */
function sell(account: Account, size: bigint, proceeds: Ratio): void {
  const sold = minimum(size, account.size)
  if (sold === 0n) return
  account.proceeds = plus(account.proceeds, part(proceeds, sold, size))
  account.cost = part(account.cost, account.size - sold, account.size)
  account.size -= sold
}

/** One row for the whole market, which does not say what each outcome paid. */
function redeemAll(accounts: readonly Account[], usdc: bigint): void {
  const held = accounts.filter(({ size }) => size > 0n)
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

/** No of the rows' markets becomes Yes of all others of the event, plus a dollar for each row but one. */
function convert(
  rows: readonly TrueActivity[],
  account: Accounts,
  legsOf: (nativeId: string) => readonly string[],
): void {
  const converted = rows.map((row) => account(row.nativeId ?? '', 1))
  const size = rows.map((row) => unitsOf(row.size, 6)).reduce(minimum)
  let cost = zero
  for (const [index, no] of converted.entries()) {
    const convertedSize = minimum(unitsOf(rows[index]?.size ?? '0', 6), no.size)
    if (convertedSize === 0n) continue
    const share = part(no.cost, convertedSize, no.size)
    no.cost = part(no.cost, no.size - convertedSize, no.size)
    no.converted = plus(no.converted, share)
    no.size -= convertedSize
    cost = plus(cost, share)
  }
  const [first] = converted
  const others = legsOf(first?.nativeId ?? '').filter(
    (leg) => !converted.some(({ nativeId }) => nativeId === leg),
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
  // What was paid is still held or was converted; the rest was sold.
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
const minimum = (one: bigint, other: bigint): bigint => (one < other ? one : other)
