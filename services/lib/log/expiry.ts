// Estimates which records of a partition exceed its size limit.
import type { PartitionRange } from './port.ts'

/**
 * Returns the offset of the oldest record that fits into `limitBytes` together with all newer records. Assumes that
 * all records have the same size.
 */
export function firstOffsetWithinSize(
  { low, high }: Pick<PartitionRange, 'low' | 'high'>,
  bytes: number,
  limitBytes: number,
): number {
  if (bytes <= limitBytes) return low
  return low + Math.ceil((high - low) * (1 - limitBytes / bytes))
}
