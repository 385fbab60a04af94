// The incremental state equals the result of scoring every pair, in any order of arrival.
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { selectPairs } from '../../services/matcher/pair-selection.ts'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import { minScore } from '../../services/matcher/comparison.ts'
import type { MarketEntry } from '../../services/matcher/market-entries.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { createMatching } from '../../services/matcher/matching.ts'
import { createJsonMap } from '../support/json-map.ts'
import {
  drawn,
  everton,
  evertonWins,
  game,
  linksIn,
  matched,
  ofGame,
  palace,
  palaceWins,
  tie,
  twoSided,
} from './one-game.ts'

const texts: readonly (readonly [MatcherInput, MatcherInput])[] = [
  [palaceWins, palace],
  [evertonWins, everton],
  [drawn, tie],
  [twoSided, ofGame('CRY', 'Crystal Palace', '1H')],
  [game('0x7', `Will Crystal Palace FC win on 2026-05-11?`), ofGame('EVE', 'Tie')],
]
const ids = [0, 1, 2, 3]
const titled = (platform: 0 | 1, n: number, text: number): MatcherInput => {
  const matcherInput = texts[text]?.[platform] ?? palace
  const nativeId =
    platform === 0 ? `0x${n}` : `${matcherInput.eventNativeId}-${'CET'[text % 3]}${n}`
  return { ...matcherInput, nativeId, id: `${platform === 0 ? 'pa' : 'pb'}_${n}` }
}

const step = fc.record({
  kind: fc.constantFrom('put' as const, 'put' as const, 'put' as const, 'forget' as const),
  platform: fc.constantFrom(0 as const, 1 as const),
  n: fc.constantFrom(...ids),
  text: fc.nat(texts.length - 1),
})

interface Model {
  readonly inputs: Map<string, MatcherInput>
  /** Draws that were forgotten, by event. */
  readonly draws: Map<string, Set<string>>
}

const isDraw = (matcherInput: MatcherInput): boolean => {
  const proposition = parseProposition(matcherInput)
  return proposition.kind === 'contest' && proposition.measure === 'draw'
}

function forgetIn({ inputs, draws }: Model, id: string): void {
  const matcherInput = inputs.get(id)
  if (!matcherInput) return
  inputs.delete(id)
  if (matcherInput.platform === 'platform_a') return
  const event = matcherInput.eventNativeId
  if (isDraw(matcherInput)) draws.set(event, (draws.get(event) ?? new Set()).add(id))
  if (![...inputs.values()].some((other) => other.eventNativeId === event)) draws.delete(event)
}

function putIn({ inputs, draws }: Model, matcherInput: MatcherInput): void {
  const before = inputs.get(matcherInput.id)
  inputs.set(matcherInput.id, matcherInput)
  const forgotten = draws.get(matcherInput.eventNativeId)
  if (forgotten?.delete(matcherInput.id) && forgotten.size === 0)
    draws.delete(matcherInput.eventNativeId)
  const isUnmatched = (event: string): boolean =>
    ![...inputs.values()].some((other) => other.eventNativeId === event)
  if (before && isUnmatched(before.eventNativeId)) draws.delete(before.eventNativeId)
}

function linksOf({ inputs, draws }: Model): readonly string[] {
  const all = [...inputs.values()]
  const candidates = all.flatMap((a) =>
    all.flatMap((b) => {
      if (a.platform !== 'platform_a' || b.platform !== 'platform_b') return []
      const siblings = all.filter((other) => other.eventNativeId === b.eventNativeId)
      const canDraw = draws.has(b.eventNativeId) || siblings.some(isDraw)
      const { score, outcomeIndex } = comparePropositions(
        parseProposition(a),
        parseProposition(b),
        canDraw,
      )
      return score < minScore ? [] : [{ otherMarketId: a.id, marketId: b.id, outcomeIndex, score }]
    }),
  )
  return selectPairs(candidates)
    .map((link) => `${link.marketId} ${link.otherMarketId}/${link.outcomeIndex} ${link.score}`)
    .toSorted()
}

it.each([
  ['in memory', () => undefined],
  ['in a file', () => createJsonMap<MarketEntry>()],
])(
  'is what scoring everything gives, %s, after any arrivals, changes and removals',
  (_, createMap) => {
    let links = 0
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const model: Model = { inputs: new Map(), draws: new Map() }
        const matching = createMatching(createMap())
        let before: readonly string[] = []
        for (const { kind, platform, n, text } of steps) {
          const matcherInput = titled(platform, n, text)
          if (kind === 'put') {
            matching.put(matcherInput)
            putIn(model, matcherInput)
          } else {
            // with a market of the other platform, which may be linked to it
            const forgotten = [matcherInput.id, titled(platform === 0 ? 1 : 0, n, text).id]
            matching.forgetMarkets(forgotten)
            for (const id of forgotten) forgetIn(model, id)
          }
          const after = linksOf(model)
          expect(linksIn(matching, [...model.inputs.values()])).toEqual(after)
          const touched = matching.takeAffectedMarkets()
          for (const link of [...before, ...after]) {
            const [b = ''] = link.split(' ')
            const isGone = !model.inputs.has(b)
            if (before.includes(link) !== after.includes(link) && !isGone)
              expect(touched).toContain(b)
          }
          before = after
          links += after.length
        }
      }),
      { numRuns: 300 },
    )
    expect(links).toBeGreaterThan(100)
  },
)

it('is the same from nothing in any order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(step, { selector: ({ platform, n }) => `${platform}${n}`, maxLength: 8 }),
      fc.infiniteStream(fc.nat(1000)),
      (steps, order) => {
        const all = steps.map(({ platform, n, text }) => titled(platform, n, text))
        const shuffled = all
          .map((matcherInput) => ({ matcherInput, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ matcherInput }) => matcherInput)
        expect(matched(...shuffled)).toEqual(matched(...all))
      },
    ),
    { numRuns: 200 },
  )
})
