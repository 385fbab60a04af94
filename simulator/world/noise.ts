// Smooth random curves over time: the basis of probabilities and measured quantities.
import { fraction, mix } from '../random.ts'

// Destructured once: see random.ts.
const { floor } = Math

const hour = 3_600_000

/** Wave lengths and weights; the weights add up to 1. */
const octaves = [
  { period: 9 * hour, weight: 0.5 },
  { period: 2 * hour, weight: 0.3 },
  { period: hour / 4, weight: 0.15 },
  { period: hour / 40, weight: 0.05 },
] as const

/** A value in [-1, 1] at a time; the same seed always gives the same curve. */
export function noise(seed: number, tMs: number): number {
  let sum = 0
  for (const { period, weight } of octaves) {
    const position = tMs / period
    const cell = floor(position)
    const left = lattice(seed, cell, period)
    const right = lattice(seed, cell + 1, period)
    const x = position - cell
    sum += weight * (left + (right - left) * x * x * (3 - 2 * x))
  }
  return sum
}

function lattice(seed: number, cell: number, period: number): number {
  return 2 * fraction(mix(seed ^ period, cell)) - 1
}
