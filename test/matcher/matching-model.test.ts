// The state is what scoring every pair would give, whatever order the markets came in.
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { assign } from '../../services/matcher/assignment.ts'
import { compareClaims, parseClaim } from '../../services/matcher/claims.ts'
import { leastScore } from '../../services/matcher/comparison.ts'
import type { Listing } from '../../services/matcher/listing.ts'
import { createMatching } from '../../services/matcher/matching.ts'
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

const texts: readonly (readonly [Listing, Listing])[] = [
  [palaceWins, palace],
  [evertonWins, everton],
  [drawn, tie],
  [twoSided, ofGame('CRY', 'Crystal Palace', '1H')],
  [game('0x7', `Will Crystal Palace FC win on 2026-05-11?`), ofGame('EVE', 'Tie')],
]
const ids = [0, 1, 2, 3]
const titled = (platform: 0 | 1, n: number, text: number): Listing => {
  const listing = texts[text]?.[platform] ?? palace
  const nativeId = platform === 0 ? `0x${n}` : `${listing.eventNativeId}-${'CET'[text % 3]}${n}`
  return { ...listing, nativeId, id: `${platform === 0 ? 'pa' : 'pb'}_${n}` }
}

const step = fc.record({
  kind: fc.constantFrom('put' as const, 'put' as const, 'put' as const, 'forget' as const),
  platform: fc.constantFrom(0 as const, 1 as const),
  n: fc.constantFrom(...ids),
  text: fc.nat(texts.length - 1),
})

interface Model {
  readonly listings: Map<string, Listing>
  /** Draws that were forgotten, by event. */
  readonly draws: Map<string, Set<string>>
}

const isDraw = (listing: Listing): boolean => {
  const claim = parseClaim(listing)
  return claim.kind === 'contest' && claim.measure === 'draw'
}

function forgetIn({ listings, draws }: Model, id: string): void {
  const listing = listings.get(id)
  if (!listing) return
  listings.delete(id)
  if (listing.platform === 'platform_a') return
  const event = listing.eventNativeId
  if (isDraw(listing)) draws.set(event, (draws.get(event) ?? new Set()).add(id))
  if (![...listings.values()].some((other) => other.eventNativeId === event)) draws.delete(event)
}

function putIn({ listings, draws }: Model, listing: Listing): void {
  const before = listings.get(listing.id)
  listings.set(listing.id, listing)
  const forgotten = draws.get(listing.eventNativeId)
  if (forgotten?.delete(listing.id) && forgotten.size === 0) draws.delete(listing.eventNativeId)
  const isLeft = (event: string): boolean =>
    ![...listings.values()].some((other) => other.eventNativeId === event)
  if (before && isLeft(before.eventNativeId)) draws.delete(before.eventNativeId)
}

function linksOf({ listings, draws }: Model): readonly string[] {
  const all = [...listings.values()]
  const candidates = all.flatMap((a) =>
    all.flatMap((b) => {
      if (a.platform !== 'platform_a' || b.platform !== 'platform_b') return []
      const siblings = all.filter((other) => other.eventNativeId === b.eventNativeId)
      const canDraw = draws.has(b.eventNativeId) || siblings.some(isDraw)
      const { score, outcome } = compareClaims(parseClaim(a), parseClaim(b), canDraw)
      return score < leastScore ? [] : [{ a: a.id, b: b.id, outcome, score }]
    }),
  )
  return assign(candidates)
    .map(({ a, b, outcome, score }) => `${b} ${a}/${outcome} ${score}`)
    .toSorted()
}

it('is what scoring everything gives, after any arrivals, changes and removals', () => {
  let links = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const model: Model = { listings: new Map(), draws: new Map() }
      const matching = createMatching()
      let before: readonly string[] = []
      for (const { kind, platform, n, text } of steps) {
        const listing = titled(platform, n, text)
        if (kind === 'put') {
          matching.put(listing)
          putIn(model, listing)
        } else {
          matching.forget(listing.id)
          forgetIn(model, listing.id)
        }
        const after = linksOf(model)
        expect(linksIn(matching, [...model.listings.values()])).toEqual(after)
        const touched = matching.takeTouched()
        for (const link of [...before, ...after]) {
          const [b = ''] = link.split(' ')
          const isGone = !model.listings.has(b)
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
})

it('is the same from nothing in any order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(step, { selector: ({ platform, n }) => `${platform}${n}`, maxLength: 8 }),
      fc.infiniteStream(fc.nat(1000)),
      (steps, order) => {
        const all = steps.map(({ platform, n, text }) => titled(platform, n, text))
        const shuffled = all
          .map((listing) => ({ listing, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ listing }) => listing)
        expect(matched(...shuffled)).toEqual(matched(...all))
      },
    ),
    { numRuns: 200 },
  )
})
