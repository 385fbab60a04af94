// The newest states of some markets, in memory. They are read from the store once, for many markets with one
// load, and then changed by the records of the log.
import type { LogRecord } from '../../lib/log/port.ts'
import { createBatchedLoads } from './batched-loads.ts'
import { applyChange, bytesOfState, type MarketState, type StateChange } from './market-state.ts'
import type { CacheItem, Sieve } from '../../lib/run/sieve.ts'
import type { TailHold, TopicTail } from './tail.ts'

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
   * Loads the states that are not in memory, together with states that other requests wait for. Skips states
   * that the memory cannot have now. Rejects if the store fails.
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
   * Makes each tail keep the records of the partition until its hold is released. Returns null if the
   * memory cannot have states of the partition now.
   */
  function holdInAllTails(partition: number): readonly TailHold[] | null {
    const holds = topics.map(({ tail }) => tail.hold(partition))
    const made = holds.filter((hold) => hold !== null)
    if (made.length === holds.length) return made
    for (const hold of made) hold.release()
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
   * Adds the states of these markets of one partition to the cache: the states that the store returned,
   * changed by the records in the tails.
   */
  function addStatesWithTails(
    marketIds: ReadonlySet<string>,
    holds: readonly TailHold[],
    rows: ReadonlyMap<string, MarketState>,
  ): void {
    const states = new Map<string, MarketState>()
    for (const id of marketIds) {
      const state = rows.get(id)
      if (state) states.set(id, state)
    }
    for (const [i, { decode }] of topics.entries())
      for (const record of holds[i]?.recordsOfMarkets(marketIds) ?? []) {
        const state = states.get(record.key ?? '')
        const change = state && decode(record)
        if (state && change) states.set(record.key ?? '', applyChange(state, change))
      }
    for (const [id, state] of states) add(id, state)
  }

  async function loadStates(marketIds: readonly string[]): Promise<void> {
    const byPartition = new Map<number, string[]>()
    for (const id of marketIds) {
      const ids = byPartition.get(partitionOf(id))
      if (ids) ids.push(id)
      else byPartition.set(partitionOf(id), [id])
    }
    // the holds are taken before the statements are sent, so that the tails (the records that the store may lack)
    // have every record that the statements do not see
    const held = [...byPartition].flatMap(([partition, ids]) => {
      const holds = holdInAllTails(partition)
      return holds ? [{ ids: new Set(ids), holds }] : []
    })
    if (held.length === 0) return
    try {
      loads += 1
      const rows = await readStates(held.flatMap(({ ids }) => [...ids]))
      if (rows === null) return
      // the rest runs in one turn of the event loop, so that no record of the log can arrive in between
      for (const { ids, holds } of held)
        if (holds.every((hold) => hold.isValid())) addStatesWithTails(ids, holds, rows)
    } finally {
      for (const { holds } of held) for (const hold of holds) hold.release()
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
