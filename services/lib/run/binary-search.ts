/**
 * Returns the first index from `from` on, and before `to`, for which `hasProperty` is true; `to` if there is none. If it
 * is true for an index, it must be true for all later ones.
 */
export function findFirstIndex(
  from: number,
  to: number,
  hasProperty: (index: number) => boolean,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hasProperty(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The same from 0 on and before `to`, with steps that double from `to` backwards, so that an index near `to` is found
 * soon.
 */
export function findFirstIndexBefore(to: number, hasProperty: (index: number) => boolean): number {
  let high = to
  for (let step = 1; high > 0; step *= 2) {
    const low = Math.max(0, to - step)
    if (!hasProperty(low)) return findFirstIndex(low + 1, high, hasProperty)
    high = low
  }
  return 0
}
