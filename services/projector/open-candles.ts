// The candles of the newest minutes and hours of each market, computed from the trades that this process has
// received, so that the store does not read these trades again. docs/decisions/048-ingest.md proves that they
// are the candles that tables/candles.ts computes from the table.
//
// Invariant, for each market in memory: the trades of the market that the table `trades` has from the minute
// `openFrom` on are counted in `minutes`, each once, and those before it in the same hour are counted in
// `closed`. A trade that breaks it, because its minute is closed or because it was received before, moves
// `openFrom` to the next hour. The minutes before `openFrom` are left to tables/candles.ts.
import {
  addCandle,
  addToMinute,
  haveCommonIds,
  type Candle,
  type MinuteTrades,
} from './minute-trades.ts'
import { touch, type TouchedMinutes } from './touched-minutes.ts'

/** Market id -> minute since the epoch -> the trades that were received for it since the last flush. */
export type ReceivedTrades = ReadonlyMap<string, ReadonlyMap<number, MinuteTrades>>

export interface CandleOf {
  readonly marketId: string
  /** Minute or hour since the epoch. */
  readonly bucket: number
  readonly candle: Candle
}

export interface CandleWork {
  readonly minutes: readonly CandleOf[]
  readonly hours: readonly CandleOf[]
  /** The minutes that must be computed from the tables. */
  readonly others: TouchedMinutes
}

/** The newest minute since `fromMinute` of each market that has a candle in the table. */
export type ReadNewestMinutes = (
  marketIds: readonly string[],
  fromMinute: number,
) => Promise<ReadonlyMap<string, number>>

export interface OpenCandles {
  /** Counts trades whose rows are in the table, each once. It keeps and changes the given objects. */
  add(received: ReceivedTrades, readNewest: ReadNewestMinutes): Promise<CandleWork>
  /** To be called when the candles of the last add() are in the tables. */
  closeOldMinutes(): void
  /**
   * Forgets everything. To be called when another process may have written trades, and after a failure, before
   * add() is called with the same trades again.
   */
  clear(): void
}

interface OpenMarket {
  openFrom: number
  /** Of the hour of `openFrom`, before `openFrom`. */
  closed: Candle | null
  readonly minutes: Map<number, MinuteTrades>
}

const hourMinutes = 60
/** A market that was not traded for longer is read from the table again. A market takes about a kilobyte. */
const maxMarkets = 20_000
/** An id takes about 200 bytes. */
const maxTrades = 300_000

const groupHours = 24
/** Each group is a statement. */
const maxGroups = 8

const hourOf = (minute: number): number => Math.floor(minute / hourMinutes)
const newestOf = (minutes: ReadonlyMap<number, unknown>): number => Math.max(...minutes.keys())

interface NewMarket {
  readonly marketId: string
  /** Of its newest trade. */
  readonly hour: number
}

/**
 * Groups of markets whose newest trades are less than a day apart, the oldest first in each group. Markets with older
 * trades than those of the newest groups are left out: their candles are left to tables/candles.ts.
 */
function groupByTime(added: readonly NewMarket[]): [NewMarket, ...NewMarket[]][] {
  const groups: [NewMarket, ...NewMarket[]][] = []
  for (const market of added.toSorted((a, b) => a.hour - b.hour)) {
    const group = groups.at(-1)
    if (group !== undefined && market.hour < group[0].hour + groupHours) group.push(market)
    else groups.push([market])
  }
  return groups.slice(-maxGroups)
}

export function createOpenCandles(): OpenCandles {
  /** The market whose trades were received longest ago is the first. */
  const markets = new Map<string, OpenMarket>()

  /**
   * Adds the markets that are not in memory, from the hour of their newest trade on if the table has no candle of
   * that hour, otherwise from the next hour on.
   */
  async function addMarkets(
    received: ReceivedTrades,
    readNewest: ReadNewestMinutes,
  ): Promise<void> {
    const added = [...received].flatMap(([marketId, minutes]) =>
      markets.has(marketId) ? [] : [{ marketId, hour: hourOf(newestOf(minutes)) }],
    )
    for (const group of groupByTime(added)) {
      const from = group[0].hour * hourMinutes
      const stored = await readNewest(
        group.map(({ marketId }) => marketId),
        from,
      )
      for (const { marketId, hour } of group) {
        const newest = stored.get(marketId)
        const openFrom = Math.max(hour, newest === undefined ? 0 : hourOf(newest) + 1) * hourMinutes
        markets.set(marketId, { openFrom, closed: null, minutes: new Map() })
      }
    }
  }

  function evict(): void {
    let trades = 0
    for (const { minutes } of markets.values())
      for (const { ids } of minutes.values()) trades += ids.size
    for (const [marketId, { minutes }] of markets) {
      if (markets.size <= maxMarkets && trades <= maxTrades) return
      for (const { ids } of minutes.values()) trades -= ids.size
      markets.delete(marketId)
    }
  }

  return {
    async add(received, readNewest) {
      await addMarkets(received, readNewest)
      const work = { minutes: [] as CandleOf[], hours: [] as CandleOf[], others: new Map() }
      for (const [marketId, minutes] of received) {
        const market = markets.get(marketId)
        if (market !== undefined) {
          markets.delete(marketId)
          markets.set(marketId, market)
          for (const [minute, trades] of minutes) addMinute(market, minute, trades)
        }
        collect(work, marketId, market, minutes)
      }
      return work
    },
    closeOldMinutes() {
      for (const market of markets.values()) closeMinutes(market)
      evict()
    },
    clear: () => markets.clear(),
  }
}

function addMinute(market: OpenMarket, minute: number, trades: MinuteTrades): void {
  const { openFrom, minutes } = market
  if (minute < openFrom) {
    if (hourOf(minute) === hourOf(openFrom)) leaveHour(market, minute)
    return
  }
  const known = minutes.get(minute)
  if (trades.hasRepeats || (known !== undefined && haveCommonIds(known, trades)))
    leaveHour(market, minute)
  else if (known === undefined) minutes.set(minute, trades)
  else addToMinute(known, trades)
}

/** Leaves the hour of the minute, and earlier ones, to tables/candles.ts. */
function leaveHour(market: OpenMarket, minute: number): void {
  market.openFrom = (hourOf(minute) + 1) * hourMinutes
  market.closed = null
  for (const other of market.minutes.keys())
    if (other < market.openFrom) market.minutes.delete(other)
}

function collect(
  work: {
    readonly minutes: CandleOf[]
    readonly hours: CandleOf[]
    readonly others: TouchedMinutes
  },
  marketId: string,
  market: OpenMarket | undefined,
  touched: ReadonlyMap<number, MinuteTrades>,
): void {
  const hours = new Map<number, Candle>()
  for (const [minute, { ids }] of touched) {
    const open = minute >= (market?.openFrom ?? Infinity) ? market?.minutes.get(minute) : undefined
    if (market === undefined || open === undefined) {
      touch(work.others, marketId, minute * 60_000, ids.size)
      continue
    }
    work.minutes.push({ marketId, bucket: minute, candle: open.candle })
    const hour = hourOf(minute)
    if (!hours.has(hour)) hours.set(hour, candleOfHour(market, hour))
  }
  for (const [hour, candle] of hours) work.hours.push({ marketId, bucket: hour, candle })
}

/** The hour has a minute in memory. */
function candleOfHour({ openFrom, closed, minutes }: OpenMarket, hour: number): Candle {
  const parts = [...minutes].filter(([minute]) => hourOf(minute) === hour).map(([, m]) => m.candle)
  if (closed !== null && hour === hourOf(openFrom)) parts.push(closed)
  return sumOf(parts) as Candle
}

function sumOf(parts: readonly Candle[]): Candle | null {
  const [first, ...others] = parts
  if (first === undefined) return null
  const sum = { ...first }
  for (const part of others) addCandle(sum, part)
  return sum
}

/** Keeps the ids of the newest two minutes. */
function closeMinutes(market: OpenMarket): void {
  const { openFrom, closed, minutes } = market
  if (minutes.size === 0) return
  const keepFrom = newestOf(minutes) - 1
  if (keepFrom <= openFrom) return
  const hour = hourOf(keepFrom)
  const closing = [...minutes].filter(([minute]) => minute < keepFrom)
  const parts = closing.filter(([minute]) => hourOf(minute) === hour).map(([, m]) => m.candle)
  if (closed !== null && hourOf(openFrom) === hour) parts.push(closed)
  market.closed = sumOf(parts)
  market.openFrom = keepFrom
  for (const [minute] of closing) minutes.delete(minute)
}
