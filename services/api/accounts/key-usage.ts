// When each key was last used, to the minute. Uses are kept in memory and appended once a minute, each
// key at most once: a key check costs no I/O.
import type { ApiKey } from './registry.ts'

export interface KeyUse {
  readonly key: ApiKey
  /** Start of the minute. */
  readonly usedAtMs: number
}

export interface KeyUsage {
  note(key: ApiKey): void
  /** Start of the minute of its newest use, told or not; null: never. */
  lastUseOf(key: ApiKey): number | null
  /** Hands over what was noted since the last call; hand back what could not be told. */
  take(): readonly KeyUse[]
  giveBack(uses: readonly KeyUse[]): void
}

const minuteMs = 60_000

export function createKeyUsage(now: () => number): KeyUsage {
  let noted = new Map<ApiKey, KeyUse>()
  /** Handed over: until it comes back with the topic, nobody else knows of it. */
  let taken = new Map<ApiKey, KeyUse>()

  function newestOf(key: ApiKey): number {
    const uses = [noted.get(key)?.usedAtMs, taken.get(key)?.usedAtMs, key.lastUsedAtMs]
    return Math.max(...uses.map((atMs) => atMs ?? -Infinity))
  }

  return {
    note(key) {
      const usedAtMs = Math.floor(now() / minuteMs) * minuteMs
      // nearly always: this runs with every request
      if (noted.get(key)?.usedAtMs === usedAtMs) return
      if (usedAtMs > newestOf(key)) noted.set(key, { key, usedAtMs })
    },
    lastUseOf(key) {
      const newest = newestOf(key)
      return newest === -Infinity ? null : newest
    },
    take() {
      taken = noted
      noted = new Map()
      // what another process has told since is newer, and a compacted topic would keep ours
      return [...taken.values()].filter(({ key, usedAtMs }) => usedAtMs > (key.lastUsedAtMs ?? 0))
    },
    giveBack(uses) {
      for (const use of uses) if (!noted.has(use.key)) noted.set(use.key, use)
    },
  }
}
