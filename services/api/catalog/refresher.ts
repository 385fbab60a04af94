// Keeps the catalog up with the store: refreshes it, pauses, and again, until it is stopped. A refresh
// that fails is told and tried again; meanwhile answers come from what is known.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Refresher {
  /** The first refresh; rejects when it fails. */
  start(): Promise<void>
  /** Resolves when no refresh is under way any more. */
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
