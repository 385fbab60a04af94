// Decides how long markets that have ended stay in the memory of the matcher: for a day after the platform's last
// response about them. If there are more than `maxMarkets`, only the markets with the latest responses stay. A market that
// has left does not come back with the response of its final refresh, about an hour later.
import type { Market } from '../../schemas/generated/events.ts'
import { createKeyedQueue } from '../lib/run/keyed-queue.ts'
import { createMarketNumbers } from '../lib/run/market-numbers.ts'

export interface EndedMarkets {
  /** Notes whether a market has ended. Returns false if it ended too long ago to be kept in memory, or has left. */
  note(market: Pick<Market, 'id' | 'status' | 'received_at_ms'>): boolean
  /** Whether the market is in memory and has ended. */
  has(id: string): boolean
  /**
   * Removes the markets with a last response of more than a day ago, and the oldest ones above `maxMarkets`. Returns
   * their ids.
   */
  takeExpiredMarkets(): readonly string[]
}

/** At the platforms' real size, 80,000 markets end each day. */
const defaultMaxMarkets = 100_000
const keepForMs = 86_400_000
/** A market that has left is remembered for at least this long, and at most twice as long. */
const rememberLeftMs = 12 * 3_600_000

/** `now` returns Unix milliseconds. */
export function createEndedMarkets(
  now: () => number,
  maxMarkets: number = defaultMaxMarkets,
): EndedMarkets {
  /** The ids of the markets, by the time at which they leave. */
  const queue = createKeyedQueue()
  /** The ids of the markets that have left since `leftSinceMs`, and of those that left in the period before it. */
  let left = createMarketNumbers()
  let leftBefore = createMarketNumbers()
  let leftSinceMs = now()

  const hasLeft = (id: string): boolean =>
    left.get(id) !== undefined || leftBefore.get(id) !== undefined

  function forgetLeftMarkets(): void {
    if (now() - leftSinceMs < rememberLeftMs) return
    leftBefore = left
    left = createMarketNumbers()
    leftSinceMs = now()
  }

  return {
    note({ id, status, received_at_ms: receivedAtMs }) {
      queue.delete(id)
      if (status === 'open') {
        left.release(id)
        leftBefore.release(id)
        return true
      }
      if (hasLeft(id)) return false
      const leavesAtMs = receivedAtMs + keepForMs
      if (leavesAtMs <= now()) return false
      queue.set(id, leavesAtMs)
      return true
    },
    has: (id) => queue.has(id),
    takeExpiredMarkets() {
      forgetLeftMarkets()
      const due: string[] = []
      for (let first = queue.first(); first; first = queue.first()) {
        if (first.order > now() && queue.size <= maxMarkets) break
        queue.delete(first.key)
        left.assign(first.key)
        due.push(first.key)
      }
      return due
    },
  }
}
