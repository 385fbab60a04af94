// Waits of tests for conditions. They ask again and again, and end what hangs with a reason. In real time, a
// question that takes long is repeated less often, because the processors are needed for what the test waits for.
import { setTimeout as sleep } from 'node:timers/promises'

export { sleep }

/** Ends what hangs, with the reason, before jest's own limit of 900 s ends it without one. */
export const hungAfterMs = 800_000

export interface Waiting {
  readonly everyMs?: number
  readonly withinMs?: number
  /** Default: real time. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

type Found<T> = Exclude<T, false | null | undefined>

/**
 * Calls `ask` until its answer is wanted, by default until it is not false, null or undefined. Returns this
 * answer. Rejects after `withinMs`, or if `ask` does.
 */
export function until<T>(ask: () => T | Promise<T>): Promise<Found<T>>
export function until<T, Wanted extends T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => answer is Wanted,
  waiting?: Waiting,
): Promise<Wanted>
export function until<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
  waiting?: Waiting,
): Promise<T>
export async function until<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean = isFound,
  waiting: Waiting = {},
): Promise<T> {
  const { everyMs = 25, withinMs = hungAfterMs, sleep: pause } = waiting
  const startedMs = performance.now()
  for (;;) {
    const askedMs = performance.now()
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() - startedMs > withinMs)
      throw new Error(`waited ${withinMs / 1000} s for ${ask.toString()}`)
    await (pause ? pause(everyMs) : pauseAfter(askedMs, everyMs))
  }
}

/** Pauses for at least four times as long as the question took, but not for more than 2 s on that account. */
async function pauseAfter(askedMs: number, everyMs: number): Promise<void> {
  const tookMs = performance.now() - askedMs
  await sleep(Math.max(everyMs, Math.min(4 * tookMs, 2_000)))
}

export function isFound<T>(answer: T): answer is Found<T> {
  return answer !== false && answer !== null && answer !== undefined
}

/** Tries again until the expectation holds; throws its last failure if it never does. */
export async function eventually(
  expectation: () => Promise<void>,
  waiting: Pick<Waiting, 'everyMs' | 'withinMs'> = {},
): Promise<void> {
  const { everyMs = 25, withinMs = hungAfterMs } = waiting
  const startedMs = performance.now()
  for (;;) {
    const askedMs = performance.now()
    try {
      return await expectation()
    } catch (error) {
      if (performance.now() - startedMs > withinMs) throw error
      await pauseAfter(askedMs, everyMs)
    }
  }
}

/** Checks for a while that something does not happen. */
export async function never(happens: () => boolean): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await sleep(25)
    if (happens()) throw new Error('it happened')
  }
}
