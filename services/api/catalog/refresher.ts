// Refreshes the catalog at a fixed interval until it is stopped. A failed refresh is reported and
// repeated at the next interval; responses use the previous state meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Refresher {
  /** Refreshes once, then starts the interval. Rejects if the first refresh fails. */
  start(): Promise<void>
  /** Resolves when no refresh is running any more. */
  stop(): Promise<void>
}

export function createRefresher(
  catalog: { refresh(): Promise<void> },
  everyMs: number,
  onFailure: (error: unknown) => void,
): Refresher {
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await catalog.refresh().catch(onFailure)
    }
  }

  return {
    async start() {
      await catalog.refresh()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
