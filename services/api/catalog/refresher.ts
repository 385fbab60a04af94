// Loads the catalog and refreshes it again and again until it is stopped. A failed refresh is reported and
// repeated after the next pause; responses use the previous state meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Catalog } from './catalog.ts'

/**
 * The pause between two refreshes is this many times as long as the last one took, so that refreshes of a busy store take
 * at most a quarter of the time.
 */
const pauseFactor = 3
/** The pause is at most this many times the interval. */
const maxPauseFactor = 3

export interface CatalogRefresher {
  /** Opens the catalog, then starts to refresh it. Rejects if it cannot be opened. */
  start(): Promise<void>
  /** Resolves when no refresh is running any more. */
  stop(): Promise<void>
}

/** `intervalMs`: the shortest pause between two refreshes. */
export function createCatalogRefresher(
  catalog: Pick<Catalog, 'open' | 'refresh'>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): CatalogRefresher {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const startedMs = performance.now()
      await catalog.refresh(signal).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error)
      })
      const pauseMs = pauseFactor * (performance.now() - startedMs)
      const boundedMs = Math.min(Math.max(intervalMs, pauseMs), maxPauseFactor * intervalMs)
      await sleep(boundedMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    async start() {
      await catalog.open()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
