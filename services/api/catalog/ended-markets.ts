// Removes the markets that ended long ago from the catalogs. The markets of an event are removed together,
// once all of them have ended long ago, because the volume and the status of an event are computed from all
// its markets.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { groupBy } from '../../lib/run/group-by.ts'
import { runWithYields } from '../../lib/run/turns.ts'
import type { Catalogs } from './catalogs.ts'

/** Removing this many markets takes one or two milliseconds. An event is not divided between steps. */
const marketsPerStep = 200

/** Removes the markets that ended before `timeMs` in steps. Requests are answered between two steps. */
export async function removeEndedBefore(catalogs: Catalogs, timeMs: number): Promise<void> {
  const { markets, events } = catalogs
  const ended = await runWithYields(markets.findEndedBefore(timeMs))
  let leaving: string[] = []
  const flush = async (): Promise<void> => {
    catalogs.remove(leaving)
    leaving = []
    await nextTurn()
  }
  // a market without an event is a group of its own, and hasEndedBefore is true for it, because no event has its id
  for (const [eventId, group] of groupBy(ended, (market) => market.eventId ?? market.id)) {
    if (!events.hasEndedBefore(eventId, timeMs)) continue
    leaving.push(...group.map(({ id }) => id))
    if (leaving.length >= marketsPerStep) await flush()
  }
  await flush()
  await runWithYields(markets.compactWordIndex())
  await runWithYields(events.compactWordIndex())
}
