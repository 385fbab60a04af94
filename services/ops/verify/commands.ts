// The operator command `verify`: content hashes of the tables, and their comparison with another store or with an
// earlier result.
import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CommandFailure } from '../command-failure.ts'
import { toListSchema } from '../list-schema.ts'
import { createProgress, toCountText, type ProgressOptions } from '../progress.ts'
import { toIsoTime } from '../tail-start.ts'
import { compareHashes, findDifferentKeys, type Difference } from './compare.ts'
import { hashTable, periodOfMonth, type AskForHashes, type TableHashes } from './table-hashes.ts'
import { verifiedTableNames, verifiedTables, type VerifiedTableName } from './verified-tables.ts'

export interface VerifyRequest {
  /** null: all tables, or if `month` is set, all tables that have months. */
  readonly table: VerifiedTableName | null
  /** `2026-11`; null: all months. */
  readonly month: string | null
  /** The JSON file of another `verify`, or the admin URL of another service; null: nothing is compared. */
  readonly against: string | null
  readonly json: boolean
}

/** The output of `verify --json`, which `--against` reads. */
export interface VerifyResult {
  readonly format: 1
  readonly taken_at: string
  readonly tables: readonly TableHashes[]
  /** null: nothing was compared. */
  readonly differences: readonly Difference[] | null
}

const rowsHash = { rows: { type: 'integer' }, hash: { type: 'string' } } as const
const isResult = new Ajv2020().compile<Pick<VerifyResult, 'format' | 'tables'>>({
  type: 'object',
  required: ['format', 'tables'],
  properties: {
    format: { const: 1 },
    tables: toListSchema({
      table: { type: 'string' },
      columns: { type: 'array', items: { type: 'string' } },
      months: toListSchema({
        month: { type: 'string', nullable: true },
        ...rowsHash,
        days: toListSchema({ day: { type: 'string' }, ...rowsHash }),
      }),
    }),
  },
})

export interface VerifyOptions extends ProgressOptions {
  readonly ask: AskForHashes
  /** Returns the function that asks the service at another admin URL. */
  readonly askAt: (adminUrl: string) => AskForHashes
  readonly show: (line: string) => void
}

/** Rejects with a CommandFailure if the comparison finds a difference. */
export async function verify(request: VerifyRequest, options: VerifyOptions): Promise<void> {
  const { month, json } = request
  const { ask, show, now } = options
  if (month !== null && periodOfMonth(month).fromMs > now())
    throw new CommandFailure(
      'invalid',
      `--month ${month}: is in the future; it is ${toIsoTime(now())}`,
    )
  const { against } = request
  const askOtherService = isUrl(against) ? prefixErrors(options.askAt(against)) : null
  const earlier = against !== null && askOtherService === null ? await readTables(against) : null
  const taken_at = toIsoTime(now())
  const tables = await hashTables(request, ask, options)
  const other = askOtherService ? await hashTables(request, askOtherService, options) : earlier
  const differences = other
    ? await toDifferences(tables, selectMonth(month, other), ask, askOtherService)
    : null
  const result: VerifyResult = { format: 1, taken_at, tables, differences }
  if (json) show(JSON.stringify(result))
  else toLines(result).forEach(show)
  if (differences !== null && differences.length > 0)
    throw new CommandFailure('different', `${pluralize(differences.length, 'difference')} found`)
}

/** Whether the value of `--against` is a URL, valid or not, rather than the path of a file. */
export const isUrl = (against: string | null): against is string =>
  /^https?:\/\//.test(against ?? '')

/** Adds `--against` to the beginning of error messages, to show that the other service has failed. */
const prefixErrors =
  (ask: AskForHashes): AskForHashes =>
  (request) =>
    ask(request).catch((error: Error) => {
      throw new Error(`--against: ${error.message}`, { cause: error })
    })

async function hashTables(
  { table, month }: VerifyRequest,
  ask: AskForHashes,
  options: VerifyOptions,
): Promise<readonly TableHashes[]> {
  const names = verifiedTableNames.filter((name) =>
    table === null ? month === null || verifiedTables[name].time !== null : name === table,
  )
  const results: TableHashes[] = []
  for (const [index, name] of names.entries()) {
    const place = `table ${index + 1} of ${names.length}: ${name}`
    options.showProgress(place)
    let showDone: ((rows: number) => void) | null = null
    const onRowsHashed = (done: number, total: number): void => {
      showDone ??= createProgress(options, `${place}, rows`, total, toCountText)
      showDone(done)
    }
    results.push(await hashTable(name, month, ask, onRowsHashed))
  }
  return results
}

/** Returns only the compared month of each table, because an earlier result may have more months. */
function selectMonth(month: string | null, tables: readonly TableHashes[]): readonly TableHashes[] {
  if (month === null) return tables
  return tables.map((one) => ({ ...one, months: one.months.filter((m) => m.month === month) }))
}

async function readTables(path: string): Promise<readonly TableHashes[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure('invalid', `--against ${path}: cannot be read: ${reason}`)
  })
  const result = parseJson(text)
  if (!isResult(result))
    throw new CommandFailure('invalid', `--against ${path}: is not the output of verify --json`)
  return result.tables
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function toDifferences(
  hashesHere: readonly TableHashes[],
  hashesThere: readonly TableHashes[],
  ask: AskForHashes,
  askOtherService: AskForHashes | null,
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  for (const one of compareHashes(hashesHere, hashesThere))
    differences.push({
      ...one,
      ...(askOtherService
        ? await findDifferentKeys(one, ask, askOtherService)
        : { keys: null, hasMoreKeys: false }),
    })
  return differences
}

function toLines({ tables, differences }: VerifyResult): readonly string[] {
  const lines = tables.flatMap(({ table, months }) =>
    months.map(({ month, rows, hash }) =>
      [table.padEnd(16), (month ?? '').padEnd(8), String(rows).padStart(14), hash].join(' '),
    ),
  )
  if (differences === null) return lines
  if (differences.length === 0) return [...lines, 'No differences.']
  return [...lines, ...differences.flatMap(toDifferenceLines)]
}

export function toDifferenceLines(difference: Difference): readonly string[] {
  const { table, month, here, there, days, keys, hasMoreKeys } = difference
  const place = month === null ? table : `${table} ${month}`
  const onDays = days.length === 0 ? '' : `, on ${days.map((day) => day.slice(5)).join(', ')}`
  return [
    `${place} differs: ${pluralize(here.rows, 'row')} here, ${pluralize(there.rows, 'row')} there${onDays}`,
    ...(keys ?? []).map(
      ({ owner, key, found }) => `  ${`${owner} ${key}`.trim()} ${placeOf[found]}`,
    ),
    ...(hasMoreKeys ? ['  and more'] : []),
  ]
}

const placeOf = {
  here: 'only here',
  there: 'only there',
  both: 'in both, with different fields',
} as const

const pluralize = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
