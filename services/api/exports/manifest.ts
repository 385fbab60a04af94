// Computes the manifest of an export: reads the whole file once, without keeping it.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ExportManifest } from '../../../schemas/generated/api.ts'
import type { Store } from '../../lib/store/port.ts'
import { rowHashSettings, rowHashSql, rowsHashSql } from '../../domain/row-hash.ts'
import { gapsWithin } from '../completeness.ts'
import type { ExportCompleteness } from './export-completeness.ts'
import { exportSettings } from './export-kind.ts'
import type { ExportRequest } from './export-request.ts'
import { statementTimeoutMs } from './file.ts'

interface RowSummary {
  readonly rows: number
  readonly first: number
  readonly last: number
  readonly rows_hash: string
}

/** `file`: the bytes of the exported file that the manifest describes; the function reads them to the end. */
export async function toManifest(
  store: Store,
  request: ExportRequest,
  { known, range, isFinal }: ExportCompleteness,
  file: Readable,
): Promise<ExportManifest> {
  const { name, query } = request
  const digest = await digestOf(file)
  return {
    kind: name,
    format: query.format,
    interval: name === 'candles' ? query.interval : null,
    date: query.date ?? null,
    market_id: query.market_id ?? null,
    event_slug: query.event_slug ?? null,
    from_ms: range.fromMs,
    until_ms: range.untilMs,
    ...(await readRowSummary(store, request)),
    ...digest,
    complete_until_ms: known?.completeUntilMs ?? null,
    gaps: known ? gapsWithin(known.gaps, range.fromMs, range.untilMs) : [],
    is_final: isFinal,
  }
}

async function digestOf(file: Readable): Promise<Pick<ExportManifest, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function readRowSummary(
  store: Store,
  { kind, scope }: ExportRequest,
): Promise<Pick<ExportManifest, 'rows' | 'rows_hash' | 'first_ms' | 'last_ms'>> {
  // the hash is always computed from the rows of the CSV format, so that it is the same for both formats: in CSV a
  // list is text, in Parquet it is not
  const { sql, params } = kind.selectStatementOf({ ...scope, format: 'csv' })
  const rowHash = rowHashSql(kind.columns.map(({ name }) => name))
  const time = kind.time?.column ?? '0'
  const [facts] = await store.query<RowSummary>(
    `SELECT count() AS rows, min(${time}) AS first, max(${time}) AS last, ${rowsHashSql(rowHash)} AS rows_hash
    FROM (${sql}) ${exportSettings}, ${rowHashSettings}`,
    params,
    { timeoutMs: statementTimeoutMs },
  )
  const { rows = 0, first = 0, last = 0, rows_hash = '' } = facts ?? {}
  if (rows === 0 || kind.time === null) return { rows, rows_hash, first_ms: null, last_ms: null }
  const { unitMs } = kind.time
  return { rows, rows_hash, first_ms: first * unitMs, last_ms: last * unitMs }
}
