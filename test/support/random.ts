// Random numbers for tests: the simulator's generator from a seed that is printed. SEED=<number>
// repeats a run.
import { createRandom, type Random } from '../../simulator/random.ts'

export interface SeededRandom extends Random {
  readonly seed: number
}

export function createSeededRandom(): SeededRandom {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`SEED=${seed}\n`)
  return { ...createRandom(seed), seed }
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const [a, b] = [shuffled[last], shuffled[other]]
    if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a]
  }
  return shuffled
}
