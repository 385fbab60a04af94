// The order in which the books of the markets of a book schedule are requested.
import { createNumberQueues, type NumberQueue } from '../../lib/run/number-queues.ts'
import type { PollerTuning } from '../tuning.ts'
import type { ScheduledMarkets } from './scheduled-markets.ts'

/** Markets are given by their number in ScheduledMarkets. */
export interface BookQueues {
  /** Gives the market its place by its interval and the time of its last request. */
  readonly enqueue: (market: number) => void
  readonly remove: (market: number) => void
  /** Removes and returns markets whose book is due, the most traded ones first. Takes O(log n) for each. */
  takeDueMarkets(nowMs: number, limit: number): number[]
  /** Whether the market is not in the queues, because its book is being requested. */
  isTaken(market: number): boolean
  /** Whether the market waits only for requests of other markets. False for the most traded ones. */
  isDue(market: number): boolean
  /** Returns when the next book of the most traded markets is due; null if there is none. */
  nextTopMs(): number | null
}

/**
 * For the first request of its book, a market is placed in the queue as if its interval were this many times
 * shorter.
 */
const firstRequestFactor = 10

/** `isStreamed`: see createBookSchedule(). */
export function createBookQueues(
  scheduled: ScheduledMarkets,
  tuning: PollerTuning,
  isStreamed: (id: string) => boolean,
): BookQueues {
  const queues = createNumberQueues()
  /** The most traded markets that are not streamed, by the time at which their book is due. */
  const top = queues.create()
  /** The markets that are not in `top` and whose book is not due, by the time at which it becomes due. */
  const waiting = queues.create()
  /**
   * The markets that are not in `top` and whose book is due, by virtual time, as in Self-Clocked Fair Queueing (S. J.
   * Golestani, INFOCOM 1994). The virtual time of a market is its interval plus its previous virtual time (its tag) or,
   * if that is later, the current virtual time. The current virtual time is that of the last market taken. So it stops
   * while no book is due, and passes more slowly than real time when not all due books can be requested.
   */
  const due = queues.create()
  let virtualMs = 0

  function enqueue(market: number): void {
    const { isTop, intervalMs } = scheduled.intervalOf(market)
    const isChecked = isStreamed(scheduled.idOf(market))
    const pauseMs = isChecked ? Math.max(intervalMs, tuning.streamCheckMs) : intervalMs
    const requestedMs = scheduled.requestedMsOf(market)
    const queue = isTop && !isChecked ? top : waiting
    queue.add(market, requestedMs === null ? 0 : requestedMs + pauseMs)
  }

  function moveDueMarkets(nowMs: number): void {
    for (let market = waiting.first(); market !== undefined; market = waiting.first()) {
      if (queues.atMsOf(market) > nowMs) return
      const { intervalMs } = scheduled.intervalOf(market)
      const stepMs =
        intervalMs / (scheduled.requestedMsOf(market) === null ? firstRequestFactor : 1)
      due.add(market, Math.max(scheduled.tags.get(market), virtualMs) + stepMs)
    }
  }

  function takeDueFrom(queue: NumberQueue, untilMs: number, limit: number): number[] {
    const taken: number[] = []
    for (let market = queue.first(); market !== undefined; market = queue.first()) {
      const atMs = queues.atMsOf(market)
      if (taken.length >= limit || atMs > untilMs) break
      if (queue === due) {
        virtualMs = atMs
        scheduled.tags.set(market, virtualMs)
      }
      queues.remove(market)
      taken.push(market)
    }
    return taken
  }

  return {
    enqueue,
    remove: queues.remove,
    takeDueMarkets(nowMs, limit) {
      const ofTop = takeDueFrom(top, nowMs, limit)
      moveDueMarkets(nowMs)
      return [...ofTop, ...takeDueFrom(due, Infinity, limit - ofTop.length)]
    },
    isTaken: (market) => queues.queueOf(market) === null,
    isDue: (market) => queues.queueOf(market) === due,
    nextTopMs() {
      const market = top.first()
      return market === undefined ? null : queues.atMsOf(market)
    },
  }
}
