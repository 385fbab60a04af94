import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  elementTexts,
  memberText,
  withoutMember,
} from '../../../services/platforms/upstream/json-slices.ts'

/** JSON text of a value, with white space and escapes that a platform might use. */
const spacedJson = (value: unknown, space: string): string =>
  JSON.stringify(value, null, space).replaceAll('/', '\\/')

const space = fc.constantFrom('', ' ', '\t', '\r\n ')

describe('json-slices', () => {
  it('keeps every byte: number text, escapes, white space, key order', () => {
    const text = ' [ {"b":1.50,"a":"x\\"]}\\\\" } ,\n 1e5,"\\u00e9]",[ ],{}, null ]'
    expect(elementTexts(text)).toEqual([
      '{"b":1.50,"a":"x\\"]}\\\\" }',
      '1e5',
      '"\\u00e9]"',
      '[ ]',
      '{}',
      'null',
    ])
    expect(elementTexts(' [ ] ')).toEqual([])
    expect(memberText('{"a":0.860000001148 ,"b": [1]}', 'a')).toBe('0.860000001148')
    expect(memberText('{"a":1,"a":2}', 'a')).toBe('2')
    expect(memberText('{"a\\u0062":1}', 'ab')).toBe('1')
    expect(memberText('{}', 'a')).toBeNull()
  })

  it.each([
    ['{"m":[1],"b":2}', '{"b":2}'],
    ['{"a":1, "m":[{"m":2}] , "b":2}', '{"a":1 , "b":2}'],
    ['{"a":1,"m":[]}', '{"a":1}'],
    ['{ "m" : [] }', '{  }'],
    ['{"m":1,"m":2,"x":3}', '{"x":3}'],
    ['{"m":1,"x":{"m":3},"m":2}', '{"x":{"m":3}}'],
    ['{"a":1}', '{"a":1}'],
  ])('cuts a member out of %s', (text, expected) => {
    expect(withoutMember(text, 'm')).toBe(expected)
  })

  it('cuts out a member that occurs 100,000 times', () => {
    const text = `{${'"m":1,'.repeat(100_000)}"a":2${',"m":3'.repeat(100_000)}}`
    expect(withoutMember(text, 'm')).toBe('{"a":2}')
  })

  it('agrees with JSON.parse on any JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), space, (value, white) => {
        const parts = elementTexts(spacedJson(value, white))
        expect(parts.map((part) => JSON.parse(part) as unknown)).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
      }),
    )
    const name = fc.constantFrom('markets', 'a', 'b', '"', '\\', '__proto__x')
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), space, (value, white) => {
        const text = spacedJson(value, white)
        const { markets, ...rest } = JSON.parse(text) as Record<string, unknown>
        expect(JSON.parse(withoutMember(text, 'markets'))).toEqual(rest)
        const cut = memberText(text, 'markets')
        expect(cut === null ? undefined : JSON.parse(cut)).toEqual(markets)
      }),
    )
  })
})
