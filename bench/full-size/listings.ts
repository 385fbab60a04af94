// The events, markets and trades of a simulated platform that is as large as the real one. None of them is
// stored: each is computed from its number, and the number of any time is known from a formula.
//
// Events get consecutive numbers in the order of their creation, all of them live equally long, so that the
// same number of events is open at all times. Event e has the markets e * marketsPerEvent + 0, 1, 2 ...
// Open events have ranks, in groups of 1, 2, 4 ... events. A market of one group trades twice as often as a
// market of the next, so each group has the same number of trades per second. Events after the last group
// never trade.

export interface ListingPlan {
  readonly openEvents: number
  readonly marketsPerEvent: number
  readonly lifetimeMs: number
  /** Trades per second of all markets together. */
  readonly tradesPerS: number
}

export interface Trade {
  readonly market: number
  /** Counts the trades of the market and of its predecessors of the same rank. */
  readonly number: number
  readonly ms: number
  readonly priceCents: number
  readonly size: number
  readonly side: 'buy' | 'sell'
}

export interface Traded {
  readonly trades: number
  readonly contracts: number
  readonly dollars: number
}

/** The creation of the first event. All products of times and numbers stay below 2^53 for ten years. */
export const originMs = Date.UTC(2026, 0, 1)

/** Price changes in cents from one trade of a market to the next, relative to its first price. */
const walk = [0, 1, 2, 1, 0, -1, -2, -1] as const

interface Group {
  readonly firstRank: number
  readonly events: number
  /** Time between two trades of a market. */
  readonly periodMs: number
}

export type Listings = ReturnType<typeof createListings>

export function createListings(plan: ListingPlan) {
  const { openEvents, marketsPerEvent, lifetimeMs } = plan
  const groupCount = Math.floor(Math.log2(openEvents + 1))
  const shortestMs = (groupCount * marketsPerEvent * 1000) / plan.tradesPerS
  const groups: readonly Group[] = Array.from({ length: groupCount }, (_, g) => ({
    firstRank: 2 ** g - 1,
    events: 2 ** g,
    periodMs: Math.round(shortestMs * 2 ** g),
  }))
  // Ranks are spread over the events: consecutive ranks have distant numbers.
  const step = coprimeNear(Math.round(openEvents * 0.618), openEvents)
  const slotOfRank = (rank: number): number => (rank * step) % openEvents
  const rankOfSlot = new Uint32Array(openEvents)
  for (let rank = 0; rank < openEvents; rank += 1) rankOfSlot[slotOfRank(rank)] = rank

  const eventOf = (market: number): number => Math.floor(market / marketsPerEvent)
  const createdMs = (event: number): number =>
    originMs + Math.ceil((event * lifetimeMs) / openEvents)
  const endMs = (event: number): number => createdMs(event + openEvents)
  /** The number of the newest event that was created until then. */
  const newestAt = (ms: number): number => Math.floor(((ms - originMs) * openEvents) / lifetimeMs)
  const rankOf = (event: number): number => rankOfSlot[event % openEvents] ?? 0
  /** The open event of a rank. */
  function eventOfRank(rank: number, ms: number): number {
    const newest = newestAt(ms)
    return newest - ((((newest - slotOfRank(rank)) % openEvents) + openEvents) % openEvents)
  }

  const groupOf = (rank: number): Group | null => groups[Math.floor(Math.log2(rank + 1))] ?? null

  /** When the markets of this rank and child trade: at offsetMs and every periodMs after it. */
  function scheduleOf(rank: number, child: number) {
    const group = groupOf(rank)
    if (group === null) return null
    const { events, firstRank, periodMs } = group
    const position = child * events + rank - firstRank
    const offsetMs = Math.floor((position * periodMs) / (events * marketsPerEvent))
    return { periodMs, offsetMs }
  }

  const scheduleOfMarket = (market: number) =>
    scheduleOf(rankOf(eventOf(market)), market % marketsPerEvent)

  /** How many times of the schedule are before `ms`. */
  const countBefore = (schedule: { periodMs: number; offsetMs: number }, ms: number): number =>
    Math.max(0, Math.ceil((ms - originMs - schedule.offsetMs) / schedule.periodMs))

  const sizeOf = (market: number): number => 5 + (market % 40)
  const basePriceCents = (market: number): number => 5 + ((market * 37) % 90)
  const priceCents = (market: number, number: number): number =>
    basePriceCents(market) + (walk[number % walk.length] ?? 0)

  const toTrade = (market: number, number: number, ms: number): Trade => ({
    market,
    number,
    ms,
    priceCents: priceCents(market, number),
    size: sizeOf(market),
    side: number % 3 === 0 ? 'sell' : 'buy',
  })

  /** The sum of the price changes of the first `count` trades. */
  const walked = (count: number): number =>
    walk.slice(0, count % walk.length).reduce<number>((sum, cents) => sum + cents, 0)

  return {
    plan,
    eventOf,
    createdMs,
    endMs,
    newestAt,
    rankOf,
    eventOfRank,
    isOpen: (event: number, ms: number): boolean => createdMs(event) <= ms && ms < endMs(event),
    exists: (event: number, ms: number): boolean =>
      Number.isInteger(event) && event >= 0 && createdMs(event) <= ms,

    /** The newest trades of one market in a time range, oldest first. */
    tradesOf(market: number, fromMs: number, untilMs: number, limit = Infinity): Trade[] {
      const schedule = scheduleOfMarket(market)
      if (schedule === null) return []
      const event = eventOf(market)
      const last = countBefore(schedule, Math.min(untilMs, endMs(event)))
      const first = Math.max(
        countBefore(schedule, Math.max(fromMs, createdMs(event))),
        last - limit,
      )
      return Array.from({ length: Math.max(0, last - first) }, (_, n) =>
        toTrade(market, first + n, originMs + schedule.offsetMs + (first + n) * schedule.periodMs),
      )
    },

    /** The trades of all markets in a time range, oldest first. */
    tape(fromMs: number, untilMs: number): Trade[] {
      const trades: Trade[] = []
      for (const { firstRank, events, periodMs } of groups) {
        const markets = events * marketsPerEvent
        const firstRound = Math.floor((fromMs - originMs) / periodMs) - 1
        const lastRound = Math.floor((untilMs - originMs) / periodMs)
        for (let round = firstRound; round <= lastRound; round += 1) {
          const startMs = originMs + round * periodMs
          const from = Math.max(0, Math.floor(((fromMs - startMs) * markets) / periodMs) - 1)
          for (let position = from; position < markets; position += 1) {
            const ms = startMs + Math.floor((position * periodMs) / markets)
            if (ms >= untilMs) break
            if (ms < fromMs) continue
            const event = eventOfRank(firstRank + (position % events), ms)
            const market = event * marketsPerEvent + Math.floor(position / events)
            trades.push(toTrade(market, round, ms))
          }
        }
      }
      return trades.sort((a, b) => a.ms - b.ms || a.market - b.market)
    },

    /** What a market traded in a time range. */
    traded(market: number, fromMs: number, untilMs: number): Traded {
      const schedule = scheduleOfMarket(market)
      if (schedule === null) return { trades: 0, contracts: 0, dollars: 0 }
      const event = eventOf(market)
      const first = countBefore(schedule, Math.max(fromMs, createdMs(event)))
      const last = Math.max(first, countBefore(schedule, Math.min(untilMs, endMs(event))))
      const trades = last - first
      const cents = basePriceCents(market) * trades + walked(last) - walked(first)
      const contracts = trades * sizeOf(market)
      return { trades, contracts, dollars: (cents * sizeOf(market)) / 100 }
    },

    /** Price of the newest trade, or what the first trade will cost. */
    lastPriceCents(market: number, ms: number): number {
      const schedule = scheduleOfMarket(market)
      const count = schedule === null ? 0 : countBefore(schedule, ms)
      return count === 0 ? basePriceCents(market) : priceCents(market, count - 1)
    },

    /** Changes four times between two trades of the market; 0 if it never trades. */
    bookVersion(market: number, ms: number): number {
      const schedule = scheduleOfMarket(market)
      return schedule === null ? 0 : Math.floor(((ms - originMs) * 4) / schedule.periodMs)
    },

    /** When the book got its state: by its version or by the last trade. */
    bookChangedMs(market: number, ms: number): number {
      const schedule = scheduleOfMarket(market)
      if (schedule === null) return createdMs(eventOf(market))
      const { periodMs, offsetMs } = schedule
      const trades = countBefore(schedule, ms)
      const versionMs = originMs + (this.bookVersion(market, ms) * periodMs) / 4
      const tradeMs = trades === 0 ? 0 : originMs + offsetMs + (trades - 1) * periodMs
      return Math.ceil(Math.max(versionMs, tradeMs))
    },
  }
}

/** The first number from `start` that has no divisor in common with `modulus`. */
function coprimeNear(start: number, modulus: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let number = Math.max(1, start)
  while (divisor(number, modulus) !== 1) number += 1
  return number
}
