// Slots kept in an order while their entries change: the few that changed are sorted and merged into
// the rest, because sorting a quarter of a million entries every second would block the loop.

export interface Ranking {
  /** The entries of these slots are new, or no longer what they were; the others are. */
  update(changed: ReadonlySet<number>): void
  order(): readonly number[]
}

export function createRanking(compare: (slotA: number, slotB: number) => number): Ranking {
  let order: number[] = []
  return {
    update(changed) {
      const kept = order.filter((slot) => !changed.has(slot))
      const fresh = [...changed].sort(compare)
      const merged: number[] = []
      let next = 0
      for (const slot of kept) {
        for (let f = fresh[next]; f !== undefined && compare(f, slot) < 0; f = fresh[next]) {
          merged.push(f)
          next++
        }
        merged.push(slot)
      }
      for (const slot of fresh.slice(next)) merged.push(slot)
      order = merged
    },
    order: () => order,
  }
}
