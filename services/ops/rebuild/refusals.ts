// Why a request about a rebuild is refused, as sentences for the operator.
import type { PartitionRange } from '../../lib/log/port.ts'
import { isRunning } from '../../lib/run/running-process.ts'
import { topics, type Topic } from '../../topology.ts'
import { formatBytes } from '../format.ts'
import type { Owner, RebuildState } from './state.ts'

/** This process, and its clock in Unix milliseconds. */
interface Self {
  readonly owner: Owner
  readonly now: () => number
}

/** A process on another machine that has not written the state for this long is regarded as ended. */
const ownerTimeoutMs = 30_000

const exchanging = 'the tables are being exchanged; start the service again if this takes long'

export function refusalOfState(
  state: RebuildState | null,
  epoch: number,
  self: Self,
): string | null {
  if (state === null || state.phase === 'removing') return null
  if (state.phase === 'exchanged')
    return 'the old tables of the last rebuild are still there: ops rebuild --discard removes them'
  if (isOwnedByOther(state, self)) return describeOwner(state)
  if (state.phase === 'exchanging') return exchanging
  return state.epoch === epoch + 1
    ? null
    : 'the live tables were truncated after the rebuild had begun: ops rebuild --abandon removes the new tables'
}

export function refusalOfAbandon(state: RebuildState | null, self: Self): string | null {
  if (state === null) return 'there is no rebuild to abandon'
  if (state.phase === 'exchanged')
    return 'the rebuild is complete: ops rebuild --discard removes the old tables'
  if (isOwnedByOther(state, self)) return describeOwner(state)
  // during an exchange, the second database may contain some of the live tables
  return state.phase === 'exchanging' ? exchanging : null
}

export function refusalOfDiscard(state: RebuildState | null): string | null {
  if (state === null) return 'there are no old tables to discard'
  return state.phase === 'exchanged'
    ? null
    : 'the rebuild is not complete: ops rebuild continues it, ops rebuild --abandon removes its tables'
}

/** Whether another process owns the rebuild and is still running. */
function isOwnedByOther(
  { owner, reported_at_ms: reportedAtMs }: RebuildState,
  { owner: self, now }: Self,
): boolean {
  if (owner.id === self.id) return false
  if (owner.host === self.host) return owner.pid !== self.pid && isRunning(owner.pid)
  return now() - reportedAtMs < ownerTimeoutMs
}

const describeOwner = ({ owner }: RebuildState): string =>
  `process ${owner.pid} of the machine ${owner.host} is rebuilding the tables`

/**
 * Returns the refusal if the log has lost records other than order books. The rows of removed records are only in the
 * live tables, and a rebuild can copy only the rows of order books.
 */
export function describeRemoved(ranges: readonly PartitionRange[]): string | null {
  const removed = ranges.find(
    ({ topic, low }) => low > 0 && topic !== 'books' && topics[topic as Topic].cleanup === 'delete',
  )
  return removed === undefined
    ? null
    : `the log no longer has the records of ${removed.topic}/${removed.partition} before offset ${removed.low}: ` +
        'their rows are only in the live tables, and would be lost'
}

export const describeSpace = (planned: {
  readonly free_bytes: number
  readonly needed_bytes: number
}): string | null =>
  planned.free_bytes >= planned.needed_bytes
    ? null
    : `the disk of the tables has ${formatBytes(planned.free_bytes)} free, and ${formatBytes(planned.needed_bytes)} are needed`
