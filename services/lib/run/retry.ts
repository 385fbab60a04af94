// Retries with exponential back-off.
import { setTimeout as sleep } from 'node:timers/promises'

export interface BackOff {
  readonly firstMs: number
  readonly maxMs: number
  /**
   * Random numbers for jitter: each pause has 50% to 100% of its length, so that concurrent callers retry
   * at different times. Without it, pauses have their full length.
   */
  readonly random?: () => number
}

/**
 * Returns the pause after a failure: `firstMs`, doubled for each earlier consecutive failure, at most
 * `maxMs`.
 */
export function backOffMs(
  { firstMs, maxMs, random }: BackOff,
  earlierFailureCount: number,
): number {
  const ms = Math.min(maxMs, firstMs * 2 ** earlierFailureCount)
  return random ? Math.round(ms * (0.5 + random() / 2)) : ms
}

export interface RetryPolicy extends BackOff {
  readonly isRetriable: (error: unknown) => boolean
  /** The total number of attempts, including the first. */
  readonly attempts?: number
  /** `retry` gives up before a pause that would end later than this, counted from the call. */
  readonly withinMs?: number
  /** Called before each pause. */
  readonly onRetry?: (error: unknown, failures: number) => void
  /** When this signal aborts, the pause ends and `retry` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Calls `work` until it succeeds. Rejects with the error of the last attempt. */
export async function retry<T>(work: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { isRetriable, attempts = Infinity, withinMs = Infinity, onRetry, signal } = policy
  const deadlineMs = performance.now() + withinMs
  for (let failures = 1; ; failures += 1) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const pauseMs = backOffMs(policy, failures - 1)
      const isLast = failures >= attempts || performance.now() + pauseMs > deadlineMs
      if (isLast || !isRetriable(error)) throw error
      onRetry?.(error, failures)
      await sleep(pauseMs, undefined, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}

/**
 * Retries while `work` fails with errors that are `retriable`, for example because a server starts after
 * this process. `onWait` is called once, before the first pause.
 */
export function retryUntilAvailable<T>(
  work: () => Promise<T>,
  options: {
    readonly withinMs: number
    readonly onWait: (reason: string) => void
    readonly signal?: AbortSignal | undefined
  },
): Promise<T> {
  const { withinMs, onWait, signal } = options
  return retry(work, {
    firstMs: 200,
    maxMs: 5_000,
    withinMs,
    signal,
    isRetriable: (error) => (error as { retriable?: unknown } | null)?.retriable === true,
    onRetry(error, failures) {
      if (failures === 1) onWait(error instanceof Error ? error.message : String(error))
    },
  })
}
