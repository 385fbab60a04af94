// The index may return too many candidates, but never too few: every pair that would match is found.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createBlockingIndex } from '../../services/matcher/blocking.ts'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import { minScore } from '../../services/matcher/comparison.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { matcherInputA, matcherInputB } from './matcher-inputs.ts'
import { readPairs } from './pairs/read-pairs.ts'
import { tables } from './pairs/tables.ts'

/** What could match and is not found, from either side; and how many could match. */
function searchAll(ofA: readonly MatcherInput[], ofB: readonly MatcherInput[]) {
  const blocksA = createBlockingIndex()
  const blocksB = createBlockingIndex()
  const a = ofA.map((matcherInput, i) => ({
    id: `a${i}`,
    matcherInput,
    proposition: parseProposition(matcherInput),
  }))
  const b = ofB.map((matcherInput, i) => ({
    id: `b${i}`,
    matcherInput,
    proposition: parseProposition(matcherInput),
  }))
  for (const { id, proposition } of a) blocksA.put(id, proposition)
  for (const { id, proposition } of b) blocksB.put(id, proposition)
  const foundByB = b.map(({ proposition }) => new Set(blocksA.find(proposition)))
  let matches = 0
  const lost: string[] = []
  for (const one of a) {
    const found = new Set(blocksB.find(one.proposition))
    for (const [i, other] of b.entries()) {
      const canMatch = (canDraw: boolean): boolean =>
        comparePropositions(one.proposition, other.proposition, canDraw).score >= minScore
      // only contests can end in a draw
      if (!canMatch(false) && !(one.proposition.kind === 'contest' && canMatch(true))) continue
      matches += 1
      if (!found.has(other.id) || !foundByB[i]?.has(one.id))
        lost.push(`${one.matcherInput.title} | ${other.matcherInput.title}`)
    }
  }
  return { matches, lost }
}

type MarketTexts = fc.Arbitrary<MatcherInput>

/** Of that many simulated markets per platform, repeatedly. */
function expectNoneLost(ofA: MarketTexts, ofB: MarketTexts, length: number): void {
  const size = { minLength: length, maxLength: length }
  let all = 0
  fc.assert(
    fc.property(fc.array(ofA, size), fc.array(ofB, size), (a, b) => {
      const { matches, lost } = searchAll(a, b)
      all += matches
      expect(lost).toEqual([])
    }),
    { numRuns: 150, verbose: 0 },
  )
  // far fewer than a run finds, so that chance does not fail the test
  expect(all).toBeGreaterThan(5)
}

describe('finds whatever matches', () => {
  it.each(Object.entries(tables))('among all pairs of the tables: %s', (_kind, text) => {
    const pairs = readPairs(text)
    const { matches, lost } = searchAll(
      pairs.map(({ a }) => a),
      [...new Set(pairs.map(({ b }) => b))],
    )
    expect(lost).toEqual([])
    if (pairs.some(({ expected }) => expected !== 'no')) expect(matches).toBeGreaterThan(0)
  })

  const names = [
    'Real Madrid', 'Bayer Leverkusen', 'Borussia Mönchengladbach', 'The Mongolz', 'Ferencváros',
    'Asociación Deportiva Tarma', 'Los Angeles Galaxy', 'New York Yankees', 'Greuther Fürth',
    'Hoffenheim', 'Nottingham Forest', 'Iga Świątek', 'Carlos Alcaraz', 'St. Pauli', 'Atlanta',
    'San Jose Earthquakes', 'FC Twente Enschede', 'Maccabi Tel Aviv', 'Kansas City', 'G2 Esports',
    'Los Angeles G',
  ] // prettier-ignore
  /** The name in another spelling. */
  const spelling = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom('as is', 'fc', 'last', 'first', 'initials', 'joined', 'slip', 'cut'),
      fc.nat(30),
    )
    .map(([name, how, at]) => {
      const words = name.split(' ')
      const last = words.at(-1) ?? ''
      if (last.length === 1) return name
      if (how === 'fc') return `${name} FC`
      if (how === 'last') return last
      if (how === 'first') return words[0] ?? ''
      if (how === 'initials' && words.length > 1) return words.map((word) => word[0]).join('')
      if (how === 'joined') return words.join('')
      if (how === 'slip')
        return name.slice(0, at % name.length) + name.slice((at % name.length) + 1)
      if (how === 'cut') return [...words.slice(0, -1), last.slice(0, 5)].join(' ')
      return name
    })
    // a letter stands for a word only behind others: alone it is no name
    .filter((name) => name === 'Los Angeles G' || !/(?:^| )\p{L}?(?: |$)/u.test(name))
  const day = '2026-05-10'
  const contestA = fc.tuple(spelling, spelling, fc.boolean()).map(([one, two, namesDay]) =>
    matcherInputA({
      nativeId: '0x1',
      title: namesDay ? `Will ${one} win on ${day}?` : `Will ${one} beat ${two}?`,
      eventTitle: `${one} vs. ${two}`,
      day: namesDay ? day : null,
      deadline: day,
    }),
  )
  const contestB = fc.tuple(spelling, spelling).map(([one, two]) =>
    matcherInputB({
      nativeId: 'KXEPLGAME-26MAY10AAABBB-AAA',
      eventNativeId: 'KXEPLGAME-26MAY10AAABBB',
      title: `${one} vs ${two} Winner?`,
      eventTitle: `${one} vs ${two}`,
      subtitle: one,
      day,
    }),
  )

  it('of contests, however the sides are spelled', () => {
    expectNoneLost(contestA, contestB, 12)
  })

  const subjects = [
    'Keir Starmer', 'Starmer', 'the Atlanta Hawks', 'Atlanta', 'Spain', 'Kansas City', 'Bitcoin',
    'Brazil', 'a Brazilian', 'OpenAI', 'NC-01', "North Carolina's 1st congressional district",
  ] // prettier-ignore
  const actions = [
    'win the 2026 World Cup', 'win the World Cup', 'be out as Prime Minister', 'resign',
    'win the 2027 NBA Finals', 'win the 2027 Pro Basketball Championship', 'be above $67,250',
    'be $67,250 or above', 'be at least 2.5%', 'be at or above $104.99', 'reach $105', 'visit China',
    'leave office', 'win the House election', 'advance to the final',
  ] // prettier-ignore
  const times = [
    '',
    ' by May 31',
    ' before June 1, 2026',
    ' in 2026',
    ' on May 31, 2026',
    ' on May 31 at 5PM ET',
  ]
  const events = [
    '',
    'World Cup Winner',
    '2027 Pro Basketball Champion',
    'Starmer out?',
    'Bitcoin price on May 31, 2026?',
  ]
  const sentence = fc
    .tuple(
      fc.constantFrom(...subjects),
      fc.constantFrom(...actions),
      fc.constantFrom(...times),
      fc.constantFrom(...events),
    )
    .map(([subject, action, time, event]) => {
      const title = `Will ${subject} ${action}${time}?`
      return { title, eventTitle: event === '' ? title : event, subject }
    })
  const statementA = sentence.map(({ title, eventTitle }) =>
    matcherInputA({ nativeId: '0x1', title, eventTitle }),
  )
  const statementB = fc
    .tuple(sentence, fc.boolean(), fc.boolean())
    .map(([phrase, isOpen, isCoded]) =>
      matcherInputB({
        nativeId: `KXTHING-26-${phrase.subject.replace(/^the /, '').slice(0, 3).toUpperCase()}`,
        eventNativeId: 'KXTHING-26',
        title: isOpen ? phrase.eventTitle : phrase.title,
        eventTitle: phrase.eventTitle,
        subtitle: isOpen && !isCoded ? phrase.subject : null,
      }),
    )

  it('of statements, whatever names their subject', () => {
    expectNoneLost(statementA, statementB, 25)
  })
})

describe('an index', () => {
  const propositionOf = (title: string) =>
    parseProposition(matcherInputA({ nativeId: '0x1', title }))
  const question = 'Will Keir Starmer resign by May 31, 2026?'

  it('finds each market once, and no more when it is removed', () => {
    const blocks = createBlockingIndex()
    blocks.put('one', propositionOf(question))
    blocks.put('two', propositionOf(question))
    expect([...blocks.find(propositionOf(question))].sort()).toEqual(['one', 'two'])
    blocks.remove(['one'])
    blocks.remove(['one'])
    expect(blocks.find(propositionOf(question))).toEqual(['two'])
    blocks.remove(['two'])
    expect(blocks.find(propositionOf(question))).toEqual([])
    expect(blocks.marketsPerKey()).toEqual([])
  })

  it('keeps few together: neither another number nor another subject is found', () => {
    const blocks = createBlockingIndex()
    for (let price = 50; price < 90; price += 1)
      blocks.put(
        `at ${price}`,
        propositionOf(`Will Bitcoin be above $${price},000 on May 31, 2026?`),
      )
    blocks.put('ether', propositionOf('Will Ethereum be above $70,000 on May 31, 2026?'))
    expect(blocks.find(propositionOf('Will Bitcoin be above $70,000 on May 31, 2026?'))).toEqual([
      'at 70',
    ])
  })

  it('bears a title of more words than a number has bits', () => {
    const blocks = createBlockingIndex()
    const long = Array.from({ length: 60 }, (_, n) => `word${n.toString(36)}x`).join(' ')
    blocks.put('long', propositionOf(long))
    expect(blocks.find(propositionOf(long))).toEqual(['long'])
  })

  it('finds nothing for a market without a proposition', () => {
    const blocks = createBlockingIndex()
    blocks.put('nothing', propositionOf(''))
    expect(blocks.find(propositionOf(''))).toEqual([])
  })
})
