// An epoch is a part of the version of each row that states progress (in the tables store_positions, candle_marks,
// feeds and wallet_feeds). A replay that truncates the tables begins a new epoch, and so does a rebuild that replaces
// them. Of several versions of a row ClickHouse keeps the highest, so every row of the current epoch replaces the rows
// of earlier epochs. Hence a projector that was frozen before a replay or a rebuild cannot state that the rows it once
// wrote are still there.

/** Number of offsets in an epoch. Versions are safe integers (below 2^53) for 8,192 epochs. */
const epochSize = 2 ** 40

export function toRowVersion(epoch: number, offset: number): number {
  return epoch * epochSize + offset
}

export function epochOf(version: number): number {
  return Math.floor(version / epochSize)
}

/** The offset in a version. */
export function offsetOf(version: number): number {
  return version % epochSize
}
