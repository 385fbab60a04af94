// The state is what scoring every pair would give, whatever order the markets came in.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { assign } from '../../services/matcher/assignment.ts'
import { compareClaims, parseClaim } from '../../services/matcher/claims.ts'
import { leastScore } from '../../services/matcher/comparison.ts'
import type { Listing } from '../../services/matcher/listing.ts'
import { createMatching, type Matching } from '../../services/matcher/matching.ts'
import { listingA, listingB } from './listings.ts'

const day = '2026-05-10'
const game = (nativeId: string, title: string, outcomes = ['Yes', 'No']): Listing =>
  listingA({ nativeId, title, outcomes, day, eventTitle: 'Crystal Palace FC vs. Everton FC' })
const ofGame = (suffix: string, subtitle: string, kind = 'GAME'): Listing =>
  listingB({
    nativeId: `KXEPL${kind}-26MAY10CRYEVE-${suffix}`,
    eventNativeId: `KXEPL${kind}-26MAY10CRYEVE`,
    title: 'Crystal Palace vs Everton Winner?',
    eventTitle: 'Crystal Palace vs Everton',
    subtitle,
    day,
  })

const palaceWins = game('0x1', `Will Crystal Palace FC win on ${day}?`)
const evertonWins = game('0x2', `Will Everton FC win on ${day}?`)
const drawn = game('0x3', 'Will Crystal Palace FC vs. Everton FC end in a draw?')
const twoSided = game('0x4', 'Crystal Palace FC vs. Everton FC', [
  'Crystal Palace FC',
  'Everton FC',
])
const palace = ofGame('CRY', 'Crystal Palace')
const everton = ofGame('EVE', 'Everton')
const tie = ofGame('TIE', 'Tie')

const linksIn = (matching: Matching, all: readonly Listing[]) =>
  [...new Map(all.map((listing) => [listing.id, listing])).values()]
    .map(({ id, platform }) => (platform === 'platform_b' ? matching.linkOf(id) : null))
    .filter((link) => link !== null)
    .map(({ a, b, outcome, score }) => `${b} ${a}/${outcome} ${score}`)
    .toSorted()

function matched(...all: readonly Listing[]): readonly string[] {
  const matching = createMatching()
  for (const listing of all) matching.put(listing)
  return linksIn(matching, all).map((link) => link.split(' ').slice(0, 2).join(' '))
}

describe('a game that can end in a draw', () => {
  it('is matched side by side, and its draw', () => {
    expect(matched(palaceWins, evertonWins, drawn, palace, everton, tie)).toEqual([
      `${palace.id} ${palaceWins.id}/0`,
      `${everton.id} ${evertonWins.id}/0`,
      `${tie.id} ${drawn.id}/0`,
    ])
  })

  it('is not one of two sides, whether its draw comes first or last, and is again without it', () => {
    const both = [`${palace.id} ${twoSided.id}/0`, `${everton.id} ${twoSided.id}/1`]
    expect(matched(twoSided, palace, everton)).toEqual(both)
    expect(matched(twoSided, palace, everton, tie)).toEqual([])
    expect(matched(tie, everton, palace, twoSided)).toEqual([])
    const other = ofGame('X', 'Tie')
    expect(matched(twoSided, palace, everton, other)).toEqual([])
    expect(matched(twoSided, palace, everton, other, { ...other, subtitle: 'Nobody' })).toEqual(
      both,
    )
  })

  it('still can when its draw is forgotten, until all of it is', () => {
    const matching = createMatching()
    for (const listing of [twoSided, palace, tie]) matching.put(listing)
    matching.forget(tie.id)
    expect(matching.linkOf(palace.id)).toBeNull()
    matching.put(everton)
    expect(matching.linkOf(everton.id)).toBeNull()
    matching.forget(palace.id)
    matching.put({ ...everton, title: 'Who wins?' })
    matching.put(palace)
    expect(matching.linkOf(palace.id)).toBeNull()
    matching.forget(palace.id)
    matching.forget(everton.id)
    matching.put(palace)
    expect(matching.linkOf(palace.id)?.a).toBe(twoSided.id)
  })
})

describe('ties', () => {
  const copyOf = (listing: Listing, nativeId: string): Listing => ({
    ...listing,
    nativeId,
    id: `${listing.id.slice(0, 3)}${nativeId}`,
  })

  it('abstain: two markets of one title on either side', () => {
    expect(matched(palaceWins, copyOf(palaceWins, '0x9'), palace, tie)).toEqual([])
    const again = {
      ...copyOf(palace, 'KXEPLGAME-26MAY10CRYEVE-CRY2'),
      eventNativeId: palace.eventNativeId,
    }
    expect(matched(palaceWins, palace, again, tie)).toEqual([])
  })

  it('end when one of them asks something else, and begin when it asks the same', () => {
    const matching = createMatching()
    const copy = copyOf(palaceWins, '0x9')
    for (const listing of [palaceWins, palace, tie]) matching.put(listing)
    expect(matching.linkOf(palace.id)?.a).toBe(palaceWins.id)
    matching.takeTouched()
    matching.put(copy)
    expect(matching.takeTouched()).toContain(palace.id)
    expect(matching.linkOf(palace.id)).toBeNull()
    matching.put({ ...copy, title: `Will Crystal Palace FC win on 2026-05-11?` })
    expect(matching.takeTouched()).toContain(palace.id)
    expect(matching.linkOf(palace.id)?.a).toBe(palaceWins.id)
  })

  it('of forty markets of one title are taken in at once', () => {
    const matching = createMatching()
    const forty = Array.from({ length: 40 }, (_, n) => copyOf(palaceWins, `0x9${n}`))
    const others = Array.from({ length: 40 }, (_, n) => ({
      ...copyOf(palace, `KXEPLGAME-26MAY10CRYEVE-CRY${n}`),
      eventNativeId: palace.eventNativeId,
    }))
    for (const listing of [...forty, ...others, tie]) matching.put(listing)
    expect(others.map(({ id }) => matching.linkOf(id))).toEqual(others.map(() => null))
  })
})

describe('taking in', () => {
  it('an equal listing does nothing', () => {
    const matching = createMatching()
    for (const listing of [palaceWins, palace, tie]) matching.put(listing)
    matching.takeTouched()
    for (const listing of [palaceWins, palace, tie]) matching.put(structuredClone(listing))
    expect(matching.takeTouched().size).toBe(0)
  })

  it('a question that changes withdraws what it matched, and matches anew', () => {
    const matching = createMatching()
    for (const listing of [palaceWins, palace, everton, tie]) matching.put(listing)
    matching.takeTouched()
    matching.put({ ...palaceWins, title: evertonWins.title })
    expect([...matching.takeTouched()].toSorted()).toEqual([palace.id, everton.id].toSorted())
    expect(matching.linkOf(palace.id)).toBeNull()
    expect(matching.linkOf(everton.id)?.a).toBe(palaceWins.id)
  })

  it('nothing of a placeholder', () => {
    expect(matched(game('0x5', ''), ofGame('X', ''), game('0x6', 'Person A'))).toEqual([])
  })
})

describe('forgetting', () => {
  it('leaves nothing of it, not even among the touched', () => {
    const matching = createMatching()
    for (const listing of [palaceWins, palace, tie]) matching.put(listing)
    matching.forget(palace.id)
    matching.forget(palace.id)
    expect(matching.takeTouched()).not.toContain(palace.id)
    expect(matching.has(palace.id)).toBe(false)
    expect(matching.linkOf(palace.id)).toBeNull()
    expect(matching.explain(palaceWins.id, palace.id)).toBeNull()
    matching.put(palaceWins)
    expect(matching.takeTouched().size).toBe(0)
  })

  it('of a market of platform_a touches what it matched', () => {
    const matching = createMatching()
    for (const listing of [palaceWins, palace, tie]) matching.put(listing)
    matching.takeTouched()
    matching.forget(palaceWins.id)
    expect([...matching.takeTouched()]).toEqual([palace.id])
    expect(matching.linkOf(palace.id)).toBeNull()
  })
})

it('explains two markets of two platforms only', () => {
  const matching = createMatching()
  for (const listing of [palaceWins, evertonWins, palace]) matching.put(listing)
  expect(matching.explain(evertonWins.id, palace.id)?.score).toBe(0)
  expect(matching.explain(palaceWins.id, evertonWins.id)).toBeNull()
  expect(matching.explain(palaceWins.id, 'pb_unknown')).toBeNull()
})

// --- against a model that scores everything ---

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
