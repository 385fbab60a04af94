// The simulated world as its two platforms see it at an instant: what is listed, what trades.
import { createCalendar, longestLifeDays, type DayEvents } from './calendar.ts'
import { dayMs, hourMs } from './dates.ts'
import type { EventA, EventB, Market, MarketA, MarketB } from './market.ts'
import type { Platform } from './occasion.ts'
import { createTape, type Tape } from './tape.ts'
import { createTraders, type Traders } from './traders.ts'

export interface WorldSettings {
  readonly seed: string
  /** Settled events stay listed for this many whole days. */
  readonly historyDays: number
  /** Multiplies the number of events. */
  readonly size: number
  /** Multiplies the number of trades. */
  readonly activity: number
  /** The share of platform_a's trades, on either side, that one more wallet makes. */
  readonly heavyShare: number
}

/** What is listed, with ways to find it. */
export interface Listing<E, M> {
  readonly events: readonly E[]
  readonly markets: readonly M[]
  readonly eventById: ReadonlyMap<string, E>
  readonly marketById: ReadonlyMap<string, M>
}

export interface World {
  readonly settings: WorldSettings
  /** Start of the past that is shown at an instant. */
  horizonMs(nowMs: number): number
  /** Nothing that is listed at that instant traded before. */
  oldestTradeMs(nowMs: number): number
  listingA(nowMs: number): Listing<EventA, MarketA>
  listingB(nowMs: number): Listing<EventB, MarketB>
  readonly tape: Tape
  readonly traders: Traders
}

export function createWorld(settings: WorldSettings): World {
  const calendar = createCalendar(settings)
  const horizonMs = (nowMs: number): number =>
    Math.floor(nowMs / dayMs - settings.historyDays) * dayMs
  const announced = (fromDay: number, untilDay: number): readonly DayEvents[] =>
    Array.from({ length: untilDay - fromDay + 1 }, (_, n) => calendar.announcedOn(fromDay + n))

  const tape = createTape((platform, hour) => tradable(platform, hour))
  /** Markets of a day are asked for by each of its hours. */
  const byDay = new Map<string, readonly Market[]>()

  function tradable(platform: Platform, hour: number): readonly Market[] {
    const day = Math.floor((hour * hourMs) / dayMs)
    const key = `${platform}/${day}`
    let markets = byDay.get(key)
    if (markets === undefined) {
      const days = announced(day - longestLifeDays, day)
      const events =
        platform === 'platform_a' ? days.flatMap(({ a }) => a) : days.flatMap(({ b }) => b)
      markets = events.flatMap((event): readonly Market[] => event.markets)
      if (byDay.size > 64) byDay.clear()
      byDay.set(key, markets)
    }
    return markets
  }

  const shown = (nowMs: number): readonly DayEvents[] => [
    calendar.relics,
    ...announced(Math.floor(horizonMs(nowMs) / dayMs) - longestLifeDays, Math.floor(nowMs / dayMs)),
  ]
  const isRelic = new Set<EventA>(calendar.relics.a)
  const listingA = remember((nowMs) => {
    const horizon = horizonMs(nowMs)
    return shown(nowMs)
      .flatMap(({ a }) => a)
      .filter(
        (event) => event.createdMs <= nowMs && (event.settledMs >= horizon || isRelic.has(event)),
      )
  })
  const listingB = remember((nowMs) => {
    const horizon = horizonMs(nowMs)
    return shown(nowMs)
      .flatMap(({ b }) => b)
      .filter((event) => event.createdMs <= nowMs && event.settledMs >= horizon)
  })
  const oldestTradeMs = (nowMs: number): number => horizonMs(nowMs) - longestLifeDays * dayMs
  const traders = createTraders(settings.heavyShare)
  return { settings, horizonMs, oldestTradeMs, listingA, listingB, tape, traders }
}

/** The listing of the newest second asked for is kept. */
function remember<E extends EventA | EventB>(
  eventsAt: (nowMs: number) => readonly E[],
): (nowMs: number) => Listing<E, E['markets'][number]> {
  let second = -1
  let listing: Listing<E, E['markets'][number]> | null = null
  return (nowMs) => {
    if (listing === null || Math.floor(nowMs / 1000) !== second) {
      second = Math.floor(nowMs / 1000)
      const events = eventsAt(second * 1000)
      const markets = events.flatMap((event): readonly E['markets'][number][] => event.markets)
      listing = {
        events,
        markets,
        eventById: new Map(events.map((event) => [event.id, event])),
        marketById: new Map(
          markets.filter(({ id }) => id !== '').map((market) => [market.id, market]),
        ),
      }
    }
    return listing
  }
}
