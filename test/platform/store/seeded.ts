// Random numbers from a seed, which a test prints so that its run can be had again.
export interface Random {
  /** From 0 up to `below`, excluded. */
  integer(below: number): number
  readonly seed: number
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    seed,
    integer(below) {
      // mulberry32
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    },
  }
}
