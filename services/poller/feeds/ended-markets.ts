// Asks once more about markets that ended a day ago, for the platform's last word on them: with their
// events, most of whose markets end together, and by their ids where the event does not show them.
import type { MarketState, HubMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source } from '../platforms/source.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Sleep } from '../wait.ts'
import { lastWordDueMs } from './last-word.ts'
import type { ListingPublisher } from './listing-publisher.ts'

/** Markets asked for at once. */
const marketsPerLook = 50
/** Refusals that are about what was asked for; others (401, 403 ...) are about us. */
const refusalsOfIds = new Set([400, 404, 410, 414, 422])
/** So many looks without an answer, one after the other: the platform is not there. */
const looksInVain = 3

export interface EndedMarketsOptions {
  readonly source: Source
  readonly memory: HubMemory
  readonly listings: ListingPublisher
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** Follows the markets that ended, for ever. */
export async function followEndedMarkets(options: EndedMarketsOptions): Promise<never> {
  const { source, memory, listings, tuning, now, sleep, observer, signal } = options
  const { platform } = source
  /** Markets about which no answer came, and when. */
  const failedAtMs = new Map<string, number>()

  const stateOf = (id: string): MarketState | undefined => memory.markets.get(id)

  function isDue(id: string): boolean {
    const market = stateOf(id)
    return market !== undefined && lastWordDueMs(market, tuning) <= now()
  }

  /** Those that stand highest with a volume that is over come first, what failed lately last. */
  function allDue(): string[] {
    const failedOf = (id: string): number => failedAtMs.get(id) ?? 0
    const volumeOf = (id: string): number => stateOf(id)?.volume24h ?? 0
    return [...memory.markets.keys()]
      .filter(isDue)
      .sort((a, b) => failedOf(a) - failedOf(b) || volumeOf(b) - volumeOf(a))
  }

  /** The next of the list; what failed before is asked for by itself, and keeps no others. */
  function takeNext(due: string[]): string[] {
    const failed = due.slice(0, marketsPerLook).findIndex((id) => failedAtMs.has(id))
    return due.splice(0, failed === -1 ? marketsPerLook : Math.max(failed, 1)).filter(isDue)
  }

  /** What of them was not answered, neither with its event nor by its id, is given up. */
  async function ask(ids: readonly string[]): Promise<void> {
    const eventIds = new Set(ids.flatMap((id) => stateOf(id)?.eventNativeId ?? []))
    await listings.publish(await source.events([...eventIds], signal))
    const left = ids.filter(isDue)
    if (left.length === 0) return
    const nativeIds = left.flatMap((id) => stateOf(id)?.nativeId ?? [])
    await listings.publishRefs(await source.lookup(nativeIds, signal))
    await giveUp(left.filter(isDue))
  }

  /**
   * The platform knows them no more. What it said last stays what it said: there is nothing to record,
   * but that it was asked.
   */
  async function giveUp(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const fields = { platform, markets: ids.length }
    observer.log('info', 'ended markets of which the platform tells nothing more', fields)
    await listings.noteAsked(ids, now())
  }

  /** Whether an answer came. */
  async function look(ids: readonly string[]): Promise<boolean> {
    try {
      await ask(ids)
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('sweeps_aborted', { platform, list: 'ended', reason: error.kind })
      if (error.kind !== 'too_large' && !refusalsOfIds.has(error.status)) {
        for (const id of ids) failedAtMs.set(id, now())
        return false
      }
      // Refused, or too large: for one of them, which must not keep the others.
      if (ids.length === 1) await giveUp(ids.filter(isDue))
      else {
        const half = Math.ceil(ids.length / 2)
        await look(ids.slice(0, half))
        await look(ids.slice(half))
      }
      return true
    }
  }

  for (;;) {
    for (const id of failedAtMs.keys()) if (!isDue(id)) failedAtMs.delete(id)
    let inVain = 0
    for (const due = allDue(); due.length > 0 && inVain < looksInVain;) {
      // Those of one event come along with the first of them.
      const ids = takeNext(due)
      if (ids.length > 0) inVain = (await look(ids)) ? 0 : inVain + 1
    }
    await sleep(tuning.endedMs, signal)
  }
}
