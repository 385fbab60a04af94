// Tests of the evaluation itself.
import { describe, expect, it } from '@jest/globals'
import { evaluateMatching, measureBaselines } from '../../bench/matching-quality/evaluate.ts'
import { parseLabelledSet } from '../../bench/matching-quality/labelled-set.ts'
import type { FoundLink } from '../../bench/matching-quality/matcher-links.ts'
import { bestThreshold, measureLinks } from '../../bench/matching-quality/quality.ts'
import { readTruth } from '../../bench/matching-quality/truth.ts'
import { wilsonInterval } from '../../bench/matching-quality/wilson.ts'
import { eventPair, game, toLines, twoSided } from './labelled-events.ts'

describe('the interval of a proportion', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [5, 10, 0.2366, 0.7634],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [72, 72, 0.9493, 1],
    [0, 0, 0, 1],
  ])('of %d of %d', (hits, of, low, high) => {
    const interval = wilsonInterval(hits, of)
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })
})

/** Five markets on each side; b1 to b4 have a match, of b4 a reader was not sure. */
const cup = eventPair({
  category: 'futures',
  a: ['10', 'The cup', null],
  b: ['CUP', 'The cup'],
  marketsA: ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => [id, `Will ${id} win?`]),
  marketsB: ['b1', 'b2', 'b3', 'b4', 'b5'].map((id) => [id, `Will ${id} win?`]),
  matches: [
    ['b1', 'a1'],
    ['b2', 'a2'],
    ['b3', 'a3'],
    ['b4', 'a4', false],
  ],
  near: [['b5', 'a2', 'subject']],
})
const other = eventPair({
  category: 'props',
  event: 'unrelated',
  a: ['11', 'Another cup', null],
  b: ['CUP2', 'Another cup'],
  marketsA: [['a9', 'Will a9 win?']],
  marketsB: [['b9', 'Will b9 win?']],
})
const truth = readTruth(parseLabelledSet(toLines(cup, other)))
const link = (ticker: string, condition_id: string, score = 95, outcome = 0): FoundLink => ({
  ticker,
  condition_id,
  score,
  outcome,
})

describe('counting', () => {
  const countsOf = (...links: FoundLink[]) => measureLinks(truth, links, 85).all.counts

  it('distinguishes found, false and missed', () => {
    const { all, byCategory, falseLinks, missed } = measureLinks(
      truth,
      [link('b1', 'a1'), link('b5', 'a2'), link('b2', 'a5'), link('b9', 'a9')],
      85,
    )
    expect(all.counts).toMatchObject({ true_positives: 1, false_positives: 3, false_negatives: 2 })
    expect([all.precision, all.recall]).toEqual([1 / 4, 1 / 3])
    expect(all.precision_interval).toEqual(wilsonInterval(1, 4))
    expect(all.recall_interval).toEqual(wilsonInterval(1, 3))
    expect(falseLinks.map(({ why }) => why)).toEqual(['subject', 'not named', 'not named'])
    expect(missed.map(({ ticker }) => ticker)).toEqual(['b2', 'b3'])
    expect(byCategory.get('futures')?.counts).toMatchObject({
      true_positives: 1,
      false_positives: 2,
      false_negatives: 2,
    })
    expect(byCategory.get('props')?.counts).toMatchObject({
      true_positives: 0,
      false_positives: 1,
      false_negatives: 0,
    })
  })

  it('counts a match that a reader was not sure of if it is found, and leaves it out if not', () => {
    expect(countsOf(link('b4', 'a4'))).toMatchObject({
      true_positives: 1,
      false_negatives: 3,
      unsure_left_out: 0,
    })
    expect(countsOf()).toMatchObject({ false_negatives: 3, unsure_left_out: 1 })
  })

  it('has no link below the level, and no proportion of nothing', () => {
    const { all } = measureLinks(truth, [link('b1', 'a1', 84.9)], 85)
    expect(all).toMatchObject({ precision: null, precision_interval: [0, 1], recall: 0 })
    expect(measureLinks(truth, [link('b1', 'a1', 85)], 85).all.precision).toBe(1)
    const noMatches = readTruth(parseLabelledSet(toLines(other)))
    expect(measureLinks(noMatches, [], 85).all.recall).toBeNull()
  })

  it('knows of markets of two lines only what one of them implies', () => {
    // b1 has a match already; so has a2, and its other outcome is not its match's
    expect(countsOf(link('b1', 'a9'), link('b9', 'a2'))).toMatchObject({ false_positives: 2 })
    expect(countsOf(link('b5', 'a9'), link('b9', 'a5'), link('b9', 'a2', 95, 1))).toMatchObject({
      false_positives: 0,
      unjudged: 3,
    })
    const unrelated = { ...other, platform_a: { ...other.platform_a, event_id: '10' } }
    const judged = readTruth(parseLabelledSet(toLines(cup, unrelated)))
    expect(measureLinks(judged, [link('b9', 'a5')], 85).falseLinks).toMatchObject([
      { why: 'unrelated events' },
    ])
  })

  it('reports the right markets with the wrong outcome', () => {
    expect(countsOf(link('b1', 'a1', 95, 1), link('b2', 'a2'))).toMatchObject({
      true_positives: 2,
      wrong_outcome: 1,
    })
    const [a, b] = ['KXNBAGAME-26MAY13CLEDET-CLE', 'KXNBAGAME-26MAY13CLEDET-DET']
    const label = { condition_id: '0xcle', relation: 'outcome', sure: true }
    const matches = [
      { ...label, ticker: a, outcome: 'Cavaliers' },
      { ...label, ticker: b, outcome: 'Pistons' },
    ]
    const sides = readTruth(parseLabelledSet(toLines({ ...twoSided, matches })))
    expect(sides.matches.map(({ outcomeIndex }) => outcomeIndex)).toEqual([0, 1])
  })

  it('finds the threshold that flatters a baseline most', () => {
    const links = [
      link('b1', 'a1', 90),
      link('b2', 'a2', 80),
      link('b5', 'a5', 75),
      link('b3', 'a3', 70),
      link('b9', 'a9', 60),
    ]
    expect(bestThreshold(truth, links)).toBe(70)
    expect(bestThreshold(truth, links.slice(0, 3))).toBe(80)
  })
})

describe('the matcher under evaluation', () => {
  it('links a game of three on both platforms', () => {
    const { levels, confusion } = evaluateMatching(parseLabelledSet(toLines(game)))
    expect(levels.high.counts).toMatchObject({
      true_positives: 3,
      false_positives: 0,
      false_negatives: 0,
      wrong_outcome: 0,
    })
    expect(confusion.medium_or_better).toEqual({ let_through: {}, killed: {} })
  })

  it('names the label that a false link went against', () => {
    const wrong = {
      ...game,
      matches: game.matches.slice(0, 2),
      near: [{ ticker: 'KXSERIEAGAME-26MAY16BOLLEC-LEC', condition_id: '0xlec', why: 'period' }],
    }
    const { levels, confusion } = evaluateMatching(parseLabelledSet(toLines(wrong)))
    expect(levels.high.counts).toMatchObject({ true_positives: 2, false_positives: 1 })
    expect(confusion.high.let_through).toEqual({ period: 1 })
  })

  it('names the veto that a missed match fell to', () => {
    const otherDay = { ...game, platform_a: { ...game.platform_a, event_date: '2026-05-17' } }
    const nextDay = otherDay.platform_a.markets.map((market) => ({
      ...market,
      title: market.title.replace('05-16', '05-17'),
    }))
    const pair = { ...otherDay, platform_a: { ...otherDay.platform_a, markets: nextDay } }
    const { levels, confusion, missed } = evaluateMatching(parseLabelledSet(toLines(pair)))
    expect(levels.medium_or_better).toMatchObject({ precision: null, recall: 0 })
    expect(confusion.high.killed).toEqual({ 'window different': 3 })
    expect(missed[0]?.evidence).toContain('2026-05-17')
  })

  it('reports that two are equally good, so that neither is linked', () => {
    const twice = {
      ...game,
      platform_a: {
        ...game.platform_a,
        markets: [
          ...game.platform_a.markets,
          { condition_id: '0xbol2', title: 'Will Bologna FC 1909 win on 2026-05-16?' },
        ],
      },
    }
    const { levels, confusion, missed } = evaluateMatching(parseLabelledSet(toLines(twice)))
    expect(levels.high.counts).toMatchObject({ true_positives: 2, false_positives: 0 })
    expect(confusion.high.killed).toEqual({ tied: 1 })
    expect(missed[0]?.evidence).toContain('0xbol2')
  })

  it('has all markets of a file in one pool', () => {
    const split = {
      ...game,
      platform_a: { ...game.platform_a, markets: [] },
      matches: [],
      near: [],
    }
    const rest = { ...twoSided, platform_a: game.platform_a }
    const { levels, unjudged } = evaluateMatching(parseLabelledSet(toLines(split, rest)))
    expect(levels.high.counts).toMatchObject({ true_positives: 0, unjudged: 3 })
    expect(unjudged).toHaveLength(3)
  })
})

describe('the baselines', () => {
  it('link titles that are the same, and abstain where two are', () => {
    const alike = eventPair({
      a: ['20', 'Pandemic in 2026?', null],
      b: ['KXPANDEMIC-26', 'Pandemic in 2026?'],
      marketsA: [
        ['0x1', 'Pandemic in 2026?'],
        ['0x2', 'Will the cup be won by Ghana?'],
        ['0x3', 'Who?'],
        ['0x4', 'WHO'],
      ],
      marketsB: [
        ['KXPANDEMIC-26-1', 'pandemic in 2026'],
        ['KXPANDEMIC-26-2', 'Will Ghana be the winner of the cup?'],
        ['KXPANDEMIC-26-3', 'Who?'],
      ],
      matches: [
        ['KXPANDEMIC-26-1', '0x1'],
        ['KXPANDEMIC-26-2', '0x2'],
        ['KXPANDEMIC-26-3', '0x3'],
      ],
    })
    const { exact_titles, title_similarity } = measureBaselines(parseLabelledSet(toLines(alike)))
    expect(exact_titles.counts).toMatchObject({ true_positives: 1, false_negatives: 2 })
    expect(title_similarity.counts).toMatchObject({ true_positives: 2, false_negatives: 1 })
    expect(title_similarity.threshold).toBeGreaterThan(40)
    expect(title_similarity.threshold).toBeLessThan(100)
  })
})

describe('a file that is broken', () => {
  const [market] = game.platform_b.markets
  it.each([
    ['no lines', '\n\n', 'the file has no lines'],
    ['a line that is no JSON', `${toLines(game)}{"pair": 2,\n`, 'line 2: not valid JSON'],
    ['a line that is no object', `${toLines(game)}\n[]\n`, 'line 3: must be object'],
    [
      'a missing field',
      toLines(game, { ...game, category: undefined }),
      "line 2: must have required property 'category'",
    ],
    [
      'a market without a title',
      toLines({ ...game, platform_b: { ...game.platform_b, markets: [{ ticker: 'X' }] } }),
      "line 1: platform_b.markets.0 must have required property 'title'",
    ],
    [
      'a date that does not exist',
      toLines({ ...game, platform_a: { ...game.platform_a, event_date: '2026-02-30' } }),
      'line 1: platform_a.event_date must match format "day"',
    ],
    [
      'a match of no market',
      toLines({ ...game, matches: [{ ...game.matches[0], condition_id: '0xnone' }] }),
      'line 1: 0xnone is labelled but not listed as a market',
    ],
    [
      'a number for an id',
      toLines({ ...game, platform_b: { ...game.platform_b, markets: [{ ...market, ticker: 7 }] } }),
      'line 1: platform_b.markets.0.ticker must be string',
    ],
  ])('is refused: %s', (_, lines, why) => {
    expect(() => parseLabelledSet(lines)).toThrow(why)
  })

  it('is not one with empty lines and fields that nobody asks for', () => {
    expect(parseLabelledSet(`\n${toLines({ ...game, note: 'x' })}\n`)).toHaveLength(1)
  })
})
