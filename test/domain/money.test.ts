import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  addDecimals,
  compareDecimals,
  divideRounded,
  fractionDigitsOf,
  fromScaled,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  toScaled,
  truncateDecimal,
} from '../../services/domain/money.ts'

/** Any decimal with up to 18 digits behind the point, as units and digits. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 18 }))
  .map(([units, digits]) => fromScaled(units, digits))

describe('parseDecimal', () => {
  it.each<[unknown, string]>([
    ['0.5600', '0.56'],
    ['12.00', '12'],
    ['100', '100'],
    ['0', '0'],
    ['0.0000', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['-1.50', '-1.5'],
    ['007', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+3', '3'],
    ['1e3', '1000'],
    ['1E-7', '0.0000001'],
    ['12.5e1', '125'],
    ['1.25e-2', '0.0125'],
    ['0.5843311669077693146635445446077281', '0.5843311669077693146635445446077281'],
    [0.1 + 0.2, '0.30000000000000004'],
    [0.860000001148, '0.860000001148'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [-0, '0'],
    [40000, '40000'],
  ])('reads %j as %s', (written, canonical) => {
    expect(parseDecimal(written)).toBe(canonical)
  })

  it.each<[unknown]>([
    [''],
    [' '],
    [' 1'],
    ['1 '],
    ['.'],
    ['-'],
    ['e5'],
    ['1e'],
    ['0x10'],
    ['1,5'],
    ['1_000'],
    ['1.2.3'],
    ['Infinity'],
    ['NaN'],
    ['٣'],
    [NaN],
    [Infinity],
    [null],
    [undefined],
    [true],
    [[1]],
    [{}],
    [10n],
  ])('refuses %p', (written) => {
    expect(parseDecimal(written)).toBeNull()
  })

  it('refuses what would take absurd room', () => {
    expect(parseDecimal('1e9999')).toBeNull()
    expect(parseDecimal('1e-9999')).toBeNull()
    expect(parseDecimal('9'.repeat(65))).toBeNull()
    expect(parseDecimal('9'.repeat(1_000_000))).toBeNull()
    expect(parseDecimal('9'.repeat(64))).toBe('9'.repeat(64))
  })

  it('is idempotent, and equal numbers give equal strings', () => {
    fc.assert(
      fc.property(decimal, fc.nat({ max: 5 }), (value, zeros) => {
        expect(parseDecimal(value)).toBe(value)
        const longer = `${value}${value.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`
        expect(parseDecimal(longer)).toBe(value)
        const digits = fractionDigitsOf(value)
        expect(parseDecimal(`${toScaled(value, digits)}e-${digits}`)).toBe(value)
      }),
    )
  })

  it('reads every double that JSON can hold as the number it prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e18, max: 1e18 }), (value) => {
        const read = parseDecimal(value)
        if (read !== null) expect(Number(read)).toBe(value === 0 ? 0 : value)
        else expect(Math.abs(value)).toBeLessThan(1e-40)
      }),
    )
  })
})

describe('toScaled and fromScaled', () => {
  it('scale up and back', () => {
    expect(toScaled('0.53', 6)).toBe(530_000n)
    expect(toScaled('-12', 2)).toBe(-1200n)
    expect(fromScaled(530_000n, 6)).toBe('0.53')
    expect(fromScaled(-5n, 1)).toBe('-0.5')
    expect(fromScaled(0n, 6)).toBe('0')
    expect(fromScaled(1200n, 0)).toBe('1200')
  })

  it('refuse to round', () => {
    expect(() => toScaled('0.123', 2)).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  it('does what doubles do not', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
    expect(subtractDecimals('1', '0.860000001148')).toBe('0.139999998852')
    expect(multiplyDecimals('28.74', '0.07')).toBe('2.0118')
    expect(sumDecimals(Array.from({ length: 10 }, () => '0.1'))).toBe('1')
    expect(sumDecimals([])).toBe('0')
  })

  it('agrees with whole numbers of the smallest unit', () => {
    const whole = (value: string) => toScaled(value, 18)
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(whole(addDecimals(a, b))).toBe(whole(a) + whole(b))
        expect(whole(subtractDecimals(a, b))).toBe(whole(a) - whole(b))
        expect(toScaled(multiplyDecimals(a, b), 36)).toBe(whole(a) * whole(b))
        expect(whole(sumDecimals([a, b, a]))).toBe(2n * whole(a) + whole(b))
        const sign = whole(a) < whole(b) ? -1 : whole(a) > whole(b) ? 1 : 0
        expect(compareDecimals(a, b)).toBe(sign)
      }),
    )
  })
})

describe('rounding', () => {
  it.each<[bigint, bigint, bigint]>([
    [7n, 2n, 4n],
    [-7n, 2n, -4n],
    [7n, -2n, -4n],
    [-7n, -2n, 4n],
    [6n, 4n, 2n],
    [1n, 3n, 0n],
    [-1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [5n, 1n, 5n],
    [0n, -9n, 0n],
  ])('%p / %p is %p: half away from zero', (numerator, denominator, quotient) => {
    expect(divideRounded(numerator, denominator)).toBe(quotient)
  })

  it('is never off by more than half', () => {
    const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
    fc.assert(
      fc.property(
        units,
        units.filter((d) => d !== 0n),
        (n, d) => {
          const twice = 2n * (n - divideRounded(n, d) * d)
          expect(twice < 0n ? -twice : twice).toBeLessThanOrEqual(d < 0n ? -d : d)
        },
      ),
    )
  })

  it.each<[string, number, string]>([
    ['0.1234565', 6, '0.123457'],
    ['-0.1234565', 6, '-0.123457'],
    ['0.12345649', 6, '0.123456'],
    ['0.9999995', 6, '1'],
    ['-0.0000004', 6, '0'],
    ['0.5', 0, '1'],
    ['12', 6, '12'],
    ['0.25', 2, '0.25'],
  ])('%s to %d digits is %s', (value, digits, rounded) => {
    expect(roundDecimal(value, digits)).toBe(rounded)
  })
})

describe('truncation', () => {
  it.each([
    ['0.53', 18, '0.53'],
    ['0.1234567890123456789', 18, '0.123456789012345678'],
    ['-0.1234567890123456789', 18, '-0.123456789012345678'],
    ['12.9999999', 6, '12.999999'],
    ['12.5000000', 6, '12.5'],
    ['0.0000004', 6, '0'],
    ['-0.0000004', 6, '0'],
    ['007.50', 6, '7.5'],
    ['12', 6, '12'],
    ['3.14', 0, '3'],
  ])('%s to %d digits is %s', (value, digits, truncated) => {
    expect(truncateDecimal(value, digits)).toBe(truncated)
  })
})
