// Which records exceed the size that a partition may have.
import type { PartitionRange } from './port.ts'

/** Returns the offset before which records exceed the limit, if all records have the same size. */
export function offsetBeyondSize(
  { low, high }: Pick<PartitionRange, 'low' | 'high'>,
  bytes: number,
  limitBytes: number,
): number {
  if (bytes <= limitBytes) return low
  return low + Math.ceil((high - low) * (1 - limitBytes / bytes))
}
