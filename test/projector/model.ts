// What the tables must hold after a number of trade records, computed the slow way: every record is
// looked at, in exact integers, with nothing of the projector's own code.
import type { FeedProgress } from '../../schemas/generated/events.ts'
import type { TradesRecord } from './records.ts'

const digits = 18

/** "0.53" -> 530000000000000000n */
function toUnits(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function toText(units: bigint, scale: number): string {
  const padded = units.toString().padStart(scale + 1, '0')
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`.replace(/\.?0+$/, '')
}

export interface Fact {
  readonly market: string
  readonly ms: number
  readonly id: string
  readonly price: bigint
  readonly size: bigint
  /** Index of the traded outcome. */
  readonly outcome: number
  readonly receivedMs: number
  readonly offset: number
}

/** The record that wins for each trade: received first; of those, latest in the topic. */
export function winningTrades(records: readonly TradesRecord[]): Fact[] {
  const facts = new Map<string, Fact>()
  for (const { offset, value } of records) {
    if (value.trade === null) continue
    const { trade } = value
    const fact: Fact = {
      market: trade.market_id,
      ms: trade.timestamp_ms,
      id: trade.id,
      price: toUnits(trade.price, digits),
      size: toUnits(trade.size, 6),
      outcome: trade.outcome_index,
      receivedMs: trade.received_at_ms,
      offset,
    }
    const key = `${fact.market} ${fact.ms} ${fact.id}`
    const known = facts.get(key)
    const wins =
      known === undefined ||
      fact.receivedMs < known.receivedMs ||
      (fact.receivedMs === known.receivedMs && fact.offset > known.offset)
    if (wins) facts.set(key, fact)
  }
  return [...facts.values()].sort(
    (a, b) => compare(a.market, b.market) || a.ms - b.ms || compare(a.id, b.id),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** One line per trade. */
export function expectedTrades(records: readonly TradesRecord[]): string[] {
  return winningTrades(records).map((fact) =>
    [
      fact.market,
      fact.ms,
      fact.id,
      toText(fact.price, digits),
      toText(fact.size, 6),
      fact.receivedMs,
      fact.offset,
    ].join(' '),
  )
}

/** One line per candle. */
export function expectedCandles(records: readonly TradesRecord[], stepS: number): string[] {
  const buckets = new Map<string, Fact[]>()
  for (const fact of winningTrades(records)) {
    const startS = Math.floor(fact.ms / 1000 / stepS) * stepS
    const key = `${fact.market} ${startS}`
    const known = buckets.get(key)
    if (known === undefined) buckets.set(key, [fact])
    else known.push(fact)
  }
  return [...buckets]
    .map(([key, facts]) => {
      const prices = facts.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1))
      const edge = [facts[0]?.price, prices.at(-1), prices[0], facts.at(-1)?.price]
      const volume = facts.reduce((sum, { size }) => sum + size, 0n)
      const notional = facts.reduce((sum, { price, size }) => sum + price * size, 0n)
      const one = toUnits('1', digits)
      const paid = facts.reduce(
        (sum, { price, size, outcome }) => sum + (outcome === 0 ? price : one - price) * size,
        0n,
      )
      return [
        key,
        ...edge.map((price) => toText(price ?? -1n, digits)),
        toText(volume, 6),
        toText(notional, digits + 6),
        toText(paid, digits + 6),
        facts.length,
      ].join(' ')
    })
    .sort()
}

/** One line per market: its newest trade. */
export function expectedLatest(records: readonly TradesRecord[]): string[] {
  const newest = new Map<string, string>()
  for (const fact of winningTrades(records))
    newest.set(fact.market, [fact.ms, fact.id, toText(fact.price, digits)].join(' '))
  return [...newest].map(([market, line]) => `${market} ${line}`).sort()
}

/** One line per feed and partition: its last watermark. */
export function expectedFeeds(records: readonly TradesRecord[]): string[] {
  const last = new Map<string, { progress: FeedProgress; offset: number }>()
  for (const { partition, offset, value } of records)
    if (value.progress !== null)
      last.set(`${value.progress.feed} ${partition}`, { progress: value.progress, offset })
  return [...last]
    .map(([key, { progress, offset }]) => `${key} ${progress.complete_until_ms} ${offset}`)
    .sort()
}
