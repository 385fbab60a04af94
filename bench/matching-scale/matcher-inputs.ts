// As many open markets as both platforms had in 2026, in similar proportions.
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { createRandom } from '../../simulator/random.ts'
import { toMatcherInputsA, toMatcherInputsB, type DraftMarket } from './drafts.ts'
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

export interface ManyMarkets {
  readonly a: readonly MatcherInput[]
  readonly b: readonly MatcherInput[]
  /** By id of platform_b: the market of platform_a with the same question, and the outcome that corresponds. */
  readonly twins: ReadonlyMap<string, { readonly a: string; readonly outcome: number }>
}

const firstMs = Date.UTC(2026, 4, 4)
const endOfSeasonMs = Date.UTC(2026, 10, 3)

/** In a random order, which is always the same. */
export function createManyMarkets(countA: number, countB: number): ManyMarkets {
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
    a: drafts.flatMap(({ a }) => a).flatMap(toMatcherInputsA),
    b: drafts.flatMap(({ b }) => b).flatMap(toMatcherInputsB),
  }
  if (all.a.length < countA || all.b.length < countB)
    throw new Error(`only ${all.a.length} x ${all.b.length} markets are created`)
  const a = shuffled(all.a, random).slice(0, countA)
  const b = shuffled(all.b, random).slice(0, countB)
  return {
    a: a.map(({ matcherInput }) => matcherInput),
    b: b.map(({ matcherInput }) => matcherInput),
    twins: twinsOf(a, b),
  }
}

function twinsOf(a: readonly DraftMarket[], b: readonly DraftMarket[]): ManyMarkets['twins'] {
  const bySaying = new Map(
    a.flatMap(({ matcherInput, says }) =>
      says.map((text, outcome) => [text, { a: matcherInput.id, outcome }] as const),
    ),
  )
  return new Map(
    b.flatMap(({ matcherInput, says: [text = ''] }) => {
      const twin = bySaying.get(text)
      return twin ? [[matcherInput.id, twin] as const] : []
    }),
  )
}
