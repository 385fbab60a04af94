// Publishes the markets of a page in parts, so that the event loop handles other events in between: the page of a list
// can have some hundred markets.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SnapshotGroup } from '../../platforms/source.ts'

/** Markets per part. Comparing and encoding this many markets takes only a few milliseconds. */
const marketsPerPart = 50

/**
 * Calls `publish` for each part in order. Does not wait for the appends of earlier parts, so that the log can write
 * several parts together. Resolves when all parts are durable. If there are no groups, there is one empty part.
 */
export async function publishInParts(
  groups: readonly SnapshotGroup[],
  publish: (part: readonly SnapshotGroup[], isLast: boolean) => Promise<void>,
): Promise<void> {
  const appends: Promise<void>[] = []
  let part: SnapshotGroup[] = []
  let markets = 0

  function publishPart(isLast: boolean): void {
    const append = publish(part, isLast)
    // the append may reject before it is awaited
    append.catch(() => undefined)
    appends.push(append)
    part = []
    markets = 0
  }

  for (const group of groups) {
    if (markets >= marketsPerPart) {
      publishPart(false)
      await nextTurn()
    }
    part.push(group)
    markets += group.markets.length
  }
  publishPart(true)
  await Promise.all(appends)
}
