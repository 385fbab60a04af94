// JSON from outside: no value deeper than the limit comes out of the parser.
import { describe, expect, it } from '@jest/globals'
import { maxJsonDepth, parseBounded } from '../../../services/lib/run/bounded-json.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('JSON within the limit', () => {
  it.each(['null', '1', '"text"', '[]', '{}', '{"a":[{"b":[1,"[[["]}],"__proto__":{"c":1}}'])(
    'is unchanged: %s',
    (text) => {
      expect(parseBounded(text)).toEqual({ value: JSON.parse(text), isTooDeep: false })
    },
  )

  it('may have as many levels as the limit says', () => {
    const text = nested(maxJsonDepth)
    expect(parseBounded(text)).toEqual({ value: JSON.parse(text), isTooDeep: false })
  })
})

describe('JSON that is too deep', () => {
  it('is null below the limit', () => {
    const { value, isTooDeep } = parseBounded(nested(maxJsonDepth + 1))
    expect(isTooDeep).toBe(true)
    expect(JSON.stringify(value)).toBe(nested(maxJsonDepth).replace('[]', '[null]'))
  })

  it.each([
    ['arrays', nested(1_000_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['an own member named __proto__', '{"__proto__":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ])('does not overflow the stack: %s', (_name, text) => {
    const { value, isTooDeep } = parseBounded(text)
    expect(isTooDeep).toBe(true)
    expect(JSON.stringify(value).length).toBeLessThan(1_000)
  })

  it('keeps the other values', () => {
    const { value } = parseBounded(`[{"a":${nested(5_000)},"b":[1]},{"c":2}]`)
    expect(value).toMatchObject([{ b: [1] }, { c: 2 }])
  })
})

it('is an error where the text is not JSON', () => {
  expect(() => parseBounded('[')).toThrow(SyntaxError)
})
