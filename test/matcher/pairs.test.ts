// Pairs of markets in the wording of both platforms, and what should come of comparing them.
import { describe, expect, it } from '@jest/globals'
import { compareClaims, parseClaim } from '../../services/matcher/claims.ts'
import type { Comparison } from '../../services/matcher/comparison.ts'
import { champions } from './pairs/champions.ts'
import { contests } from './pairs/contests.ts'
import { counts } from './pairs/counts.ts'
import { duels } from './pairs/duels.ts'
import { elections } from './pairs/elections.ts'
import { football } from './pairs/football.ts'
import { futures } from './pairs/futures.ts'
import { government } from './pairs/government.ts'
import { offices } from './pairs/offices.ts'
import { leagues } from './pairs/leagues.ts'
import { money } from './pairs/money.ts'
import { news } from './pairs/news.ts'
import { players } from './pairs/players.ts'
import { readPairs } from './pairs/read-pairs.ts'
import { softWordMisses } from './pairs/soft-words.ts'
import { statements } from './pairs/statements.ts'
import { subtitles } from './pairs/subtitles.ts'
import { sundry } from './pairs/sundry.ts'
import { widerWords } from './pairs/wider-words.ts'

function resultOf({ score, outcome }: Comparison): string {
  if (score < 70) return 'no'
  if (score < 85) return outcome === 0 ? 'medium' : 'medium, second'
  return outcome === 0 ? 'same' : 'second'
}

function differing({ reasons }: Comparison): readonly string[] {
  const dimensions = reasons.filter(({ verdict }) => verdict !== 'same').map((r) => r.dimension)
  return [...new Set(dimensions)]
}

describe.each(
  Object.entries({
    contests,
    counts,
    leagues,
    football,
    duels,
    players,
    statements,
    elections,
    futures,
    money,
    news,
    offices,
    government,
    champions,
    sundry,
    softWordMisses,
    subtitles,
    widerWords,
  }),
)('%s', (_kind, text) => {
  it.each(readPairs(text).map((pair) => [pair.line, pair] as const))('%s', (_line, pair) => {
    const comparison = compareClaims(parseClaim(pair.a), parseClaim(pair.b), pair.canDraw)
    expect(resultOf(comparison)).toBe(pair.expected)
    if (pair.dimension !== null) expect(differing(comparison)).toEqual([pair.dimension])
  })
})
