// Publishes the changed matches of changed markets. Calls of `publish` are executed one after another.
import pLimit from 'p-limit'
import type { Match } from '../../schemas/generated/events.ts'

/**
 * Maximum number of markets whose changed matches are written to the log in one append. After a start all
 * markets with matches are pending, so a single append could become very large.
 */
const marketsPerAppend = 1_000

export interface MatchPublisher {
  /** Adds a market whose matches may have changed. */
  add(marketId: string): void
  hasPendingChanges(): boolean
  /** Resolves when the changes of all markets added before have been appended. */
  publish(): Promise<void>
  /** Resolves when no append is in progress. */
  waitUntilSettled(): Promise<void>
}

export function createMatchPublisher({
  changesOf,
  append,
  onPublished,
}: {
  readonly changesOf: (marketId: string) => readonly Match[]
  readonly append: (changes: readonly Match[]) => Promise<void>
  readonly onPublished: () => void
}): MatchPublisher {
  /** Ids of markets whose computed matches have not yet been compared with the published ones. */
  const pending = new Set<string>()
  // Two calls at the same time would append a change twice: it counts as published only after its append.
  const serialQueue = pLimit(1)

  async function publishChangesOf(ids: readonly string[]): Promise<void> {
    // removed before the append, so that a market that changes during the append becomes pending again
    for (const id of ids) pending.delete(id)
    try {
      await append(ids.flatMap(changesOf))
    } catch (error) {
      for (const id of ids) pending.add(id)
      throw error
    }
  }

  async function publishPendingChanges(): Promise<void> {
    const ids = [...pending]
    for (let i = 0; i < ids.length; i += marketsPerAppend)
      await publishChangesOf(ids.slice(i, i + marketsPerAppend))
    onPublished()
  }

  return {
    add: (marketId) => pending.add(marketId),
    hasPendingChanges: () => pending.size > 0,
    publish: () => serialQueue(publishPendingChanges),
    waitUntilSettled: () => serialQueue(() => undefined),
  }
}
