// Epochs in the versions of rows that claim something about other rows: positions, marks, watermarks. A
// replay that truncates the tables begins a new epoch. Rows of an earlier epoch lose against every row of
// the current epoch, so a projector that was frozen before the replay cannot claim that its rows are there.

/** Range of offsets per epoch. A version is a safe integer (2^53) for 8,192 epochs. */
const epochSize = 2 ** 40

export function versionIn(epoch: number, offset: number): number {
  return epoch * epochSize + offset
}

export function epochOf(version: number): number {
  return Math.floor(version / epochSize)
}

/** The offset in a version. */
export function offsetOf(version: number): number {
  return version % epochSize
}
