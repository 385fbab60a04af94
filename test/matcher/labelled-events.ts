// Events of a labelled set, made by hand for the tests of the evaluation.

type Title = readonly [id: string, title: string]
type Label = readonly [ticker: string, conditionId: string, sure?: boolean]

interface EventPair {
  readonly category?: string
  readonly event?: string
  readonly a: readonly [id: string, title: string, day: string | null]
  readonly b: readonly [ticker: string, title: string]
  readonly marketsA: readonly Title[]
  readonly marketsB: readonly Title[]
  readonly matches?: readonly Label[]
  readonly near?: readonly (readonly [ticker: string, conditionId: string, why: string])[]
}

/** As an object that is not checked yet; JSON of it is a line. */
export function eventPair(pair: EventPair) {
  const { a, b, marketsA, marketsB, matches = [], near = [] } = pair
  return {
    pair: 1,
    category: pair.category ?? 'match_winner',
    platform_b: {
      event_ticker: b[0],
      title: b[1],
      event_date: null as string | null,
      deadline: '2026-05-29' as string | null,
      markets: marketsB.map(([ticker, title]) => ({ ticker, title })),
    },
    platform_a: {
      event_id: a[0],
      title: a[1],
      event_date: a[2],
      deadline: '2026-05-15' as string | null,
      markets: marketsA.map(([condition_id, title]) => ({ condition_id, title })),
    },
    event: pair.event ?? 'same',
    matches: matches.map(([ticker, condition_id, sure = true]) => ({
      ticker,
      condition_id,
      relation: 'identical',
      outcome: null as string | null,
      sure,
    })),
    near: near.map(([ticker, condition_id, why]) => ({ ticker, condition_id, why })),
  }
}

/** Three markets of one game on both platforms, and one of platform_a that is about its first half. */
export const game = eventPair({
  a: ['1', 'Bologna FC 1909 vs. US Lecce', '2026-05-16'],
  b: ['KXSERIEAGAME-26MAY16BOLLEC', 'Bologna vs Lecce'],
  marketsA: [
    ['0xbol', 'Will Bologna FC 1909 win on 2026-05-16?'],
    ['0xdraw', 'Will Bologna FC 1909 vs. US Lecce end in a draw?'],
    ['0xlec', 'Will US Lecce win on 2026-05-16?'],
    ['0xhalf', 'US Lecce leading at halftime?'],
  ],
  marketsB: ['BOL', 'TIE', 'LEC'].map((code) => [
    `KXSERIEAGAME-26MAY16BOLLEC-${code}`,
    'Bologna vs Lecce Winner?',
  ]),
  matches: [
    ['KXSERIEAGAME-26MAY16BOLLEC-BOL', '0xbol'],
    ['KXSERIEAGAME-26MAY16BOLLEC-TIE', '0xdraw'],
    ['KXSERIEAGAME-26MAY16BOLLEC-LEC', '0xlec'],
  ],
  near: [['KXSERIEAGAME-26MAY16BOLLEC-LEC', '0xhalf', 'period']],
})

/** A game without a draw, as one market on platform_a and two on platform_b. */
export const twoSided = eventPair({
  a: ['2', 'Cavaliers vs. Pistons', '2026-05-13'],
  b: ['KXNBAGAME-26MAY13CLEDET', 'Cleveland at Detroit'],
  marketsA: [['0xcle', 'Cavaliers vs. Pistons']],
  marketsB: ['CLE', 'DET'].map((code) => [
    `KXNBAGAME-26MAY13CLEDET-${code}`,
    'Cleveland at Detroit Winner?',
  ]),
  matches: [],
})

export function toLines(...pairs: readonly object[]): string {
  return pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('')
}
