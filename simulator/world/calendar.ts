// Which events exist: on each day of the calendar the families announce occasions. What is listed at
// a given time was announced by then and was not settled before the start of the visible past.
import { hashOf, mix } from '../random.ts'
import { dayMs } from './dates.ts'
import { crypto } from './families/crypto.ts'
import { onePlatform } from './families/one-platform.ts'
import { elections } from './families/elections.ts'
import { games } from './families/games.ts'
import { legacyOccasions } from './families/legacy.ts'
import { parlays } from './families/parlays.ts'
import { rates } from './families/rates.ts'
import { weather } from './families/weather.ts'
import { eventA, eventB, type EventA, type EventB, type MarketSettings } from './market.ts'
import type { Family, Occasion, Slot } from './occasion.ts'

/** Every event is settled at most this many days after the day that announced it. */
export const longestLifeDays = 12

export interface DayEvents {
  readonly a: readonly EventA[]
  readonly b: readonly EventB[]
}

export interface Calendar {
  /** Everything announced on a day, counted from the Unix epoch. */
  announcedOn(day: number): DayEvents
  /** Events that are always listed. */
  readonly legacy: DayEvents
}

const families: readonly Family[] = [weather, crypto, games, elections, rates, onePlatform]
/** Maximum number of occasions of one family on one day. */
const maxOccasionsPerDay = 4096
/** platform_a's ids count days from here. */
const firstDay = Date.UTC(2020, 0, 1) / dayMs

export function createCalendar(
  settings: MarketSettings & { readonly size: number; readonly historyDays: number },
): Calendar {
  const keptDays = settings.historyDays + 3 * longestLifeDays
  const known = new Map<number, DayEvents>()

  function occasionsOn(day: number): readonly Occasion[] {
    const slotOf = (family: number): Slot => ({
      startMs: day * dayMs,
      seed: mix(hashOf(`${settings.seed}/${family}`), day),
      size: settings.size,
      number: (n) => ((day - firstDay) * 16 + family) * maxOccasionsPerDay + n + maxOccasionsPerDay,
    })
    const byFamily = families.map((family, index) => family(slotOf(index)))
    return [
      ...byFamily.flat(),
      ...parlays(slotOf(families.length), byFamily[families.indexOf(games)] ?? []),
    ]
  }

  function toEvents(occasions: readonly Occasion[]): DayEvents {
    return {
      a: occasions.flatMap((occasion) =>
        occasion.a ? [eventA(occasion, occasion.a, settings)] : [],
      ),
      b: occasions.flatMap((occasion) =>
        occasion.b.map((spec, index) => eventB(occasion, index, spec, settings)),
      ),
    }
  }

  return {
    legacy: toEvents(legacyOccasions(settings.seed)),
    announcedOn(day) {
      let events = known.get(day)
      if (events === undefined) {
        events = toEvents(occasionsOn(day))
        known.set(day, events)
        for (const old of known.keys()) {
          if (known.size <= keptDays) break
          known.delete(old)
        }
      }
      return events
    },
  }
}
