// Which events exist: each day of the calendar announces what the families make of it, and what is
// shown at an instant is what has been announced by then and was not settled before the past began.
import { hashOf, mix } from '../random.ts'
import { dayMs } from './dates.ts'
import { crypto } from './families/crypto.ts'
import { curiosities } from './families/curiosities.ts'
import { elections } from './families/elections.ts'
import { games } from './families/games.ts'
import { legacyOccasions } from './families/legacy.ts'
import { parlays } from './families/parlays.ts'
import { rates } from './families/rates.ts'
import { weather } from './families/weather.ts'
import { eventA, eventB, type EventA, type EventB, type MarketSettings } from './market.ts'
import type { Family, Occasion, Slot } from './occasion.ts'

/** No event lives longer than this after the day that announced it. */
export const longestLifeDays = 12

export interface DayEvents {
  readonly a: readonly EventA[]
  readonly b: readonly EventB[]
}

export interface Calendar {
  /** Everything announced on a day, numbered from the Unix epoch. */
  announcedOn(day: number): DayEvents
  /** What has been there for ever. */
  readonly relics: DayEvents
}

const families: readonly Family[] = [weather, crypto, games, elections, rates, curiosities]
/** Room for this many occasions of one family a day. */
const familySize = 4096
/** Days are counted from here in platform_a's ids. */
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
      number: (n) => ((day - firstDay) * 16 + family) * familySize + n + familySize,
    })
    const made = families.map((family, index) => family(slotOf(index)))
    return [
      ...made.flat(),
      ...parlays(slotOf(families.length), made[families.indexOf(games)] ?? []),
    ]
  }

  function listed(occasions: readonly Occasion[]): DayEvents {
    return {
      a: occasions.flatMap((occasion) =>
        occasion.a ? [eventA(occasion, occasion.a, settings)] : [],
      ),
      b: occasions.flatMap((occasion) =>
        occasion.b.map((words, nth) => eventB(occasion, nth, words, settings)),
      ),
    }
  }

  return {
    relics: listed(legacyOccasions(settings.seed)),
    announcedOn(day) {
      let events = known.get(day)
      if (events === undefined) {
        events = listed(occasionsOn(day))
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
