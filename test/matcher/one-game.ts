// Markets about one game, on either platform, and the links that a matching finds among markets.
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { createMatching, type Matching } from '../../services/matcher/matching.ts'
import { matcherInputA, matcherInputB } from './matcher-inputs.ts'

const day = '2026-05-10'
export const game = (nativeId: string, title: string, outcomes = ['Yes', 'No']): MatcherInput =>
  matcherInputA({ nativeId, title, outcomes, day, eventTitle: 'Crystal Palace FC vs. Everton FC' })
export const ofGame = (suffix: string, subtitle: string, kind = 'GAME'): MatcherInput =>
  matcherInputB({
    nativeId: `KXEPL${kind}-26MAY10CRYEVE-${suffix}`,
    eventNativeId: `KXEPL${kind}-26MAY10CRYEVE`,
    title: 'Crystal Palace vs Everton Winner?',
    eventTitle: 'Crystal Palace vs Everton',
    subtitle,
    day,
  })

export const palaceWins = game('0x1', `Will Crystal Palace FC win on ${day}?`)
export const evertonWins = game('0x2', `Will Everton FC win on ${day}?`)
export const drawn = game('0x3', 'Will Crystal Palace FC vs. Everton FC end in a draw?')
export const twoSided = game('0x4', 'Crystal Palace FC vs. Everton FC', [
  'Crystal Palace FC',
  'Everton FC',
])
export const palace = ofGame('CRY', 'Crystal Palace')
export const everton = ofGame('EVE', 'Everton')
export const tie = ofGame('TIE', 'Tie')

/** "b a/outcome score" of each link among these. */
export const linksIn = (matching: Matching, all: readonly MatcherInput[]) =>
  [...new Map(all.map((matcherInput) => [matcherInput.id, matcherInput])).values()]
    .map(({ id, platform }) =>
      platform === 'platform_b' ? (matching.linksOf(id)[0] ?? null) : null,
    )
    .filter((link) => link !== null)
    .map((link) => `${link.marketId} ${link.otherMarketId}/${link.outcomeIndex} ${link.score}`)
    .toSorted()

/** "b a/outcome", when all of them are added to an empty state. */
export function matched(...all: readonly MatcherInput[]): readonly string[] {
  const matching = createMatching()
  for (const matcherInput of all) matching.put(matcherInput)
  return linksIn(matching, all).map((link) => link.split(' ').slice(0, 2).join(' '))
}
