// As many open markets as both platforms had in 2026, in proportions like theirs.
import type { Listing } from '../../services/matcher/listing.ts'
import { createRandom } from '../../services/simulator/random.ts'
import { toListingsA, toListingsB, type DraftedListing } from './drafts.ts'
import { gamesOfGoals } from './goals.ts'
import { gamesOfPoints } from './points.ts'
import {
  champions,
  deadlines,
  elections,
  mentions,
  priceLadders,
  temperatures,
} from './statements.ts'
import { createVocabulary, shuffled } from './vocabulary.ts'

export interface ManyListings {
  readonly a: readonly Listing[]
  readonly b: readonly Listing[]
  /** By id of platform_b: the market of platform_a with the same question, and which outcome it is. */
  readonly twins: ReadonlyMap<string, { readonly a: string; readonly outcome: number }>
}

const firstMs = Date.UTC(2026, 4, 4)
const endOfSeasonMs = Date.UTC(2026, 10, 3)

/** In a random order, the same every time. */
export function createListings(countA: number, countB: number): ManyListings {
  const random = createRandom(2026)
  const words = createVocabulary(random)
  const drafts = [
    gamesOfPoints(440, firstMs, 6, words, random),
    gamesOfGoals(900, firstMs, 6, words, random),
    priceLadders(20, 7, firstMs, words),
    temperatures(200, 3, firstMs, words),
    elections(1400, endOfSeasonMs, words),
    champions(140, endOfSeasonMs, words),
    mentions(350, firstMs, words, random),
    deadlines(3100, firstMs, words),
  ]
  const all = {
    a: drafts.flatMap(({ a }) => a).flatMap(toListingsA),
    b: drafts.flatMap(({ b }) => b).flatMap(toListingsB),
  }
  if (all.a.length < countA || all.b.length < countB)
    throw new Error(`only ${all.a.length} x ${all.b.length} listings are made`)
  const a = shuffled(all.a, random).slice(0, countA)
  const b = shuffled(all.b, random).slice(0, countB)
  return {
    a: a.map(({ listing }) => listing),
    b: b.map(({ listing }) => listing),
    twins: twinsOf(a, b),
  }
}

function twinsOf(
  a: readonly DraftedListing[],
  b: readonly DraftedListing[],
): ManyListings['twins'] {
  const bySaying = new Map(
    a.flatMap(({ listing, says }) =>
      says.map((text, outcome) => [text, { a: listing.id, outcome }] as const),
    ),
  )
  return new Map(
    b.flatMap(({ listing, says: [text = ''] }) => {
      const twin = bySaying.get(text)
      return twin ? [[listing.id, twin] as const] : []
    }),
  )
}
