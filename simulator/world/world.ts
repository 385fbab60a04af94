// The simulated world as its two platforms list it at a given time.
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
  /** The number of wallets that trade on platform_a. */
  readonly wallets: number
  /** The fraction of platform_a's trades, on either side, that one additional wallet makes. */
  readonly heavyShare: number
}

/** The listed events and markets, with lookups by id. */
export interface Catalog<E, M> {
  readonly events: readonly E[]
  readonly markets: readonly M[]
  readonly eventById: ReadonlyMap<string, E>
  readonly marketById: ReadonlyMap<string, M>
}

export interface World {
  readonly settings: WorldSettings
  /** Start of the visible past at a given time. */
  horizonMs(nowMs: number): number
  /** Markets that are listed at a given time have no trade before this. */
  oldestTradeMs(nowMs: number): number
  catalogA(nowMs: number): Catalog<EventA, MarketA>
  catalogB(nowMs: number): Catalog<EventB, MarketB>
  readonly tape: Tape
  readonly traders: Traders
}

export function createWorld(settings: WorldSettings): World {
  const calendar = createCalendar(settings)
  const horizonMs = (nowMs: number): number =>
    Math.floor(nowMs / dayMs - settings.historyDays) * dayMs
  const announcedBetween = (fromDay: number, untilDay: number): readonly DayEvents[] =>
    Array.from({ length: untilDay - fromDay + 1 }, (_, n) => calendar.announcedOn(fromDay + n))

  const tape = createTape((platform, hour) => tradable(platform, hour))
  /** The hours of a day all ask for the markets of that day. */
  const byDay = new Map<string, readonly Market[]>()

  function tradable(platform: Platform, hour: number): readonly Market[] {
    const day = Math.floor((hour * hourMs) / dayMs)
    const key = `${platform}/${day}`
    let markets = byDay.get(key)
    if (markets === undefined) {
      const days = announcedBetween(day - longestLifeDays, day)
      const events =
        platform === 'platform_a' ? days.flatMap(({ a }) => a) : days.flatMap(({ b }) => b)
      markets = events.flatMap((event): readonly Market[] => event.markets)
      if (byDay.size > 64) byDay.clear()
      byDay.set(key, markets)
    }
    return markets
  }

  const shown = (nowMs: number): readonly DayEvents[] => [
    calendar.legacy,
    ...announcedBetween(
      Math.floor(horizonMs(nowMs) / dayMs) - longestLifeDays,
      Math.floor(nowMs / dayMs),
    ),
  ]
  const isLegacy = new Set<EventA>(calendar.legacy.a)
  const catalogA = cacheSecond((nowMs) => {
    const horizon = horizonMs(nowMs)
    return shown(nowMs)
      .flatMap(({ a }) => a)
      .filter(
        (event) => event.createdMs <= nowMs && (event.settledMs >= horizon || isLegacy.has(event)),
      )
  })
  const catalogB = cacheSecond((nowMs) => {
    const horizon = horizonMs(nowMs)
    return shown(nowMs)
      .flatMap(({ b }) => b)
      .filter((event) => event.createdMs <= nowMs && event.settledMs >= horizon)
  })
  const oldestTradeMs = (nowMs: number): number => horizonMs(nowMs) - longestLifeDays * dayMs
  const traders = createTraders(settings)
  return { settings, horizonMs, oldestTradeMs, catalogA, catalogB, tape, traders }
}

/** Caches the catalog of the last second that was asked for. */
function cacheSecond<E extends EventA | EventB>(
  eventsAt: (nowMs: number) => readonly E[],
): (nowMs: number) => Catalog<E, E['markets'][number]> {
  let second = -1
  let catalog: Catalog<E, E['markets'][number]> | null = null
  return (nowMs) => {
    if (catalog === null || Math.floor(nowMs / 1000) !== second) {
      second = Math.floor(nowMs / 1000)
      const events = eventsAt(second * 1000)
      const markets = events.flatMap((event): readonly E['markets'][number][] => event.markets)
      catalog = {
        events,
        markets,
        eventById: new Map(events.map((event) => [event.id, event])),
        marketById: new Map(
          markets.filter(({ id }) => id !== '').map((market) => [market.id, market]),
        ),
      }
    }
    return catalog
  }
}
