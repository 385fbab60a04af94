// Closed markets of platform_a from before its order book, without a condition id.
import { hashOf } from '../../random.ts'
import { createChoice } from '../odds.ts'
import type { Occasion } from '../occasion.ts'

const legacyMarkets = [
  {
    question: 'Will Bitcoin reach $20k before 2021?',
    slug: 'will-bitcoin-reach-20k-before-2021',
    outcomes: ['Yes', 'No'],
    at: Date.UTC(2020, 10, 2),
  },
  {
    question: 'Will the Mars rover land safely in February?',
    slug: 'will-the-mars-rover-land-safely-in-february',
    outcomes: ['Long', 'Short'],
    at: Date.UTC(2021, 1, 1),
  },
] as const

export function legacyOccasions(seed: string): readonly Occasion[] {
  return legacyMarkets.map(({ question, slug, outcomes, at }, n) => ({
    key: `legacy/${slug}`,
    number: n,
    createdMs: at,
    opensMs: at,
    endsMs: at + 60 * 86_400_000,
    decidedMs: at + 60 * 86_400_000,
    popularity: 0,
    voided: n === 1,
    a: {
      slug,
      title: question,
      description: 'This market was made before the order book.',
      tags: ['Science'],
      series: null,
      negRisk: false,
      source: '',
      markets: [
        {
          proposition: {
            odds: createChoice({
              seed: hashOf(`${seed}/${slug}`),
              strengths: [0, 0],
              decidedMs: at + 60 * 86_400_000,
            }),
            leg: 0,
          },
          question,
          slug,
          outcomes,
          group: '',
          description: 'This market was made before the order book.',
          kind: 'legacy',
        },
      ],
    },
    b: [],
  }))
}
