// Asking a server again while it does not answer: at start, where it may come up after us, and where
// going on without it is worse than waiting.
import { setTimeout as sleep } from 'node:timers/promises'

const firstPauseMs = 200
const longestPauseMs = 5_000

/**
 * `work` may be done twice; it is tried again while it fails with an error that is `retriable`.
 * `onWait` is called once, before the first pause.
 */
export async function untilItAnswers<T>(
  work: () => Promise<T>,
  options: {
    readonly withinMs: number
    readonly onWait: (reason: string) => void
    readonly signal?: AbortSignal
  },
): Promise<T> {
  const { withinMs, onWait, signal } = options
  const until = performance.now() + withinMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      const isRetriable = (error as { retriable?: unknown } | null)?.retriable === true
      if (!isRetriable || performance.now() + pauseMs > until) throw error
      if (pauseMs === firstPauseMs) onWait(error instanceof Error ? error.message : String(error))
      await sleep(pauseMs, undefined, { ...(signal && { signal }) })
    }
  }
}
