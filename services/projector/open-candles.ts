// The candles of the newest minutes and hours of each market, computed from the trades that this process has received,
// so that the store does not read these trades again. docs/decisions/048-ingest.md proves that they are the candles
// that tables/candles.ts computes from the table.
//
// Invariant, for each market in memory:
// - `minutes` contains every trade that the table `trades` has from the minute `openFrom` on, counted once;
// - `closed` contains every trade that the table has of the same hour before `openFrom`, counted once.
// A trade that would break the invariant, because its minute is closed or because it was received before, moves
// `openFrom` to the next hour. tables/candles.ts computes the candles of the minutes before `openFrom`.
import {
  mergeCandles,
  mergeMinutes,
  haveCommonIds,
  type Candle,
  type MinuteTrades,
} from './minute-trades.ts'
import { touchMinute, type TouchedMinutes } from './touched-minutes.ts'

/** Market id -> minute since the epoch -> the trades that were received for it since the last flush. */
export type ReceivedTrades = ReadonlyMap<string, ReadonlyMap<number, MinuteTrades>>

export interface BucketCandle {
  readonly marketId: string
  /** The minute or hour of the candle, counted from the Unix epoch. */
  readonly bucket: number
  readonly candle: Candle
}

export interface CandlesToWrite {
  readonly minutes: readonly BucketCandle[]
  readonly hours: readonly BucketCandle[]
  /** The minutes whose candles are not in memory and must be computed from the tables. */
  readonly others: TouchedMinutes
}

/** Reads the minute of the newest candle in the table since `fromMinute`, for each market that has one. */
export type ReadNewestMinutes = (
  marketIds: readonly string[],
  fromMinute: number,
) => Promise<ReadonlyMap<string, number>>

export interface OpenCandles {
  /**
   * Counts each of these trades once. Their rows must be in the table already. Returns the candles to write. Keeps the
   * objects in `receivedTrades` and changes them later.
   */
  add(receivedTrades: ReceivedTrades, readNewest: ReadNewestMinutes): Promise<CandlesToWrite>
  /**
   * To save memory, keeps only the sum of all minutes before the newest two of each market, and removes markets above
   * the maximum number. Called when the candles of the last add() are in the tables.
   */
  closeOldMinutes(): void
  /**
   * Forgets everything. Called when another process may have written trades, and after a failure, before add() is
   * called with the same trades again.
   */
  clear(): void
}

interface MarketWithOpenCandles {
  openFrom: number
  /** The candle of the trades before `openFrom` in the hour of `openFrom`; null if there are none. */
  closed: Candle | null
  readonly minutes: Map<number, MinuteTrades>
}

const hourMinutes = 60
/**
 * Maximum number of markets in memory; a market takes about a kilobyte. Above it, the markets whose last trades were
 * received longest ago are removed, and their next candles are computed from the table.
 */
const maxMarkets = 20_000
/** Maximum number of trades in memory. The id of a trade takes about 200 bytes. */
const maxTrades = 300_000

const groupHours = 24
/** Maximum number of groups of markets in groupByTime(). Each group takes one statement. */
const maxGroups = 8

const hourOf = (minute: number): number => Math.floor(minute / hourMinutes)
const newestMinuteOf = (minutes: ReadonlyMap<number, unknown>): number =>
  Math.max(...minutes.keys())

interface AddedMarket {
  readonly marketId: string
  /** The hour of its newest trade. */
  readonly hour: number
}

/**
 * Groups markets whose newest trades are less than a day apart. Each group begins with its oldest market.
 * Returns at most the `maxGroups` newest groups; the candles of the other markets are computed by
 * tables/candles.ts.
 */
function groupByTime(addedMarkets: readonly AddedMarket[]): [AddedMarket, ...AddedMarket[]][] {
  const groups: [AddedMarket, ...AddedMarket[]][] = []
  for (const market of addedMarkets.toSorted((a, b) => a.hour - b.hour)) {
    const group = groups.at(-1)
    if (group !== undefined && market.hour < group[0].hour + groupHours) group.push(market)
    else groups.push([market])
  }
  return groups.slice(-maxGroups)
}

export function createOpenCandles(): OpenCandles {
  /** By market id, in the order in which the last trade of each market was received, the oldest first. */
  const markets = new Map<string, MarketWithOpenCandles>()

  /**
   * Adds the markets that are not in memory. `openFrom` of a market becomes the hour of its newest trade, or the hour
   * after its newest candle in the table, whichever is later.
   */
  async function addMarkets(
    receivedTrades: ReceivedTrades,
    readNewest: ReadNewestMinutes,
  ): Promise<void> {
    const added = [...receivedTrades].flatMap(([marketId, minutes]) =>
      markets.has(marketId) ? [] : [{ marketId, hour: hourOf(newestMinuteOf(minutes)) }],
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

  function evictOldestMarkets(): void {
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
    async add(receivedTrades, readNewest) {
      await addMarkets(receivedTrades, readNewest)
      const work = { minutes: [] as BucketCandle[], hours: [] as BucketCandle[], others: new Map() }
      for (const [marketId, minutes] of receivedTrades) {
        const market = markets.get(marketId)
        if (market !== undefined) {
          markets.delete(marketId)
          markets.set(marketId, market)
          for (const [minute, trades] of minutes) addMinute(market, minute, trades)
        }
        addCandlesToWrite(work, marketId, market, minutes)
      }
      return work
    },
    closeOldMinutes() {
      for (const market of markets.values()) closeMinutes(market)
      evictOldestMarkets()
    },
    clear: () => markets.clear(),
  }
}

function addMinute(market: MarketWithOpenCandles, minute: number, trades: MinuteTrades): void {
  const { openFrom, minutes } = market
  if (minute < openFrom) {
    if (hourOf(minute) === hourOf(openFrom)) moveToNextHour(market, minute)
    return
  }
  const known = minutes.get(minute)
  if (trades.hasRepeats || (known !== undefined && haveCommonIds(known, trades)))
    moveToNextHour(market, minute)
  else if (known === undefined) minutes.set(minute, trades)
  else mergeMinutes(known, trades)
}

/** From now on tables/candles.ts computes the candles of this minute's hour and of all earlier hours. */
function moveToNextHour(market: MarketWithOpenCandles, minute: number): void {
  market.openFrom = (hourOf(minute) + 1) * hourMinutes
  market.closed = null
  for (const other of market.minutes.keys())
    if (other < market.openFrom) market.minutes.delete(other)
}

function addCandlesToWrite(
  work: {
    readonly minutes: BucketCandle[]
    readonly hours: BucketCandle[]
    readonly others: TouchedMinutes
  },
  marketId: string,
  market: MarketWithOpenCandles | undefined,
  touchedMinutes: ReadonlyMap<number, MinuteTrades>,
): void {
  const hours = new Map<number, Candle>()
  for (const [minute, { ids }] of touchedMinutes) {
    const open = minute >= (market?.openFrom ?? Infinity) ? market?.minutes.get(minute) : undefined
    if (market === undefined || open === undefined) {
      touchMinute(work.others, marketId, minute * 60_000, ids.size)
      continue
    }
    work.minutes.push({ marketId, bucket: minute, candle: open.candle })
    const hour = hourOf(minute)
    if (!hours.has(hour)) hours.set(hour, candleOfHour(market, hour))
  }
  for (const [hour, candle] of hours) work.hours.push({ marketId, bucket: hour, candle })
}

/** Returns the candle of an hour of which a minute is in memory. */
function candleOfHour({ openFrom, closed, minutes }: MarketWithOpenCandles, hour: number): Candle {
  const parts = [...minutes].filter(([minute]) => hourOf(minute) === hour).map(([, m]) => m.candle)
  if (closed !== null && hour === hourOf(openFrom)) parts.push(closed)
  return sumOfCandles(parts) as Candle
}

function sumOfCandles(parts: readonly Candle[]): Candle | null {
  const [first, ...others] = parts
  if (first === undefined) return null
  const sum = { ...first }
  for (const part of others) mergeCandles(sum, part)
  return sum
}

/** Closes the minutes before the newest two: keeps their sum, but not the ids of their trades. */
function closeMinutes(market: MarketWithOpenCandles): void {
  const { openFrom, closed, minutes } = market
  if (minutes.size === 0) return
  const keepFrom = newestMinuteOf(minutes) - 1
  if (keepFrom <= openFrom) return
  const hour = hourOf(keepFrom)
  const closing = [...minutes].filter(([minute]) => minute < keepFrom)
  const parts = closing.filter(([minute]) => hourOf(minute) === hour).map(([, m]) => m.candle)
  if (closed !== null && hourOf(openFrom) === hour) parts.push(closed)
  market.closed = sumOfCandles(parts)
  market.openFrom = keepFrom
  for (const [minute] of closing) minutes.delete(minute)
}
