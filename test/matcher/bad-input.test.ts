// Titles that no platform should write, and some that they do write: no error, no stall, no wrong match.
import { describe, expect, it } from '@jest/globals'
import { comparePropositions, parseProposition } from '../../services/matcher/parse-and-compare.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'

type Words = Partial<MatcherInput> & { readonly title: string }

function onA(words: Words): MatcherInput {
  return {
    id: 'pa_0x1',
    platform: 'platform_a',
    nativeId: '0x1',
    eventNativeId: '1',
    subtitle: null,
    eventTitle: words.title,
    outcomes: null,
    day: '2026-05-10',
    deadline: '2026-05-10',
    ...words,
  }
}

function onB(words: Words): MatcherInput {
  return {
    ...onA(words),
    id: 'pb_KXEPLGAME-26MAY10CRYEVE-CRY',
    platform: 'platform_b',
    nativeId: 'KXEPLGAME-26MAY10CRYEVE-CRY',
    eventNativeId: 'KXEPLGAME-26MAY10CRYEVE',
    ...words,
  }
}

function scoreOf(a: Words, b: Words): number {
  return comparePropositions(parseProposition(onA(a)), parseProposition(onB(b)), false).score
}

const strange = {
  'no title': '',
  'only blanks': '   ',
  'only signs': '??? --- !!!',
  'only vs': 'vs.',
  'nobody against nobody': ' vs. ',
  'one side only': 'Everton vs.',
  'three sides': 'A vs. B vs. C',
  'side against itself': 'Everton vs. Everton',
  'sides without letters': '🔥 vs. 💧',
  'sides of signs': '-- vs. ++',
  'a template': '{{home}} vs. {{away}}',
  'a lone surrogate': 'Crystal \uD800Palace vs. \uDFFFEverton',
  'half an emoji at the end': 'Crystal Palace vs. Everton \uD83D',
  'a NUL': 'Crystal\u0000Palace vs. Everton\u0000',
  'marks of direction': '\u202ECrystal Palace\u202C vs. \u200FEverton',
  'letters of no width': 'Crystal\u200B Palace\uFEFF vs. Everton',
  'combining marks': `Everton${'\u0301'.repeat(500)} vs. Crystal Palace`,
  'full-width letters': 'Ｃｒｙｓｔａｌ Ｐａｌａｃｅ vs. Ｅｖｅｒｔｏｎ',
  Cyrillic: 'Зенит vs. Спартак',
  Chinese: '湖人 vs. 凯尔特人',
  Arabic: 'الهلال vs. النصر',
  'numbers for names': '100 vs. 9',
  'a day that does not exist': 'Will Everton win on 2026-02-30?',
  'a month that does not exist': 'Will Everton win by Foo 31, 2026?',
  'prototype keys': '__proto__ vs. constructor',
  'a pattern': '(.*)+$ vs. [a-z]{1,99999}',
} as const

describe('strange titles', () => {
  const everyday: readonly Words[] = [
    { title: 'Crystal Palace vs Everton Winner?', eventTitle: 'Crystal Palace vs Everton' },
    {
      title: 'Will over 2.5 goals be scored?',
      eventTitle: 'Crystal Palace vs Everton: Total Goals',
    },
    { title: 'Will the Fed cut rates in June 2026?' },
    { title: 'Jean-Philippe Mateta: 1+ goals', eventTitle: 'Crystal Palace vs Everton: Goals' },
  ]
  it.each(Object.entries(strange))('%s', (_what, title) => {
    for (const words of [
      { title },
      { title, eventTitle: 'Crystal Palace vs Everton' },
      { title: 'Winner?', eventTitle: title },
    ]) {
      expect(() => [parseProposition(onA(words)), parseProposition(onB(words))]).not.toThrow()
      for (const other of everyday) {
        expect(Number.isFinite(scoreOf(words, other))).toBe(true)
        expect(Number.isFinite(scoreOf(other, words))).toBe(true)
      }
    }
  })

  it.each(['', '   ', '???', '🔥', 'vs.', 'TBD', '-', '.'])(
    '"%s" matches nothing, not even itself',
    (title) => {
      for (const eventTitle of [title, '', 'Crystal Palace vs Everton', '🔥 vs. 💧', 'TBD vs. TBD'])
        expect(scoreOf({ title, eventTitle }, { title, eventTitle })).toBe(0)
    },
  )

  it.each([
    ['TBD vs. TBD', 'TBD vs TBD'],
    ['Team A vs. Team B', 'Team A vs Team B'],
    ['Player 12 vs. Player 7', 'Player 12 vs Player 7'],
    ['Winner of Match 3 vs. Everton', 'Winner of Match 3 vs Everton'],
    ['🔥 vs. 💧', '🔥 vs 💧'],
    ['?? vs. ??', '?? vs ??'],
  ])('"%s": sides that are not known yet are of no contest', (a, b) => {
    expect(scoreOf({ title: a }, { title: `${b} Winner?`, eventTitle: b })).toBe(0)
  })

  it('signs that nobody sees change nothing', () => {
    const plain = {
      title: 'Will Crystal Palace FC win on 2026-05-10?',
      eventTitle: 'Crystal Palace FC vs. Everton FC',
    }
    const other = {
      title: 'Crystal Palace vs Everton Winner?',
      eventTitle: 'Crystal Palace vs Everton',
    }
    const odd = {
      title: '\u200FWill\u00A0Crystal \t Palace\u200B FC win on 2026-05-10?\u0000',
      eventTitle: 'Crystal\u0000 Palace FC  vs.\u2009Everton\uFEFF FC\uD800',
    }
    expect(scoreOf(plain, other)).toBeGreaterThanOrEqual(70)
    expect(scoreOf(odd, other)).toBe(scoreOf(plain, other))
  })

  it('of forty markets with one title each is told by its ticker, or matches nothing', () => {
    const of = { title: 'Cleveland at Detroit: Spread', eventTitle: 'Cleveland at Detroit: Spread' }
    const event = 'KXNBASPREAD-26MAY10CLEDET'
    const reported = { title: 'Spread: Pistons (-4.5)', eventTitle: 'Cavaliers vs. Pistons' }
    const tickers = [...Array(20).keys()].flatMap((i) => [
      `${event}-CLE${i + 1}`,
      `${event}-DET${i + 1}`,
    ])
    const scores = [...tickers, event, `${event}-`, `${event}-XYZ5`, `${event}-5`].map(
      (nativeId) => ({
        nativeId,
        score: scoreOf(reported, { ...of, nativeId, eventNativeId: event }),
      }),
    )
    expect(scores.filter(({ score }) => score > 0).map(({ nativeId }) => nativeId)).toEqual([
      `${event}-DET5`,
    ])
  })
})

describe('long titles', () => {
  /** Each is made to keep a pattern busy that tries every way of taking it apart. */
  const long: Readonly<Record<string, string>> = {
    blanks: ' '.repeat(100_000),
    'blanks before vs': `Everton${' '.repeat(100_000)}vs. Chelsea`,
    'many vs': 'a vs. '.repeat(16_000),
    'many wins': 'Will a win '.repeat(10_000),
    'many colons': 'a: '.repeat(33_000),
    'many digits': '1'.repeat(100_000),
    'many dots': '?.!'.repeat(33_000),
    'one long word': 'x'.repeat(100_000),
    'ten thousand characters': `Will ${'really '.repeat(1_400)}Everton win on 2026-05-10?`,
  }
  it.each(Object.entries(long))('%s are not read', (_what, title) => {
    for (const words of [
      { title },
      { title, eventTitle: 'Crystal Palace vs Everton' },
      { title: 'Winner?', eventTitle: title },
    ]) {
      expect(parseProposition(onA(words)).kind).toBe('unreadable')
      expect(parseProposition(onB(words)).kind).toBe('unreadable')
    }
  })

  it.each(Object.entries(long))('%s, as many as are read, do not keep it busy', (_what, whole) => {
    const title = whole.slice(0, 999)
    const start = performance.now()
    for (let i = 0; i < 20; i += 1)
      for (const words of [{ title }, { title, eventTitle: 'Crystal Palace vs Everton' }]) {
        parseProposition(onA(words))
        parseProposition(onB(words))
      }
    // a thousand times what a title takes; a pattern that runs away takes minutes
    expect(performance.now() - start).toBeLessThan(8_000)
  })
})
