// The newest states of some markets, in memory. Each state is read from the store once, in one statement with the
// states of other markets. After that, the records of the log change it.
import type { LogRecord } from '../../lib/log/port.ts'
import { createBatchedLoads } from './batched-loads.ts'
import { applyChange, bytesOfState, type MarketState, type StateChange } from './market-state.ts'
import { groupBy } from '../../lib/run/group-by.ts'
import type { CacheItem, Sieve } from '../../lib/run/sieve.ts'
import type { PinnedTail, TopicTail } from './tail.ts'

/** A topic whose records change states. */
export interface StateTopic {
  readonly tail: TopicTail
  /**
   * Returns the change that a record makes to the state of its market; null if the tables leave the record
   * out.
   */
  readonly decode: (record: LogRecord) => StateChange | null
}

export interface StateCacheOptions {
  readonly topics: readonly StateTopic[]
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /** Reads a state for each market. Returns null if the store has lost rows since its positions were read. */
  readonly readStates: (
    marketIds: readonly string[],
  ) => Promise<ReadonlyMap<string, MarketState> | null>
}

export interface CachedState {
  readonly state: MarketState
  /** Of the market. */
  readonly partition: number
}

export interface StateCache {
  has(marketId: string): boolean
  /** Returns undefined if the state is not in memory. */
  get(marketId: string): CachedState | undefined
  applyStateChange(marketId: string, change: StateChange): void
  /**
   * Loads the states that are not in memory, in one statement with the states that other requests wait for. Skips
   * states that the memory cannot have now. Rejects if the store fails.
   */
  load(marketIds: readonly string[]): Promise<void>
  clear(): void
  loadCount(): number
}

interface Entry extends CacheItem {
  state: MarketState
  readonly partition: number
  bytes: number
}

export function createStateCache(options: StateCacheOptions): StateCache {
  const { topics, sieve, partitionOf, readStates } = options
  const entries = new Map<string, Entry>()
  let loads = 0

  /**
   * Pins the partition in each tail: the tails keep its records until the pins are released. Returns null if the
   * memory cannot have states of the partition now.
   */
  function pinAllTails(partition: number): readonly PinnedTail[] | null {
    const pinnedTails = topics.map(({ tail }) => tail.pin(partition))
    const pinned = pinnedTails.filter((pinnedTail) => pinnedTail !== null)
    if (pinned.length === pinnedTails.length) return pinned
    for (const pinnedTail of pinned) pinnedTail.release()
    return null
  }

  function add(marketId: string, state: MarketState): void {
    const onEvicted = (): void => void entries.delete(marketId)
    const partition = partitionOf(marketId)
    const entry: Entry = { state, partition, bytes: bytesOfState(state), isUsed: false, onEvicted }
    entries.set(marketId, entry)
    sieve.add(entry)
  }

  /**
   * Adds the states of these markets, all of one partition, to the cache. `rows`: the states that the store returned;
   * the records in the tails are applied to them.
   */
  function addStatesWithTails(
    marketIds: ReadonlySet<string>,
    pinnedTails: readonly PinnedTail[],
    rows: ReadonlyMap<string, MarketState>,
  ): void {
    const states = new Map<string, MarketState>()
    for (const id of marketIds) {
      const state = rows.get(id)
      if (state) states.set(id, state)
    }
    for (const [i, { decode }] of topics.entries())
      for (const record of pinnedTails[i]?.recordsOfMarkets(marketIds) ?? []) {
        const state = states.get(record.key ?? '')
        const change = state && decode(record)
        if (state && change) states.set(record.key ?? '', applyChange(state, change))
      }
    for (const [id, state] of states) add(id, state)
  }

  async function loadStates(marketIds: readonly string[]): Promise<void> {
    // the tails (the records that the store may lack) are pinned before the statements are sent, so that they have
    // every record that the statements do not see
    const loadable = [...groupBy(marketIds, partitionOf)].flatMap(([partition, ids]) => {
      const pinnedTails = pinAllTails(partition)
      return pinnedTails ? [{ ids: new Set(ids), pinnedTails }] : []
    })
    if (loadable.length === 0) return
    try {
      loads += 1
      const rows = await readStates(loadable.flatMap(({ ids }) => [...ids]))
      if (rows === null) return
      // the loop runs in one turn of the event loop, so that no record of the log arrives before the states are added
      for (const { ids, pinnedTails } of loadable)
        if (pinnedTails.every((pinnedTail) => pinnedTail.isValid()))
          addStatesWithTails(ids, pinnedTails, rows)
    } finally {
      for (const { pinnedTails } of loadable)
        for (const pinnedTail of pinnedTails) pinnedTail.release()
    }
  }

  const loadInBatches = createBatchedLoads(loadStates)

  return {
    has: (marketId) => entries.has(marketId),
    get(marketId) {
      const entry = entries.get(marketId)
      if (entry) entry.isUsed = true
      return entry
    },
    applyStateChange(marketId, change) {
      const entry = entries.get(marketId)
      if (!entry) return
      const state = applyChange(entry.state, change)
      const isResized = state.details !== entry.state.details
      entry.state = state
      if (!isResized) return
      entry.bytes = bytesOfState(state)
      sieve.resize(entry)
    },
    load: (marketIds) => loadInBatches(marketIds.filter((id) => !entries.has(id))),
    clear: () => entries.clear(),
    loadCount: () => loads,
  }
}
