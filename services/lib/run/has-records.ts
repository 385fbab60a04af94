import type { ReadableLog } from '../log/port.ts'

/**
 * Returns whether the log has records in this range of offsets. On Kafka a range may contain nothing but
 * transaction markers, because markers have offsets, too, and the positions of groups and of the store may be after
 * markers.
 */
export async function hasRecords(
  log: Pick<ReadableLog, 'read'>,
  range: Parameters<ReadableLog['read']>[0] & { readonly until: number },
): Promise<boolean> {
  if (range.from >= range.until) return false
  const first = await log.read(range)[Symbol.asyncIterator]().next()
  return first.done !== true
}
