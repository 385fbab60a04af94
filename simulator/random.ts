// Stateless randomness: every random choice of the simulated world is a hash of the seed and of the
// name of the choice, so the same seed gives the same world after a restart.
import { createHash } from 'node:crypto'

// Destructured once: looking up a global is slow where code runs in its own context (jest).
const { cos, exp, floor, imul, log, max, round, sqrt } = Math

/** A 32-bit hash of a text. */
export function hashOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), 0x01000193)
  return finish(h)
}

/** A 32-bit hash of a hash and a number. */
export function mix(hash: number, value: number): number {
  const low = value | 0
  const high = floor(value / 0x1_0000_0000) | 0
  return finish(imul(hash ^ imul(low, 0x9e3779b1), 0x85ebca6b) ^ imul(high, 0xc2b2ae35))
}

function finish(hash: number): number {
  let h = hash
  h = imul(h ^ (h >>> 16), 0x7feb352d)
  h = imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** The hash as a number in [0, 1). */
export function fraction(hash: number): number {
  return hash / 0x1_0000_0000
}

/** `digits` hexadecimal digits (at most 64) derived from the text. */
export function hexOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}

/** A stream of random numbers that starts at a hash. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  /** An integer in [0, below). */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

export function createRandom(hash: number): Random {
  let state = hash >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    return fraction(finish(state))
  }
  const below = (limit: number): number => floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}

/** A sample of the Poisson distribution; the normal approximation above a mean of 60. */
export function poisson(mean: number, random: Random): number {
  if (mean <= 0) return 0
  if (mean > 60) {
    const normal = sqrt(-2 * log(1 - random.next())) * cos(2 * Math.PI * random.next())
    return max(0, round(mean + sqrt(mean) * normal))
  }
  const limit = exp(-mean)
  let product = random.next()
  let count = 0
  while (product > limit) {
    product *= random.next()
    count++
  }
  return count
}
