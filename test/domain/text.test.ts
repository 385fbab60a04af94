import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fold, foldedWords } from '../../services/domain/text.ts'

describe('fold', () => {
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
    expect(fold(text)).toBe(expected)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)),
    )
  })

  it('does not depend on how the text was composed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => fold(text.normalize('NFC')) === fold(text.normalize('NFD')),
      ),
    )
  })
})

describe('foldedWords', () => {
  it.each([
    ['Will BTC hit $100k by Dec. 31?', ['will', 'btc', 'hit', '100k', 'by', 'dec', '31']],
    ["Trump's 2nd term", ['trump', 's', '2nd', 'term']],
    ['KXBTCD-26NOV21-T99999.99', ['kxbtcd', '26nov21', 't99999', '99']],
    ['東京 2028', ['東京', '2028']],
    ['?! — …', []],
  ])('of %j', (text, expected) => {
    expect(foldedWords(text)).toEqual(expected)
  })

  it('names each word once, over all texts', () => {
    expect(foldedWords('Élection électorale', 'election', 'Politics')).toEqual([
      'election',
      'electorale',
      'politics',
    ])
  })
})
