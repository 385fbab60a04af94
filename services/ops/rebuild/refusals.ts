// Why a request about a rebuild is refused, as sentences for the operator.
import type { PartitionRange } from '../../lib/log/port.ts'
import { isRunning } from '../../lib/run/running-process.ts'
import { topics, type Topic } from '../../topology.ts'
import { formatBytes } from '../format.ts'
import type { Owner, RebuildState } from './state.ts'

/** This process, and its clock in Unix milliseconds. */
interface ThisProcess {
  readonly owner: Owner
  readonly now: () => number
}

/** A process on another machine that has not written the state for this long is regarded as ended. */
const ownerTimeoutMs = 30_000

const exchanging = 'the tables are being exchanged; start the service again if this takes long'

export function findStartRefusal(
  state: RebuildState | null,
  epoch: number,
  thisProcess: ThisProcess,
): string | null {
  if (state === null || state.phase === 'removing') return null
  if (state.phase === 'exchanged')
    return 'the old tables of the last rebuild are still there: ops rebuild --discard removes them'
  if (isOwnedByOther(state, thisProcess)) return describeOwner(state)
  if (state.phase === 'exchanging') return exchanging
  return state.epoch === epoch + 1
    ? null
    : 'the live tables were truncated after the rebuild had begun: ops rebuild --abandon removes the new tables'
}

export function findAbandonRefusal(
  state: RebuildState | null,
  thisProcess: ThisProcess,
): string | null {
  if (state === null) return 'there is no rebuild to abandon'
  if (state.phase === 'exchanged')
    return 'the rebuild is complete: ops rebuild --discard removes the old tables'
  if (isOwnedByOther(state, thisProcess)) return describeOwner(state)
  // during an exchange, the second database may contain some of the live tables
  return state.phase === 'exchanging' ? exchanging : null
}

export function findDiscardRefusal(state: RebuildState | null): string | null {
  if (state === null) return 'there are no old tables to discard'
  return state.phase === 'exchanged'
    ? null
    : 'the rebuild is not complete: ops rebuild continues it, ops rebuild --abandon removes its tables'
}

/** Whether another process owns the rebuild and is still running. */
function isOwnedByOther(
  { owner, reported_at_ms: reportedAtMs }: RebuildState,
  { owner: thisProcess, now }: ThisProcess,
): boolean {
  if (owner.id === thisProcess.id) return false
  if (owner.host === thisProcess.host) return owner.pid !== thisProcess.pid && isRunning(owner.pid)
  return now() - reportedAtMs < ownerTimeoutMs
}

const describeOwner = ({ owner }: RebuildState): string =>
  `process ${owner.pid} of the machine ${owner.host} is rebuilding the tables`

/**
 * Returns the refusal if retention has removed records other than order books from the log. The rows of these records
 * are only in the live tables, and a rebuild can copy only the rows of order books.
 */
export function describeRemovedRecords(ranges: readonly PartitionRange[]): string | null {
  const removed = ranges.find(
    ({ topic, low }) => low > 0 && topic !== 'books' && topics[topic as Topic].cleanup === 'delete',
  )
  return removed === undefined
    ? null
    : `the log no longer has the records of ${removed.topic}/${removed.partition} before offset ${removed.low}: ` +
        'their rows are only in the live tables, and would be lost'
}

export const describeMissingSpace = (report: {
  readonly free_bytes: number
  readonly needed_bytes: number
}): string | null =>
  report.free_bytes >= report.needed_bytes
    ? null
    : `the disk of the tables has ${formatBytes(report.free_bytes)} free, and ${formatBytes(report.needed_bytes)} are needed`
