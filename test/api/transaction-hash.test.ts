// The transaction hash in the id of a trade, computed by the api and by the database.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  transactionHashOf,
  transactionHashSql,
} from '../../services/api/queries/transaction-hash.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

let store: Store
beforeAll(async () => {
  store = await openMigratedStore()
})
afterAll(() => store.close())

const hashes: Readonly<Record<string, string>> = {
  '0xabc-1f': '0xabc',
  '0xabc': '0xabc',
  '0xabc-1f-2e': '0xabc-1f',
  '0xabc-': '0xabc',
  '0xabc--': '0xabc-',
  '-1f': '',
  '-': '',
  '': '',
  '0xabc-1\nf': '0xabc',
  '0x\nabc-1f\n': '0x\nabc',
  'é-ü': 'é',
}
const ids = Object.keys(hashes)

it('is the part before the last hyphen', () => {
  expect(ids.map(transactionHashOf)).toEqual(Object.values(hashes))
})

it('is the same in the database', async () => {
  const rows = await store.query<{ hash: string }>(
    `SELECT ${transactionHashSql('id')} AS hash FROM (SELECT arrayJoin({ids:Array(String)}) AS id)`,
    { ids },
  )
  expect(rows.map(({ hash }) => hash)).toEqual(ids.map(transactionHashOf))
})
