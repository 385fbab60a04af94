// Polls of many subjects (markets, wallets) until nothing is pending.
import pLimit from 'p-limit'

/** Subjects asked about at a time. */
const atOnce = pLimit(4)

/**
 * Returns a function that polls and returns what is still pending, in the end nothing. A poll asks only about the
 * subjects that were pending in the poll before it. When none of them is pending any more, it asks about all once more.
 * `pendingOf` returns what one subject lacks.
 */
export function pollPending<T>(
  subjects: readonly T[],
  pendingOf: (subject: T) => Promise<readonly string[]>,
): () => Promise<readonly string[]> {
  let asked = subjects
  return async () => {
    for (;;) {
      const wasComplete = asked === subjects
      const pending = await atOnce.map(asked, pendingOf)
      const behind = asked.filter((_, i) => pending[i]?.length)
      asked = behind.length > 0 ? behind : subjects
      if (behind.length > 0 || wasComplete) return pending.flat()
    }
  }
}
