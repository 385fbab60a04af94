// Pairs of markets in the wording of both platforms, and what should come of comparing them.
import { describe, expect, it } from '@jest/globals'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import type { Comparison } from '../../services/matcher/comparison.ts'
import { readPairs } from './pairs/read-pairs.ts'
import { tables } from './pairs/tables.ts'

function resultOf({ score, outcomeIndex: outcome }: Comparison): string {
  if (score < 70) return 'no'
  if (score < 85) return outcome === 0 ? 'medium' : 'medium, second'
  return outcome === 0 ? 'same' : 'second'
}

function differing({ vetoes }: Comparison): readonly string[] {
  return [...new Set(vetoes.map(({ dimension }) => dimension))]
}

describe.each(Object.entries(tables))('%s', (_kind, text) => {
  it.each(readPairs(text).map((pair) => [pair.line, pair] as const))('%s', (_line, pair) => {
    const comparison = comparePropositions(
      parseProposition(pair.a),
      parseProposition(pair.b),
      pair.canDraw,
    )
    expect(resultOf(comparison)).toBe(pair.expected)
    if (pair.dimension !== null) expect(differing(comparison)).toEqual([pair.dimension])
  })
})
