// Decimals are written digit by digit; fields that the schema does not have are not written.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { OrderBook, PriceLevel, PriceRecord } from '../../schemas/generated/api.ts'
import { createBodyWriter, createJsonWriter, RenderedJson } from '../../services/api/json-writer.ts'

const writePrice = createJsonWriter<PriceRecord>('price')
const record = {
  market_id: 'pa_"1"',
  price: '0.860000001148',
  at_time: 1,
  timestamp_ms: 2,
  platform: 'platform_a',
  source: 'trade' as const,
}

describe('the JSON writer', () => {
  it('writes decimals that no double holds', () => {
    const write = createJsonWriter<PriceLevel>('price-level')
    const level = {
      price: '0.1',
      size: '90071992547409931234567.123456789',
      platform: 'platform_a',
    } as const
    expect(write(level)).toBe(
      '{"price":0.1,"size":90071992547409931234567.123456789,"platform":"platform_a"}',
    )
  })

  it('writes what JSON.parse reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), (text, time) => {
        const value = { ...record, market_id: text, at_time: time, price: 0.5 }
        expect(JSON.parse(writePrice(value))).toEqual(value)
      }),
    )
  })

  it('leaves out what the schema does not name', () => {
    expect(writePrice({ ...record, secret: 1 } as typeof record)).not.toContain('secret')
  })

  it.each([
    [{ price: '1e5' }],
    [{ price: '0.5,"x":1' }],
    [{ price: '' }],
    [{ price: '00.5' }],
    [{ price: NaN }],
    [{ price: null }],
    [{ at_time: 1.5 }],
    [{ at_time: '1' }],
    [{ market_id: undefined }],
    [{ source: null }],
  ])('refuses %j', (wrong) => {
    expect(() => writePrice({ ...record, ...wrong } as typeof record)).toThrow(TypeError)
  })
})

describe('objects that are JSON already', () => {
  const level = { price: '0.1', size: '5', platform: 'platform_a' } as const
  const levelJson = createJsonWriter<PriceLevel>('price-level')(level)
  const bookOf = <Level>(marketId: string, bids: readonly Level[]) => ({
    market_id: marketId,
    bids,
    asks: [],
    spread: '0.1',
    mid_price: '0.2',
    timestamp_ms: 1,
    seen_at_ms: 2,
    as_of_ms: 2,
  })
  const rendered = (): RenderedJson<PriceLevel> => new RenderedJson(levelJson)
  const write = createJsonWriter<OrderBook>('order-book')
  const writeBody = createBodyWriter<OrderBook>('order-book')

  it.each(['pa_1', 'pa_\0 — ü \\u0000', ''])('are written as if they were not: %j', (id) => {
    for (const count of [0, 1, 3]) {
      const expected = write(
        bookOf(
          id,
          Array.from({ length: count }, () => level),
        ),
      )
      const book = bookOf(id, Array.from({ length: count }, rendered))
      expect(write(book)).toBe(expected)
      expect(writeBody(book).body.toString()).toBe(expected)
    }
  })

  it('have tags by their content', () => {
    const tagOf = (bids: readonly RenderedJson<PriceLevel>[]): string =>
      writeBody(bookOf('pa_1', bids)).tag
    const other = new RenderedJson<PriceLevel>(levelJson.replace('5', '6'))
    expect(tagOf([rendered(), other])).toBe(tagOf([rendered(), other]))
    expect(tagOf([other, rendered()])).not.toBe(tagOf([rendered(), other]))
    expect(tagOf([rendered()])).not.toBe(tagOf([other]))
  })
})
