// The column against an array of strings.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createTextColumn } from '../../../services/lib/run/text-column.ts'

/** Texts with any UTF-16 units, also with half of a surrogate pair. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 97, max: 99 }), fc.integer({ min: 0, max: 0xffff })), {
    maxLength: 12,
  })
  .map((units) => String.fromCharCode(...units))
const asciiText = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })

describe('a column of texts', () => {
  it('returns each text as it was set, whatever is replaced', () => {
    const change = fc.record({ index: fc.nat({ max: 20 }), text: fc.oneof(asciiText, anyText) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const column = createTextColumn()
        const texts = Array.from({ length: 21 }, () => '')
        for (const { index, text } of changes) {
          column.set(index, text)
          texts[index] = text
        }
        expect(texts.map((_, index) => column.get(index))).toEqual(texts)
      }),
    )
  })

  it('compares texts as strings are compared', () => {
    fc.assert(
      fc.property(fc.oneof(asciiText, anyText), fc.oneof(asciiText, anyText), (one, other) => {
        const column = createTextColumn()
        column.set(0, one)
        column.set(1, other)
        expect(Math.sign(column.compare(0, 1))).toBe(one < other ? -1 : one > other ? 1 : 0)
      }),
    )
  })

  it('keeps texts when it grows, and texts longer than it was', () => {
    const column = createTextColumn()
    const long = 'x'.repeat(100_000)
    for (let index = 0; index < 5_000; index += 1) column.set(index, `text ${index}`)
    column.set(5_000, long)
    expect(column.get(0)).toBe('text 0')
    expect(column.get(4_999)).toBe('text 4999')
    expect(column.get(5_000)).toBe(long)
    expect(column.get(5_001)).toBe('')
  })
})
