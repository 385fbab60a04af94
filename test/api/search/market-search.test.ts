// Searches of a small catalog: the queries of docs/search.md, the rules of that page, and bad input.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createMarketCatalog } from '../../../services/api/catalog/market-catalog.ts'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import { createMatchCatalog } from '../../../services/api/catalog/match-catalog.ts'
import { createSampleCatalog, sampleMatch, toMarketRow } from './sample-catalog.ts'

const sample = createSampleCatalog()
const page = { sort_by: 'volume', limit: 100, offset: 0 } as const
const find = (q: string): readonly string[] => sample.search({ ...page, q }, null).ids

/** A catalog of markets with these questions; the first has the highest volume. */
function catalogOf(...questions: readonly string[]) {
  const markets = createMarketCatalog(createMarketNumbers())
  markets.update(
    questions.map((question, i) => ({
      ...toMarketRow([`pa_${i}`, question, '', '', 1e6 - i]),
      slug: '',
    })),
  )
  return (q: string, sortBy: 'volume' | 'relevance' = 'volume'): readonly number[] =>
    markets.search({ ...page, q, sort_by: sortBy }, null).ids.map((id) => Number(id.slice(3)))
}

describe('the queries of docs/search.md', () => {
  const text = readFileSync(new URL('../../../docs/search.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([^`|]+)` +\| [^|]+ \| ([^|]+?) +\|$/gm)]
  it('are 20', () => {
    expect(rows).toHaveLength(20)
  })
  it.each(rows.map(([, q = '', answers = '']) => ({ q, answers: answers.split(', ') })))(
    '$q has the first answers $answers',
    ({ q, answers }) => {
      expect(sample.search({ q, sort_by: 'relevance', limit: 3, offset: 0 }, null).ids).toEqual(
        answers,
      )
    },
  )
})

describe('numbers', () => {
  it.each(['96000', '$96,000', '96k', '96K', '96.0k', '$96,000.00', '96 thousand', '+96000'])(
    '%s is found in all its forms',
    (q) => {
      expect(find(q)).toEqual(['pa_btc-96k', 'pb_KXBTCD-T96'])
    },
  )
  it.each([
    ['5.5', ['pa_lal-spread', 'pb_KXU3-55']],
    ['5.5%', ['pa_lal-spread', 'pb_KXU3-55']],
    ['+5.5', ['pb_KXU3-55']],
    ['-5.5', ['pa_lal-spread']],
    ['5.50 unemployment', ['pb_KXU3-55']],
    ['5pm', ['pa_btc-5pm']],
    ['150000000', ['pa_avatar', 'pb_KXAVATAR']],
    ['9.6', []],
    ['960', find('96k')],
    ['9600000', []],
  ])('%s finds %j', (q, ids) => {
    expect(find(q)).toEqual(ids)
  })
  it.each([
    '1.2.3',
    '96.000.00',
    '96,0000',
    '96,,000',
    '--96000.',
    '+-5',
    '$$',
    '5..5',
    '-.',
    '1,2,3,4',
    '9e99',
  ])('%s, which is not one number, is no error', (q) => {
    expect(find(q)).toBeInstanceOf(Array)
  })
})

describe('words', () => {
  it('with an apostrophe are found with it, without it, and by what stands before it', () => {
    const search = catalogOf("Trump's golf", 'Trump and golf', 'Trumps of golf')
    expect(search("trump's golf")).toEqual([0, 1, 2])
    expect(search('trump’s golf')).toEqual([0, 1, 2])
    expect(search('trumps golf')).toEqual([0, 2])
    expect(search('trump golf')).toEqual([0, 1, 2])
  })
  it('of a text serve one word of the query each', () => {
    const search = catalogOf(
      'Bitcoin above 50',
      'Bits of Bitcoin above 5 and 50',
      'BTC: a bit above 50',
    )
    expect(search('bit bitcoin')).toEqual([1, 2])
    expect(search('5 50')).toEqual([1])
    expect(search('bit bit')).toEqual([0, 1, 2])
    expect(search('b bi bit bitc')).toEqual([])
  })
  it('that are synonyms of one another are one word', () => {
    expect(find('btc bitcoin xbt')).toEqual(find('btc'))
    expect(find('fomc federal reserve fed')).toEqual(find('fed'))
    expect(find('gop republicans')).toEqual(find('gop'))
  })
  it('can be 32', () => {
    const words = Array.from({ length: 32 }, (_, i) => `w${String(i).padStart(2, '0')}x`)
    const search = catalogOf(words.join(' '), words.slice(1).join(' '))
    expect(search(words.join(' '))).toEqual([0])
    expect(search(words.slice(1).join(' '))).toEqual([0, 1])
  })
})

describe('typing errors', () => {
  it.each([
    ['bitcion', 'bitcoin'],
    ['bitcon', 'bitcoin'],
    ['bitcoinn', 'bitcoin'],
    ['biycoin', 'bitcoin'],
    ['presidental eletcion', 'presidential election'],
    ['suprme cuort tarifs', 'supreme court tariffs'],
    ['unemploymnet', 'unemployment'],
  ])('%s finds what %s finds', (mistyped, correct) => {
    expect(find(mistyped)).toEqual(find(correct))
    expect(find(mistyped)).not.toEqual([])
  })
  it('are not corrected in short words, in numbers, or with too many edits', () => {
    for (const q of ['btx', 'fef', '96001', 'botxoun', 'qwertyuiop']) expect(find(q)).toEqual([])
  })
  it('in a word that exists are corrected only if it is rare and the other is common', () => {
    const common = Array.from({ length: 25 }, (_, i) => `Dinner ${i}`)
    expect(catalogOf('Sinner', ...common)('sinner')).toHaveLength(26)
    expect(catalogOf('Sinner', 'Sinner', 'Sinner', ...common)('sinner')).toEqual([0, 1, 2])
    expect(catalogOf('Sinner', ...common.slice(10))('sinner')).toEqual([0])
    expect(catalogOf(...common, 'Sinner')('sinner', 'relevance')[0]).toBe(25)
  })
  it('are corrected in 8 words of a query', () => {
    const words = [
      'alpine',
      'bravos',
      'chorus',
      'deltas',
      'effect',
      'fabric',
      'guitar',
      'harbor',
      'insect',
    ]
    const search = catalogOf(words.join(' '))
    const mistyped = words.map((word) => `${word}q`)
    expect(search(mistyped.slice(1).join(' '))).toEqual([0])
    expect(search(mistyped.join(' '))).toEqual([])
  })
})

describe('relevance', () => {
  it('puts exact words before beginnings, and short texts before long ones', () => {
    const search = catalogOf(
      'Federation of one',
      'Fed and a great many other words that nobody asks for today',
      'Fed cut',
      'The Fed',
    )
    expect(search('fed', 'volume')).toEqual([0, 1, 2, 3])
    expect(search('fed', 'relevance')).toEqual([2, 3, 1, 0])
  })
  it('puts open markets before ended ones that match as well', () => {
    const markets = createMarketCatalog(createMarketNumbers())
    const [one, two] = ['pa_1', 'pa_2'].map((id) => toMarketRow([id, 'Rain today', '', '', 5]))
    if (!one || !two) throw new Error('no rows')
    markets.update([{ ...one, status: 'resolved', volume_24h: '9' }, two])
    expect(markets.search({ ...page, q: 'rain' }, null).ids).toEqual(['pa_1', 'pa_2'])
    expect(markets.search({ ...page, q: 'rain', sort_by: 'relevance' }, null).ids).toEqual([
      'pa_2',
      'pa_1',
    ])
  })
  it.each([0, 5, 1000])('gives the same pages if at most %d hits are sorted', (maxHitsToSort) => {
    const markets = createMarketCatalog(createMarketNumbers(), maxHitsToSort)
    markets.update(
      Array.from({ length: 60 }, (_, i) =>
        toMarketRow([
          `pa_${i}`,
          i % 3 ? 'Rainbow' : `Rain ${i % 2 ? 'over all of the long river' : ''}`,
          '',
          '',
          i % 7,
        ]),
      ),
    )
    const search = (limit: number, offset: number) =>
      markets.search({ q: 'rain', sort_by: 'relevance', limit, offset }, null)
    const all = search(100, 0).ids
    expect(new Set(all).size).toBe(60)
    const kinds = all.map((id) => Number(id.slice(3))).map((i) => (i % 3 ? 2 : i % 2))
    expect(kinds).toEqual(kinds.toSorted((a, b) => a - b))
    for (const offset of [0, 7, 19, 59])
      expect(search(10, offset)).toMatchObject({ total: 60, ids: all.slice(offset, offset + 10) })
    for (const offset of [60, 1e9]) expect(search(10, offset)).toMatchObject({ total: 60, ids: [] })
  })
})

describe('words of matches', () => {
  it('find a market until the match is withdrawn', () => {
    const markets = createMarketCatalog(createMarketNumbers())
    const matches = createMatchCatalog(markets)
    const search = (q: string) => markets.search({ ...page, q }, null).ids
    markets.update([
      toMarketRow(['pa_1', 'Chiefs win', '', '', 5]),
      toMarketRow(['pb_1', 'Kansas City champion', '', '', 4]),
    ])
    expect(search('chiefs champion')).toEqual([])
    const match = sampleMatch('pb_1', 'pa_1')
    matches.update([{ ...match, confidence: 'medium' }])
    expect(search('chiefs champion')).toEqual([])
    matches.update([{ ...match, version: 2 }])
    expect(search('chiefs champion')).toEqual(['pa_1', 'pb_1'])
    expect(search('chiefs')).toEqual(['pa_1', 'pb_1'])
    matches.update([{ ...match, other_market_id: '', version: 3 }])
    expect(search('chiefs champion')).toEqual([])
    expect(search('chiefs')).toEqual(['pa_1'])
  })
})

describe('any input', () => {
  it('is no error, and its pages are parts of one list of which the total is true', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'btcoin fed5.,-$%k\'"'.split('')), maxLength: 60 }),
      fc.constantFrom('x'.repeat(300), `bitcoin${'n'.repeat(290)}`, '9'.repeat(300), '💥 🎲'),
    )
    const sortBy = fc.constantFrom('volume' as const, 'created_at' as const, 'relevance' as const)
    fc.assert(
      fc.property(text, sortBy, fc.nat(60), (q, sort_by, offset) => {
        const all = sample.search({ q, sort_by, limit: 100, offset: 0 }, null)
        expect(all.ids).toHaveLength(all.total)
        expect(sample.search({ q, sort_by, limit: 3, offset }, null)).toMatchObject({
          total: all.total,
          ids: all.ids.slice(offset, offset + 3),
        })
      }),
      { numRuns: 1000 },
    )
  })
})
