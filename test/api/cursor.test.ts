// A cursor decodes to what it was encoded from, and any other text is rejected.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isCursor, parseCursor, parseTimeSortKey, toCursor } from '../../services/api/cursor.ts'

const place = fc.tuple(
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
  fc.string({ unit: 'grapheme' }),
)
const parse = (cursor: string, market: string) => parseCursor(cursor, market, parseTimeSortKey)
const market = fc.string({ unit: 'grapheme' })

describe('a cursor', () => {
  it('leads back', () => {
    fc.assert(
      fc.property(market, place, (id, at) => {
        expect(parse(toCursor(id, at), id)).toEqual(at)
      }),
    )
  })

  it('is of one market', () => {
    fc.assert(
      fc.property(market, market, place, (a, b, at) => {
        fc.pre(a !== b)
        expect(parse(toCursor(a, at), b)).toBeNull()
      }),
    )
  })

  it('is invalid when a letter is changed, added or removed', () => {
    fc.assert(
      fc.property(
        place,
        fc.nat(),
        fc.constantFrom(...Array.from('AZaz09-_=+/ .')),
        (at, n, letter) => {
          const cursor = toCursor('pa_1', at)
          const i = n % cursor.length
          fc.pre(cursor[i] !== letter)
          const [before, after] = [cursor.slice(0, i), cursor.slice(i + 1)]
          for (const wrong of [
            before + letter + after,
            before + after,
            before + letter + cursor[i] + after,
          ])
            if (wrong !== cursor)
              expect([isCursor(wrong), parse(wrong, 'pa_1')]).toEqual([false, null])
        },
      ),
    )
  })

  it('is not any invented text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect([isCursor(text), parse(text, 'pa_1')]).toEqual([false, null])
      }),
    )
  })

  it('is rejected when its sort key is none of the list, although its checksum is right', () => {
    for (const key of [
      [-1, 'x'],
      [4_102_444_800_001, 'x'],
      [0.5, 'x'],
      [NaN, 'x'],
      [1, 2],
      [1],
      [],
      [1, 'x', 1],
    ])
      expect(parse(toCursor('pa_1', key), 'pa_1')).toBeNull()
  })
})
