import type { Partition, ReadableLog } from '../log/port.ts'

/** Some hundred transaction markers: a range may begin with many of them. */
const pageBytes = 64 * 1024

/**
 * Returns whether the log has records in this range of offsets. On Kafka a range may contain nothing but
 * transaction markers, because markers have offsets, too, and the positions of groups and of the store may be after
 * markers.
 */
export async function hasRecords(
  log: Pick<ReadableLog, 'read'>,
  range: Partition & { readonly from: number; readonly until: number },
): Promise<boolean> {
  if (range.from >= range.until) return false
  const first = await log
    .read({ ...range, pageBytes })
    [Symbol.asyncIterator]()
    .next()
  return first.done !== true
}
