// Repeatable randomness for tests; a test prints the seed it ran with.

export interface Random {
  /** 0 (included) to 1 (excluded). */
  fraction(): number
  /** 0 (included) to `below` (excluded). */
  integer(below: number): number
  chance(probability: number): boolean
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    fraction,
    integer: (below) => Math.floor(fraction() * below),
    chance: (probability) => fraction() < probability,
  }
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1)
    const [a, b] = [shuffled[last], shuffled[other]]
    if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a]
  }
  return shuffled
}
