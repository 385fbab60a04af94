// Random numbers that can be had again: the seed is printed, and SEED brings it back.
export interface Random {
  /** A whole number from 0 to n - 1. */
  below(n: number): number
}

export function createRandom(): Random {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  process.stdout.write(`SEED=${seed}\n`)
  let state = seed
  return {
    below(n) {
      // mulberry32
      state = (state + 0x6d2b79f5) | 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * n)
    },
  }
}
