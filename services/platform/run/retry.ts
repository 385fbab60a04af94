// Doing again what failed for a reason that may pass.
import { setTimeout as sleep } from 'node:timers/promises'

const attempts = 5
const pauseMs = 250

/** For work that may be done twice: tries again while it fails with an error that is `retriable`. */
export async function retryRetriable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isRetriable = (error as { retriable?: unknown } | null)?.retriable === true
      if (!isRetriable || attempt === attempts) throw error
      await sleep(pauseMs * attempt)
    }
  }
}
