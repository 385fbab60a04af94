// Reads a stretch of one partition, and is done: fetches from its leader, of no group.
import { LogError, type LogRecord } from '../port.ts'
import { toLogError } from './failures.ts'
import { fetchFrom, type Fetched, type Wanted } from './fetch.ts'
import { leaderOf, listOffsets, type Boundary, type Place } from './offsets.ts'
import type { KafkaParts } from './parts.ts'
import { persist } from './persist.ts'

const defaultMaxBytes = 4 * 1024 * 1024
const maxWaitMs = 100
/** A transaction under way holds a reader up; a dead process's for its time-out, and then some. */
const attemptsInARow = 600

/** Ends at `until`, or where the partition ends at the call: with all that has been acknowledged then. */
export async function* readPartition(
  parts: KafkaParts,
  place: Place,
  range: { readonly from: number; readonly until: number; readonly maxBytes?: number },
): AsyncGenerator<LogRecord> {
  const { from, until, maxBytes = defaultMaxBytes } = range
  const doing = `reading ${place.topic}/${place.partition}`
  const boundary = async (what: Boundary): Promise<number> => {
    const offsets = await persist(doing, () =>
      parts.asking.use((cluster) => listOffsets(cluster, place.topic, what)),
    )
    return offsets[place.partition] ?? 0
  }
  const end = Math.min(until, await boundary('end'))
  let at = Math.max(from, await boundary('first'))
  for (let attempts = 0; at < end; attempts += 1) {
    const offset = at
    const fetched = await persist(doing, () => fetchOnce(parts, { ...place, offset }, maxBytes))
    if ('error' in fetched) {
      if (fetched.error.type !== 'OFFSET_OUT_OF_RANGE') throw toLogError(doing, fetched.error)
      // retention was quicker: what is left begins later
      at = Math.max(at, await boundary('first'))
    } else {
      for (const record of fetched.records) if (record.offset < end) yield record
      at = fetched.next
    }
    if (at > offset) attempts = 0
    else if (attempts === attemptsInARow)
      throw new LogError(`${doing}: a transaction does not end at offset ${at}`, {
        retriable: true,
      })
  }
}

async function fetchOnce(parts: KafkaParts, wanted: Wanted, maxBytes: number): Promise<Fetched> {
  const { inside, asking } = parts
  return asking.use(async (cluster) => {
    const nodeId = leaderOf(cluster, wanted)
    const [fetched] = await fetchFrom(inside, cluster, nodeId, [wanted], {
      maxWaitMs,
      maxBytes,
      maxPartitionBytes: maxBytes,
    })
    if (!fetched)
      throw new LogError('the broker answers for another partition', { retriable: true })
    // another one leads by now: the client finds out whom to ask
    if ('error' in fetched && fetched.error.retriable) throw fetched.error
    return fetched
  })
}
