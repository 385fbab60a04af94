// Reads the bytes of an export from the store.
import type { Readable } from 'node:stream'
import type { Store } from '../../lib/store/port.ts'
import { csvType } from '../http/response.ts'
import { exportSettings } from './export-kind.ts'
import type { ExportRequest } from './export-request.ts'

/** Content types. */
export const fileTypes = {
  parquet: 'application/vnd.apache.parquet',
  csv: csvType,
} as const

/** Shorter than the two minutes after which the client of the store gives up (lib/store/connector.ts). */
export const statementTimeoutMs = 110_000

/**
 * Resolves when the store has the whole file. Rejects with StoreUnavailable if that takes too long, or if `signal`
 * aborts; the store then cancels the statement.
 */
export async function openFile(
  store: Store,
  { kind, query, scope }: ExportRequest,
  signal: AbortSignal,
): Promise<Readable> {
  const { sql, params } = kind.selectStatementOf(scope)
  const statement = new AbortController()
  const timer = setTimeout(() => statement.abort(), statementTimeoutMs)
  try {
    return await store.stream(
      `${sql}\n${exportSettings}`,
      params,
      query.format === 'csv' ? 'CSVWithNames' : 'Parquet',
      AbortSignal.any([signal, statement.signal]),
    )
  } finally {
    clearTimeout(timer)
  }
}
