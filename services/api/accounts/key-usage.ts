// When each key was last used, to the minute. Uses are collected in memory, so that a key check
// needs no I/O; usage-reports.ts appends them once a minute, each key at most once.
import type { ApiKey } from './registry.ts'

export interface KeyUse {
  readonly key: ApiKey
  /** Start of the minute. */
  readonly usedAtMs: number
}

export interface KeyUsage {
  record(key: ApiKey): void
  /**
   * Returns the start of the minute of the last use, even if that use is not in the topic yet; null if the key
   * was never used.
   */
  lastUseMsOf(key: ApiKey): number | null
  /**
   * Returns the uses recorded since the last call, for the caller to append. If the append fails,
   * the caller gives them back with `restorePendingUses`.
   */
  takePendingUses(): readonly KeyUse[]
  restorePendingUses(uses: readonly KeyUse[]): void
}

const minuteMs = 60_000

export function createKeyUsage(now: () => number): KeyUsage {
  let pending = new Map<ApiKey, KeyUse>()
  /**
   * The uses that were pending at the last call of takePendingUses. They are kept because this process may not have
   * read them back from the topic yet.
   */
  let handedOver = new Map<ApiKey, KeyUse>()

  function newestUseMsOf(key: ApiKey): number {
    const uses = [pending.get(key)?.usedAtMs, handedOver.get(key)?.usedAtMs, key.lastUsedAtMs]
    return Math.max(...uses.map((atMs) => atMs ?? -Infinity))
  }

  return {
    record(key) {
      const usedAtMs = Math.floor(now() / minuteMs) * minuteMs
      // fast path for the common case, because this runs in every request
      if (pending.get(key)?.usedAtMs === usedAtMs) return
      if (usedAtMs > newestUseMsOf(key)) pending.set(key, { key, usedAtMs })
    },
    lastUseMsOf(key) {
      const newest = newestUseMsOf(key)
      return newest === -Infinity ? null : newest
    },
    takePendingUses() {
      handedOver = pending
      pending = new Map()
      // Omit uses that are older than a use that another process has reported: the topic is
      // compacted, so the older use would replace the newer one.
      return [...handedOver.values()].filter(
        ({ key, usedAtMs }) => usedAtMs > (key.lastUsedAtMs ?? 0),
      )
    },
    restorePendingUses(uses) {
      for (const use of uses) if (!pending.has(use.key)) pending.set(use.key, use)
    },
  }
}
