// The hashes of all tables of a store, as `ops verify` computes them.
import type { Store } from '../../../services/lib/store/port.ts'
import { hashRows } from '../../../services/ops/verify/row-hashes.ts'
import { hashTable, type TableHashes } from '../../../services/ops/verify/table-hashes.ts'
import { verifiedTableNames } from '../../../services/ops/verify/verified-tables.ts'

export async function hashTables(store: Store): Promise<readonly TableHashes[]> {
  const hashes: TableHashes[] = []
  const ask = (question: Parameters<typeof hashRows>[1]) => hashRows(store, question)
  for (const table of verifiedTableNames)
    hashes.push(await hashTable(table, null, ask, () => undefined))
  return hashes
}
