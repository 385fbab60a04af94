// Draws the false lists of trades of a plan.
import type { Random } from '../../simulator/random.ts'
import type { ListFault, ListPlatform } from './list-faults.ts'

/**
 * A published row that is missing for two minutes while newer ones are there counts as withdrawn (decision
 * 014, rule 5). Later than this in a round, no list is truncated.
 */
const truncatedUntilMs = 100_000
const kinds = ['empty', 'stale-date', 'stale-age', 'truncated', 'reordered'] as const

export function drawListFault(random: Random, atMs: number): ListFault {
  const kind = random.pick(kinds)
  const fault = {
    platform: random.pick<ListPlatform>(['platform_a', 'platform_b']),
    forMs: 2_000 + random.below(16_000),
    share: random.pick([1, 1, 0.3]),
    agoMs: random.below(300_000),
  }
  return { ...fault, kind: kind === 'truncated' && atMs > truncatedUntilMs ? 'reordered' : kind }
}

export function describeListFault({ platform, kind, forMs, share }: ListFault): string {
  return `${platform}: ${Math.round(share * 100)}% of the lists ${kind} for ${forMs} ms`
}
