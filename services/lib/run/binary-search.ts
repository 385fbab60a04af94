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
