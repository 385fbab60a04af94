// A cursor leads back to where it came from, and nothing else is a cursor.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseCursor, toCursor } from '../../services/api/cursor.ts'

const place = fc.record({
  timestampMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  id: fc.string({ unit: 'grapheme' }),
})
const market = fc.string({ unit: 'grapheme' })

describe('a cursor', () => {
  it('leads back', () => {
    fc.assert(
      fc.property(market, place, (id, at) => {
        expect(parseCursor(toCursor(id, at), id)).toEqual(at)
      }),
    )
  })

  it('is of one market', () => {
    fc.assert(
      fc.property(market, market, place, (a, b, at) => {
        fc.pre(a !== b)
        expect(parseCursor(toCursor(a, at), b)).toBeNull()
      }),
    )
  })

  it('is not one any more when a letter changes, comes or goes', () => {
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
            if (wrong !== cursor) expect(parseCursor(wrong, 'pa_1')).toBeNull()
        },
      ),
    )
  })

  it('is nothing that was made up', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(parseCursor(text, 'pa_1')).toBeNull()
      }),
    )
    for (const time of [-1, 4_102_444_800_001, 0.5, NaN])
      expect(parseCursor(toCursor('pa_1', { timestampMs: time, id: 'x' }), 'pa_1')).toBeNull()
  })
})
