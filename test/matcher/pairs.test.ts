// Pairs of markets in the wording of both platforms, and what should come of comparing them.
import { describe, expect, it } from '@jest/globals'
import { compareClaims, parseClaim } from '../../services/matcher/claims.ts'
import type { Comparison } from '../../services/matcher/comparison.ts'
import { readPairs } from './pairs/read-pairs.ts'
import { tables } from './pairs/tables.ts'

function resultOf({ score, outcome }: Comparison): string {
  if (score < 70) return 'no'
  if (score < 85) return outcome === 0 ? 'medium' : 'medium, second'
  return outcome === 0 ? 'same' : 'second'
}

function differing({ reasons }: Comparison): readonly string[] {
  const dimensions = reasons.filter(({ verdict }) => verdict !== 'same').map((r) => r.dimension)
  return [...new Set(dimensions)]
}

describe.each(Object.entries(tables))('%s', (_kind, text) => {
  it.each(readPairs(text).map((pair) => [pair.line, pair] as const))('%s', (_line, pair) => {
    const comparison = compareClaims(parseClaim(pair.a), parseClaim(pair.b), pair.canDraw)
    expect(resultOf(comparison)).toBe(pair.expected)
    if (pair.dimension !== null) expect(differing(comparison)).toEqual([pair.dimension])
  })
})
