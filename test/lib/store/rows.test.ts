import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseExactJson } from '../../../services/lib/store/rows.ts'

describe('parseExactJson', () => {
  it.each<[string, unknown]>([
    ['[9007199254740991]', [9007199254740991]],
    ['[9007199254740993]', ['9007199254740993']],
    ['[-9007199254740993]', ['-9007199254740993']],
    ['[100000000000000000000]', [1e20]],
    ['[0.123456789012345678]', ['0.123456789012345678']],
    ['[0.30000000000000004]', [0.30000000000000004]],
    ['[1.234567890123456e-7]', [1.234567890123456e-7]],
    ['["9007199254740993"]', ['9007199254740993']],
    ['["a\\"9007199254740993", 9007199254740993]', ['a"9007199254740993', '9007199254740993']],
    [
      '{"9007199254740993": [[1.0000000000000000001]]}',
      { '9007199254740993': [['1.0000000000000000001']] },
    ],
  ])('%s', (json, value) => {
    expect(parseExactJson(json)).toStrictEqual(value)
  })

  it('never changes a decimal: the number or the string says the same', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
      .map(([scaled, digits]) => plainDecimal(scaled, digits))
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1 }), (texts) => {
        const values = parseExactJson(`[${texts.join(',')}]`) as (number | string)[]
        expect(values.map((v) => (typeof v === 'string' ? v : plainNumber(v)))).toEqual(texts)
      }),
    )
  })
})

/** As ClickHouse prints a decimal: no exponent, no zeros at the end. */
function plainDecimal(scaled: bigint, digits: number): string {
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The shortest decimal that gives the number, without an exponent. */
function plainNumber(value: number): string {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const point = 1 + Number(exponent)
  const sign = value < 0 ? '-' : ''
  if (value === 0) return '0'
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
