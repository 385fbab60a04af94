// Properties of every pair of propositions, whatever their subject.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { dimensions } from '../../services/matcher/comparison.ts'
import { toReasons } from '../../services/matcher/reasons.ts'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import { minScore } from '../../services/matcher/comparison.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { changes, contests, onA, onB, people } from './sampled-contests.ts'

interface Pair {
  readonly a: MatcherInput
  readonly b: MatcherInput
}

const nobody = { subtitle: null, outcomes: null, day: null, deadline: null }

function scoreOf({ a, b }: Pair, canDraw = false): number {
  return comparePropositions(parseProposition(a), parseProposition(b), canDraw).score
}

describe('contests', () => {
  it('one contest in the words of both platforms matches', () => {
    fc.assert(
      fc.property(contests, (contest) => {
        expect(
          scoreOf({ a: onA(contest), b: onB(contest) }, contest.kind === 'winner'),
        ).toBeGreaterThanOrEqual(85)
      }),
    )
  })

  it.each(Object.entries(changes))('with another %s it matches no more', (_what, change) => {
    fc.assert(
      fc.property(contests, (contest) => {
        const other = change(contest)
        fc.pre(other !== null)
        const canDraw = contest.kind === 'winner'
        expect(scoreOf({ a: onA(contest), b: onB(other) }, canDraw)).toBeLessThan(minScore)
        expect(scoreOf({ a: onA(other), b: onB(contest) }, canDraw)).toBeLessThan(minScore)
      }),
    )
  })
})

/** Behind a question they make it another one. */
const more = [
  'after extra time',
  'on penalties',
  'in overtime',
  'in regulation',
  'by 2',
  'twice',
  'to nil',
  'with a clean sheet',
  'from behind',
  'in both halves',
  'or draw',
  'and both teams to score',
  'and over 2.5 cards',
  'reserves',
  'U21',
  'allowed',
  'per 90 minutes',
  'at least once',
]

describe('contests with more words', () => {
  it.each(more)('%s', (words) => {
    const withMore = (matcherInput: MatcherInput): MatcherInput => ({
      ...matcherInput,
      title: `${matcherInput.title.replace(/\?$/, '')} ${words}?`,
    })
    fc.assert(
      fc.property(contests, (contest) => {
        const [a, b] = [onA(contest), onB(contest)]
        const canDraw = contest.kind === 'winner'
        expect(scoreOf({ a: withMore(a), b }, canDraw)).toBe(0)
        expect(scoreOf({ a, b: withMore(b) }, canDraw)).toBe(0)
      }),
    )
  })
})

interface Statement {
  readonly template: number
  readonly year: number
  readonly number: number
  readonly party: 'Democratic' | 'Republican'
  readonly person: string
  readonly isBefore: boolean
}

const statements: fc.Arbitrary<Statement> = fc.record({
  template: fc.integer({ min: 0, max: 4 }),
  year: fc.integer({ min: 2025, max: 2031 }),
  number: fc.integer({ min: 2, max: 95 }).map((n) => n * 1_000),
  party: fc.constantFrom('Democratic', 'Republican'),
  person: fc.constantFrom(...people),
  isBefore: fc.boolean(),
})

function titleOf({ template, year, number, party, person }: Statement): string {
  const templates = [
    `Will Bitcoin be above $${number.toLocaleString('en')} on May 31, ${year}?`,
    `Will the ${party} Party win the ${year} Ohio Senate election?`,
    `Will ${person} win the ${year} Ballon d'Or?`,
    `Will ${person} leave office before July 1, ${year}?`,
    `Will there be at least ${number.toLocaleString('en')} measles cases in ${year}?`,
  ]
  return templates[template] ?? ''
}

function statementOn(platform: 'platform_a' | 'platform_b', statement: Statement): MatcherInput {
  const title = titleOf(statement)
  const isA = platform === 'platform_a'
  return {
    ...nobody,
    id: isA ? 'pa_0x1' : 'pb_KXTEST',
    platform,
    nativeId: isA ? '0x1' : 'KXTEST',
    eventNativeId: isA ? '1' : 'KXTEST',
    title,
    eventTitle: title,
  }
}

const paraphrased: Readonly<Record<string, (s: Statement) => Statement>> = {
  year: (s) => ({ ...s, year: s.year + 1 }),
  number: (s) => ({ ...s, number: s.number + 1_000 }),
  party: (s) => ({ ...s, party: s.party === 'Democratic' ? 'Republican' : 'Democratic' }),
  person: (s) => ({ ...s, person: people[(people.indexOf(s.person) + 1) % people.length] ?? '' }),
}

describe('statements', () => {
  it('a title compared with itself agrees', () => {
    fc.assert(
      fc.property(statements, (statement) => {
        const pair = {
          a: statementOn('platform_a', statement),
          b: statementOn('platform_b', statement),
        }
        expect(scoreOf(pair)).toBeGreaterThanOrEqual(minScore)
      }),
    )
  })

  it.each(Object.entries(paraphrased))('with another %s it matches no more', (_what, change) => {
    fc.assert(
      fc.property(statements, (statement) => {
        const other = change(statement)
        fc.pre(titleOf(other) !== titleOf(statement))
        expect(
          scoreOf({ a: statementOn('platform_a', statement), b: statementOn('platform_b', other) }),
        ).toBeLessThan(minScore)
      }),
    )
  })
})

describe('any text', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            ...'Will win vs. at over O/U 2.5 (-1.5) Spread: Everton 1st half set 2 series draw : ? - 2026-05-10 | May 31 before'.split(
              ' ',
            ),
          ),
          fc.string({ maxLength: 6 }),
        ),
        { maxLength: 14 },
      )
      .map((parts) => parts.join(' ')),
  )
  const inputs = (platform: 'platform_a' | 'platform_b'): fc.Arbitrary<MatcherInput> =>
    fc.record({
      id: fc.constant(platform),
      platform: fc.constant(platform),
      nativeId: fc.string({ maxLength: 20 }),
      eventNativeId: fc.string({ maxLength: 20 }),
      title: words,
      subtitle: fc.option(words),
      eventTitle: words,
      outcomes: fc.option(fc.array(words, { maxLength: 3 })),
      day: fc.option(fc.constantFrom('2026-05-10', '2026-02-30', '')),
      deadline: fc.option(fc.constantFrom('2026-05-10', '9999-99-99', '')),
    })

  it('is read and compared without an error, and always with the same answer', () => {
    fc.assert(
      fc.property(inputs('platform_a'), inputs('platform_b'), fc.boolean(), (a, b, canDraw) => {
        const first = comparePropositions(parseProposition(a), parseProposition(b), canDraw)
        const again = comparePropositions(
          parseProposition({ ...a }),
          parseProposition({ ...b }),
          canDraw,
        )
        expect(again).toEqual(first)
        expect(first.score).toBeGreaterThanOrEqual(0)
        expect(first.score).toBeLessThanOrEqual(100)
        if (first.vetoes.length > 0) expect(first.score).toBe(0)
        const compared = [a, b].map((input) => ({ input, proposition: parseProposition(input) }))
        const reasons = toReasons(compared[0]!, compared[1]!, first)
        expect(reasons.map(({ dimension }) => dimension)).toEqual(dimensions)
        for (const { evidence } of reasons) expect(evidence).toMatch(/\S/)
      }),
      { numRuns: 1_000 },
    )
  })
})
