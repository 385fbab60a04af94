import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { normalizeForSearch, searchTokens, searchWords } from '../../services/domain/text.ts'

describe('normalizeForSearch', () => {
  it.each([
    ['POKÉMON', 'pokemon'],
    ['Poke\u0301mon', 'pokemon'],
    ['İstanbul', 'istanbul'],
    ['ﬁnal', 'final'],
    ['Ｆｅｄ ５０', 'fed 50'],
    ['x²', 'x2'],
    ['Ångström', 'angstrom'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeForSearch(text)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => normalizeForSearch(normalizeForSearch(text)) === normalizeForSearch(text),
      ),
    )
  })

  it('does not depend on how the text was composed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) =>
          normalizeForSearch(text.normalize('NFC')) === normalizeForSearch(text.normalize('NFD')),
      ),
    )
  })
})

describe('searchWords', () => {
  it.each([
    ['Will BTC hit $100k by Dec. 31?', ['will', 'btc', 'hit', '100000', 'by', 'dec', '31']],
    ["Trump's 2nd term", ['trumps', '2nd', 'term']],
    ['Trump’s o’clock, the players’ union', ['trumps', 'oclock', 'the', 'players', 'union']],
    ['KXBTCD-26NOV21-T99999.99', ['kxbtcd', '26nov21', 't99999.99']],
    ['東京 2028', ['東京', '2028']],
    ['U.S. and J.D. Vance', ['us', 'and', 'jd', 'vance']],
    ['a 25bps cut of 50 bps', ['a', '25', 'bps', 'cut', 'of', '50']],
    ['5PM, O/U 43.5', ['5pm', 'o', 'u', '43.5']],
    ['btc-above-96k-on-2026-01-05', ['btc', 'above', '96000', 'on', '2026', '1', '5']],
    ['?! — …', []],
  ])('of %j', (text, expected) => {
    expect(searchWords(text)).toEqual(expected)
  })

  it('returns each word once, for all texts together', () => {
    expect(searchWords('Élection électorale', 'election', 'Politics')).toEqual([
      'election',
      'electorale',
      'politics',
    ])
  })

  it.each([
    ['$96,000', '96000'],
    ['96k', '96000'],
    ['96K', '96000'],
    ['0096000.00', '96000'],
    ['€96.0k', '96000'],
    ['1.5m', '1500000'],
    ['1.5T', '1500000000000'],
    ['2.25bn', '2250000000'],
    ['5.5%', '5.5'],
    ['5.50', '5.5'],
    ['.5', '0.5'],
    ['-.5%', '-0.5'],
    ['+3.5', '3.5'],
    ['(-3.5)', '-3.5'],
    ['−3.5', '-3.5'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['-0', '0'],
    ['007', '7'],
    ['５．５', '5.5'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.1'],
  ])('the number %j is the word %j', (text, word) => {
    expect(searchWords(text)).toEqual([word])
    expect(searchWords(`above ${text}`)).toEqual(['above', word])
  })

  it.each([
    ['1.2.3', ['1.2.3']],
    ['1.000.000,50', ['1.000.000', '50']],
    ['96,0', ['96', '0']],
    ['1,2345', ['1', '2345']],
    ['1,234,5', ['1', '234', '5']],
    ['26,27nov', ['26', '27nov']],
    ['5..5', ['5']],
    ['5.', ['5']],
    ['--5', ['5']],
    ['+-5', ['5']],
    ['25-50', ['25', '50']],
    ['0.25%-0.5%', ['0.25', '0.5']],
    ['week-5', ['week', '5']],
    ['%$,.+-', []],
  ])('%j, which is not one number, has the words %j', (text, words) => {
    expect(searchWords(text)).toEqual(words)
  })

  it('has no characters in its words that a word does not have', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."1059.,+-$%k m'a".split('')) }), (text) => {
        for (const word of searchWords(text)) expect(word).toMatch(/^-?[\da-z]+(\.[\da-z]+)*$/)
      }),
    )
  })
})

describe('searchTokens', () => {
  it('keeps the order, repetitions, and how a word was written', () => {
    expect(searchTokens("96k Trump's -5 96k")).toEqual([
      { word: '96000', written: '96k', isSigned: false },
      { word: 'trumps', written: "trump's", isSigned: false },
      { word: '-5', written: '5', isSigned: true },
      { word: '96000', written: '96k', isSigned: false },
    ])
  })
})
