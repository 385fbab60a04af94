import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseDecimal } from '../../services/domain/money.ts'
import {
  amountOf,
  distinctTextsOf,
  listOf,
  parseObject,
  textOf,
} from '../../services/platforms/json.ts'

describe('parseObject', () => {
  it.each<[string, unknown]>([
    ['{"size": 123456789.12345678901}', { size: '123456789.12345678901' }],
    ['{"sizes":[0.12345678901234567,1]}', { sizes: ['0.12345678901234567', 1] }],
    ['{"a": -1234567890123456789, "b": 2}', { a: '-1234567890123456789', b: 2 }],
    ['{"a":1.00000000000000000e+10}', { a: '1.00000000000000000e+10' }],
    ['{"size": 0.860000001148}', { size: 0.860000001148 }],
    ['{"text": "a: 123456789.12345678901", "n": 1}', { text: 'a: 123456789.12345678901', n: 1 }],
    [
      '{"text": "\\\\\\": 123456789.12345678901", "n": 123456789.12345678901}',
      { text: '\\": 123456789.12345678901', n: '123456789.12345678901' },
    ],
    ['{"123456789012345678": 123456789012345678}', { '123456789012345678': '123456789012345678' }],
  ])('%s', (text, value) => {
    expect(parseObject(text)).toEqual({ value })
  })

  it('changes nothing but numbers that a double would round', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value)
        const parsed = parseObject(text)
        if (!('value' in parsed)) throw new Error(parsed.detail)
        const back: unknown = JSON.parse(JSON.stringify(parsed.value), (_, leaf: unknown) =>
          typeof leaf === 'string' && /^-?\d/.test(leaf) ? Number(leaf) : leaf,
        )
        const expected: unknown = JSON.parse(text, (_, leaf: unknown) =>
          typeof leaf === 'string' && /^-?\d/.test(leaf) ? Number(leaf) : leaf,
        )
        expect(back).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('loses no digit of any number in any place', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,20}\.\d{0,20}[1-9]$/)
    fc.assert(
      fc.property(digits, fc.string(), (number, text) => {
        const parsed = parseObject(`{"a": ${JSON.stringify(text)}, "n": ${number}}`)
        if (!('value' in parsed)) throw new Error(parsed.detail)
        expect(parseDecimal(parsed.value['n'])).toBe(number)
        expect(parsed.value['a']).toBe(text)
      }),
    )
  })

  it('reads a body of 20 MB', () => {
    const text = `{"description": "${'x\\"'.repeat(7_000_000)}", "n": 123456789.12345678901}`
    expect(parseObject(text)).toMatchObject({ value: { n: '123456789.12345678901' } })
  })

  it.each([
    ['', 'not_json'],
    ['{"a": 1', 'not_json'],
    ['<html>Attention Required!</html>', 'not_json'],
    ['[]', 'not_an_object'],
    ['null', 'not_an_object'],
    ['12', 'not_an_object'],
    ['"text"', 'not_an_object'],
    ['['.repeat(100_000), 'not_json'],
  ])('%.20p is %s', (text, reason) => {
    expect(parseObject(text)).toMatchObject({ deadLetter: reason })
  })

  it('says only so much of what it got', () => {
    const result = parseObject(JSON.stringify(['x'.repeat(10_000)]))
    expect('detail' in result && result.detail.length).toBeLessThan(400)
  })
})

it('textOf keeps a text as it is, unless there is nothing to read in it', () => {
  expect([' a ', '', '  ', '\n', 7, null].map(textOf)).toEqual([
    ' a ',
    null,
    null,
    null,
    null,
    null,
  ])
})

it('listOf reads arrays, and arrays in strings', () => {
  expect(['["a"]', ['a'], '{}', 'a', '', null, {}].map(listOf)).toEqual([
    ['a'],
    ['a'],
    null,
    null,
    null,
    null,
    null,
  ])
})

it('amountOf reads what the tables can hold', () => {
  const largest = '999999999999.999999'
  expect(['0', largest, '1000000000000', '-1', '-0', 1e300, '', null].map(amountOf)).toEqual([
    '0',
    largest,
    null,
    null,
    '0',
    null,
    null,
    null,
  ])
})

it('distinctTextsOf keeps the first of equal labels', () => {
  expect(distinctTextsOf(['b', 'a', '', 'b', null, 3])).toEqual(['b', 'a'])
})
