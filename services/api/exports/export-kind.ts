// The interface of a kind of export (trades, candles ...), and the SQL that the kinds have in common.
import { platformNames, toId } from '../../platforms/identity.ts'
import type { CandleInterval } from '../../domain/candle.ts'
import type { Params } from '../../lib/store/port.ts'
import { propertiesOf, resolveSchema, responseSchemas, type ResponseName } from '../schemas.ts'

export type ExportFormat = 'parquet' | 'csv'

/** Which rows an export has. */
export interface ExportScope {
  /** At most maxMarkets ids. Null: all markets. */
  readonly marketIds: readonly string[] | null
  /**
   * The half-open range from `fromMs` to `untilMs`, Unix milliseconds. From 0 to endOfTimeMs: all rows of the
   * markets.
   */
  readonly fromMs: number
  readonly untilMs: number
  /** For candles. */
  readonly interval: CandleInterval
  /** Lists are text in CSV. */
  readonly format: ExportFormat
}

/** Maximum number of markets of an export, because a query parameter can have at most 128 KB. */
export const maxMarkets = 1000

/** Later than all times in the tables. */
export const endOfTimeMs = 4_102_444_800_000

export interface ExportColumn {
  readonly name: string
  /** The type of the column in Parquet. In CSV a list is text: a JSON array. */
  readonly type: string
  readonly description: string
}

export interface ExportKind {
  /** Describes a row, for the documentation. */
  readonly rows: string
  readonly columns: readonly ExportColumn[]
  /**
   * The column with the time of a row, and the milliseconds of its unit. Null if the rows have no time:
   * then each row is the newest state of a market or match that existed in the period of the scope.
   */
  readonly time: { readonly column: string; readonly unitMs: number } | null
  /** Whether the watermarks of the trades state until when the rows are complete. */
  readonly hasWatermark: boolean
  /** Returns the SELECT without `exportSettings`. The same rows always come in the same order. */
  selectStatementOf(scope: ExportScope): { readonly sql: string; readonly params: Params }
}

/**
 * With these settings the same rows give the same bytes, regardless of the parts that the tables consist of at
 * the moment (docs/decisions/043-exports.md): a row group of Parquet ends with the block that fills it, and
 * only aggregation in order by a single thread cuts the rows of a table into blocks of exactly max_block_size.
 */
export const exportSettings = `SETTINGS max_threads = 1, max_final_threads = 1, max_block_size = 65536,
  enable_vertical_final = 0, split_parts_ranges_into_intersecting_and_non_intersecting_final = 0,
  optimize_aggregation_in_order = 1, aggregation_in_order_max_block_bytes = 1000000000000,
  join_algorithm = 'hash', query_plan_join_swap_table = 'false',
  max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000,
  output_format_parquet_row_group_size = 262144, output_format_parquet_compression_method = 'zstd',
  format_csv_null_representation = ''`

/**
 * Returns the SQL condition for the rows of the scope, in a table that is sorted by market_id and has the time
 * in a column `ts` of the type DateTime64(3).
 */
export function scopeConditionSql({ marketIds }: ExportScope): string {
  const ofMarkets = marketIds === null ? '' : 'market_id IN {markets:Array(String)} AND '
  return `${ofMarkets}ts >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND ts < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')`
}

export function paramsOf({ marketIds, fromMs, untilMs }: ExportScope): Params {
  return {
    ...(marketIds === null ? {} : { markets: marketIds }),
    from_ms: fromMs,
    until_ms: untilMs,
  }
}

/** Returns an SQL expression for the platform of the markets whose unified ids are in a column. */
export function sqlForPlatformOf(idColumn: string): string {
  const cases = platformNames.map(
    (name) => `startsWith(${idColumn}, '${toId(name, '')}'), '${name}'`,
  )
  return `multiIf(${cases.join(', ')}, '')`
}

/** Returns an SQL expression for a list, in the form that the format needs. */
export function listSql(list: string, { format }: ExportScope): string {
  return format === 'csv' ? `toJSONString(${list})` : list
}

/** Returns a column that has the description of the field with the same name in the schema of a response. */
export function columnOf(schema: ResponseName, name: string, type: string): ExportColumn {
  const [, field] = propertiesOf(responseSchemas[schema]).find(([key]) => key === name) ?? []
  if (!field) throw new Error(`${schema}.json has no ${name}`)
  return { name, type, description: resolveSchema(field).description ?? '' }
}
