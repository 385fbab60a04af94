// Loads the catalog and refreshes it again and again until it is stopped. A failed refresh is reported and
// repeated after the next pause; responses use the previous state meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { createProportionalPause } from '../../lib/run/proportional-pause.ts'
import type { Catalog } from './catalog.ts'

/**
 * The pause after a refresh is this many times as long as the refresh took, so that refreshes of a busy store take at most
 * a quarter of the time.
 */
const pauseFactor = 3

export interface CatalogRefresher {
  /** Opens the catalog, then starts to refresh it. Rejects if it cannot be opened. */
  start(): Promise<void>
  /** Resolves when no refresh is running any more. */
  stop(): Promise<void>
}

/** `intervalMs`: the shortest pause between two refreshes. The longest is three times as long. */
export function createCatalogRefresher(
  catalog: Pick<Catalog, 'open' | 'refresh'>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): CatalogRefresher {
  const pause = createProportionalPause(intervalMs, pauseFactor)
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pause
        .measure(() => catalog.refresh(signal))
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure(error)
        })
      await sleep(pause.ms(), undefined, { signal }).catch(() => undefined)
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
