// Combinations that users of platform_b make of its games: they fill the first pages of /markets, and
// of the event lists only /events/multivariate has them.
import { createRandom, hexOf, mix } from '../../random.ts'
import { hourMs } from '../dates.ts'
import { createChoice } from '../odds.ts'
import type { EventSpecB, Occasion, Slot } from '../occasion.ts'

const series = {
  ticker: 'KXMVESPORTSMULTIGAMEEXTENDED',
  title: 'Combo',
  category: 'Sports',
  frequency: 'custom',
  tags: [],
  source: { name: 'the Governing League', url: 'https://www.nba.com' },
} as const

/** Combinations of the markets of these games. */
export function parlays(slot: Slot, games: readonly Occasion[]): readonly Occasion[] {
  const events = games.flatMap(({ b, decidedMs }) => b.map((event) => ({ event, decidedMs })))
  const wanted = events.length === 0 ? 0 : Math.round(12 * slot.size)
  return Array.from({ length: wanted }, (_, n): Occasion => {
    const random = createRandom(mix(slot.seed, n))
    const chosen = new Map<
      string,
      { event: EventSpecB; decidedMs: number; pick: number; side: 'yes' | 'no' }
    >()
    const legs = 2 + random.below(2)
    for (let leg = 0; leg < legs; leg++) {
      const { event, decidedMs } = random.pick(events)
      const side = random.chance(0.7) ? 'yes' : 'no'
      chosen.set(event.ticker, { event, decidedMs, pick: random.below(event.markets.length), side })
    }
    const parts = [...chosen.values()]
    const decidedMs = Math.max(...parts.map((part) => part.decidedMs))
    const openedMs = slot.startMs + 14 * hourMs + random.below(10 * hourMs)
    const ticker = `${series.ticker}-S2026${hexOf(`parlay/${slot.seed}/${n}`, 11).toUpperCase()}`
    const words = parts
      .map(({ event, pick, side }) => `${side} ${event.markets[pick]?.yes ?? ''}`)
      .join(',')
    return {
      key: `parlay/${ticker}`,
      number: slot.number(n),
      createdMs: openedMs,
      opensMs: openedMs,
      endsMs: decidedMs + 48 * hourMs,
      decidedMs,
      popularity: 0.02,
      voided: false,
      a: null,
      b: [
        {
          series,
          ticker,
          title: 'Combo',
          subTitle: 'MVE',
          exclusive: false,
          rulesSecondary: '',
          parlay: true,
          markets: [
            {
              proposition: {
                odds: createChoice({
                  seed: mix(slot.seed, 1000 + n),
                  strengths: [-1.2, 0],
                  decidedMs,
                }),
                leg: 0,
              },
              ticker: `${ticker}-${hexOf(`leg/${slot.seed}/${n}`, 11).toUpperCase()}`,
              title: words,
              yes: words,
              no: words,
              rules: '',
              strike: { type: 'custom' },
              legs: parts.map(({ event, pick, side }) => ({
                eventTicker: event.ticker,
                ticker: event.markets[pick]?.ticker ?? '',
                side,
              })),
            },
          ],
        },
      ],
    }
  })
}
