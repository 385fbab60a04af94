// Removes the markets that ended long ago from the catalogs. The markets of an event are removed together,
// once all of them have ended long ago, because the volume and the status of an event are computed from all
// its markets.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { groupBy } from '../../lib/run/group-by.ts'
import { runWithYields } from '../../lib/run/turns.ts'
import type { Catalogs } from './catalogs.ts'
import type { ListingWindow } from './listing-window.ts'

/** Removing this many markets takes one or two milliseconds. An event is not divided between steps. */
const marketsPerStep = 200

/** Interval at which markets that ended long ago are removed. */
const removeEveryMs = 60_000

/**
 * Returns a function that removes the markets that lists no longer contain. It does nothing if it was called less than
 * a minute ago.
 */
export function createEndedMarketsRemover({
  catalogs,
  window,
  now,
}: {
  readonly catalogs: Catalogs
  readonly window: ListingWindow
  /** Unix milliseconds. */
  readonly now: () => number
}): () => Promise<void> {
  let removedAtMs = -Infinity
  return async () => {
    if (now() - removedAtMs < removeEveryMs) return
    removedAtMs = now()
    window.limit(await runWithYields(catalogs.markets.countEndedPerMinute()))
    await removeEndedBefore(catalogs, window.minListedEndMs())
  }
}

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
  const remove = async (ids: readonly string[]): Promise<void> => {
    leaving.push(...ids)
    if (leaving.length >= marketsPerStep) await flush()
  }
  for (const [eventId, group] of groupBy(ended, (market) => market.eventId)) {
    const ids = group.map(({ id }) => id)
    if (eventId === null) for (const id of ids) await remove([id])
    else if (events.hasEndedBefore(eventId, timeMs)) await remove(ids)
  }
  await flush()
  await runWithYields(markets.compactWordIndex())
  await runWithYields(events.compactWordIndex())
}
