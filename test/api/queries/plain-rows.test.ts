// Rows that are parsed in parts.
import { describe, expect, it } from '@jest/globals'
import {
  parseAllRows,
  queryPlainRows,
  queryUnparsedRows,
} from '../../../services/api/queries/plain-rows.ts'
import type { Store } from '../../../services/lib/store/port.ts'

interface Row {
  readonly id: number
  readonly text: string
}

function storeWith(rows: readonly Row[]): Store {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return { bytes: () => Promise.resolve(Buffer.from(lines)) } as unknown as Store
}

const rowsOf = (count: number, text: string): readonly Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, text: `${text}\n"${id}"` }))

describe('unparsed rows', () => {
  it.each([
    ['no row', rowsOf(0, '')],
    ['one row', rowsOf(1, 'é')],
    ['many rows', rowsOf(5_000, 'größer 🎉')],
    ['rows that are longer than a part', rowsOf(3, 'x'.repeat(100_000))],
  ])('have %s', async (_name, rows) => {
    const store = storeWith(rows)
    const found = await queryUnparsedRows<Row>(store, '', {})
    expect(found.count).toBe(rows.length)
    expect(found.last()).toEqual(rows.at(-1))
    expect([...found.parts()].flat()).toEqual(rows)
    expect(await parseAllRows(found)).toEqual(rows)
    expect(await queryPlainRows<Row>(store, '', {})).toEqual(rows)
  })

  it('are parsed part by part', async () => {
    const found = await queryUnparsedRows<Row>(storeWith(rowsOf(5_000, 'text')), '', {})
    const lengths = [...found.parts()].map(({ length }) => length)
    expect(lengths.length).toBeGreaterThan(3)
    expect(Math.max(...lengths)).toBeLessThan(2_000)
  })
})
