// Slots kept in an order while their entries change: the few that changed are sorted and put in their
// places among the rest, because sorting a quarter of a million entries every second would block the
// loop.

export interface Ranking {
  /** The entry of the slot is new, or no longer what it was. */
  touch(slot: number): void
  order(): readonly number[]
}

export function createRanking(compare: (slotA: number, slotB: number) => number): Ranking {
  let order: readonly number[] = []
  const touched = new Set<number>()

  const settle = (): void => {
    const kept = order.filter((slot) => !touched.has(slot))
    const parts: (readonly number[])[] = []
    let from = 0
    for (const slot of [...touched].sort(compare)) {
      const at = placeOf(slot, kept, from, compare)
      parts.push(kept.slice(from, at), [slot])
      from = at
    }
    parts.push(kept.slice(from))
    order = parts.flat()
    touched.clear()
  }

  return {
    touch(slot) {
      touched.add(slot)
    },
    order() {
      if (touched.size > 0) settle()
      return order
    },
  }
}

/** Index of the first of `kept`, from `from` on, that comes after the slot. */
function placeOf(
  slot: number,
  kept: readonly number[],
  from: number,
  compare: (slotA: number, slotB: number) => number,
): number {
  let [low, high] = [from, kept.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(kept[middle] ?? slot, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}
