// The markets of the matcher with their propositions. They are its largest data, and only the few markets with which a
// changed market is compared are needed again, so they are in a file if the process has a directory for it.
import type { ScratchMap } from '../lib/run/scratch-file.ts'
import type { MatcherInput } from './matcher-input.ts'
import type { Proposition } from './proposition.ts'

export interface MarketEntry {
  readonly input: MatcherInput
  readonly proposition: Proposition
}

/** By market id. */
export interface MarketEntries {
  get(id: string): MarketEntry | undefined
  has(id: string): boolean
  set(entry: MarketEntry): void
  delete(id: string): void
  size(): number
}

/**
 * Number of entries that are kept in memory, too: the markets of an event change one after the other, and are compared
 * with the same markets.
 */
const maxRecent = 300

/** `map`: keeps the entries, by market id; in memory if omitted. */
export function createMarketEntries(
  map: ScratchMap<MarketEntry> = new Map<string, MarketEntry>(),
): MarketEntries {
  const recent = new Map<string, MarketEntry>()

  function keep(id: string, entry: MarketEntry): MarketEntry {
    if (recent.size >= maxRecent) recent.clear()
    recent.set(id, entry)
    return entry
  }

  return {
    get(id) {
      const known = recent.get(id)
      if (known) return known
      const entry = map.get(id)
      // An id that was read from a file may be a part of a string with all texts of the market, which everything that
      // keeps the id would keep in memory.
      return entry && keep(id, { ...entry, input: { ...entry.input, id } })
    },
    has: (id) => map.has(id),
    set(entry) {
      const { id } = entry.input
      map.set(id, entry)
      keep(id, entry)
    },
    delete(id) {
      map.delete(id)
      recent.delete(id)
    },
    size: () => map.size,
  }
}
