// Loads the catalog and refreshes it at a fixed interval until it is stopped. A failed refresh is reported and
// repeated at the next interval; responses use the previous state meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Catalog } from './catalog.ts'

export interface CatalogRefresher {
  /** Opens the catalog, then starts to refresh it. Rejects if it cannot be opened. */
  start(): Promise<void>
  /** Resolves when no refresh is running any more. */
  stop(): Promise<void>
}

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
      await catalog.refresh(signal).catch((error: unknown) => {
        if (!signal.aborted) onFailure(error)
      })
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
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
