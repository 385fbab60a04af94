// Calls to a store that may be away for a moment: a chDB child that is being restarted, a server that
// is, too.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Connector } from './connector.ts'
import { isAnswer, toStoreFailure, wasNeverSent } from './failures.ts'
import { StoreUnavailable } from './port.ts'

export interface Patience {
  /**
   * For work that changes nothing, or may be done twice: tried again when the connection was lost.
   * Rejects with StoreError or StoreUnavailable.
   */
  repeatable<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>
  /** Waits for a store that is away, then sends it once: what was lost may have been done. */
  once<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>
  /** Every call from now on, and every one that waits, rejects with StoreUnavailable. */
  giveUp(): void
}

/** A child is back in about half a second. */
const patienceMs = 8_000
const firstPauseMs = 50

export function createPatience(connector: Connector): Patience {
  const givenUp = new AbortController()

  function checkOpen(): void {
    if (givenUp.signal.aborted) throw new StoreUnavailable('the store is closed')
  }

  async function insist<T>(
    work: (client: ClickHouseClient) => Promise<T>,
    mayRepeat: (cause: unknown) => boolean,
  ): Promise<T> {
    const until = performance.now() + patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      checkOpen()
      try {
        return await work(await connector.client(Math.max(0, until - performance.now())))
      } catch (cause) {
        if (!mayRepeat(cause) || performance.now() + pauseMs > until) throw toStoreFailure(cause)
        await sleep(pauseMs, undefined, { signal: givenUp.signal }).catch(() => undefined)
      }
    }
  }

  return {
    repeatable: (work) => insist(work, (cause) => !isAnswer(cause)),
    once: (work) => insist(work, wasNeverSent),
    giveUp: () => givenUp.abort(),
  }
}
