// Requests missing snapshots again, and replaces a connection on which many snapshots are missing.
import type { StreamPool } from '../../platforms/streams/pool.ts'
import type { FollowedBook } from './followed-book.ts'

/**
 * A snapshot that has not arrived after this time is requested again. The time doubles with each repeated
 * request, up to `maxSnapshotMs`.
 */
const snapshotMs = 30_000
const maxSnapshotMs = 600_000
/** If more than this fraction of the books of a connection have no snapshot, the connection is replaced. */
const maxMissing = 0.05
/** A connection is not replaced again within this time. */
const replaceMs = 600_000

/**
 * Returns a function that requests missing snapshots again, or replaces their connection, and
 * returns their number. To be called every second.
 */
export function createMissingSnapshotRequester(
  all: ReadonlyMap<string, FollowedBook>,
  pool: Pick<StreamPool, 'requestSnapshots' | 'replaceConnectionOf' | 'marketsOnConnectionOf'>,
  steadyNow: () => number,
): () => number {
  let replacedAtMs = -Infinity
  return () => {
    const nowMs = steadyNow()
    const missing = [...all.values()].filter(
      ({ state, awaitedSinceMs, requests }) =>
        state === 'rebuilding' &&
        nowMs - awaitedSinceMs >= Math.min(snapshotMs * 2 ** requests, maxSnapshotMs),
    )
    if (missing.length === 0) return 0
    const again = missing.filter(({ requests }) => requests > 0)
    const first = again[0]
    const count = first ? pool.marketsOnConnectionOf(first.target.id).length : 0
    if (first && again.length > maxMissing * count && nowMs - replacedAtMs >= replaceMs) {
      replacedAtMs = nowMs
      pool.replaceConnectionOf(first.target.id, 'no_snapshot')
      return missing.length
    }
    for (const one of missing) one.requests += 1
    pool.requestSnapshots(missing.map(({ target }) => target.id))
    return missing.length
  }
}
