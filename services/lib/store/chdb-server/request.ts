// Parses an HTTP request to ClickHouse's interface, as @clickhouse/client sends it, into the statement, its settings
// and its parameters. Used by http.ts.
import type { IncomingMessage } from 'node:http'
import { createEngineError } from './errors.ts'
import type { InsertData } from './engine.ts'
import { parseDataInsert } from '../sql.ts'

export interface ParsedRequest {
  /** '' when `data` is set. */
  readonly sql: string
  readonly data: InsertData | null
  readonly database: string | null
  readonly format: string | null
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
}

export interface Credentials {
  readonly user: string
  readonly password: string
}

/**
 * Parameters that the client sends for ClickHouse's HTTP layer and that the embedded engine does not know. They have no
 * effect here.
 */
const ignoredParameters = ['query_id', 'wait_end_of_query']

const settingName = /^[A-Za-z_]\w*$/

export function readCredentials({ headers }: IncomingMessage): Credentials {
  const { 'x-clickhouse-user': user, 'x-clickhouse-key': key } = headers
  if (typeof user === 'string' || typeof key === 'string') {
    return { user: String(user ?? 'default'), password: String(key ?? '') }
  }
  const basic = /^Basic\s+(\S+)/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return { user: 'default', password: '' }
  const text = Buffer.from(basic, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Throws EngineError for names that cannot be those of settings or parameters. */
export function parseRequest(url: URL, body: Buffer): ParsedRequest {
  const settings = new Map<string, string>()
  const params = new Map<string, string>()
  const interfaceParameters = new Map<string, string>()
  for (const [name, value] of url.searchParams)
    addParameter(name, value, { settings, params, interfaceParameters })
  return {
    ...combineQueryAndBody(interfaceParameters.get('query') ?? '', body),
    database: interfaceParameters.get('database') ?? null,
    format: interfaceParameters.get('default_format') ?? null,
    settings,
    params,
  }
}

function addParameter(
  name: string,
  value: string,
  target: Record<'settings' | 'params' | 'interfaceParameters', Map<string, string>>,
): void {
  if (ignoredParameters.includes(name)) return
  if (name.startsWith('param_')) {
    const param = name.slice('param_'.length)
    if (!settingName.test(param))
      throw createEngineError(36, 'BAD_ARGUMENTS', `Bad parameter name ${param}`)
    target.params.set(param, value)
    return
  }
  if (['query', 'database', 'default_format'].includes(name)) {
    target.interfaceParameters.set(name, value)
    return
  }
  if (!settingName.test(name)) {
    throw createEngineError(115, 'UNKNOWN_SETTING', `Unknown setting '${name.slice(0, 100)}'`)
  }
  target.settings.set(name, value)
}

/**
 * Concatenates the query of the URL and the body into one text, as ClickHouse does. For an INSERT, the data are
 * separated from the statement and are not converted to text.
 */
function combineQueryAndBody(query: string, rawBody: Buffer): Pick<ParsedRequest, 'sql' | 'data'> {
  if (query.trim() === '') {
    const data = extractInsertData(rawBody)
    return { sql: data === null ? rawBody.toString('utf8') : '', data }
  }
  const data = extractInsertData(Buffer.from(query))
  if (data === null) {
    return { sql: rawBody.length === 0 ? query : `${query}\n${rawBody.toString('utf8')}`, data }
  }
  if (data.bytes.length === 0) return { sql: '', data: { ...data, bytes: rawBody } }
  const bytes = Buffer.concat([data.bytes, Buffer.from('\n'), rawBody])
  return { sql: '', data: { ...data, bytes } }
}

function extractInsertData(queryAndData: Buffer): InsertData | null {
  // Latin-1 has one character per byte, so offsets in the text are offsets in the bytes.
  const text = queryAndData.subarray(0, maxInsertClauseBytes).toString('latin1')
  const insert = parseDataInsert(text)
  if (insert === null) return null
  const { dataOffset, format } = insert
  const separatorLength =
    /^[^\S\n]*;?[^\S\n]*\n?/.exec(text.slice(dataOffset, dataOffset + 64))?.[0].length ?? 0
  const toUtf8 = (latin1Text: string): string => Buffer.from(latin1Text, 'latin1').toString('utf8')
  return {
    target: toUtf8(insert.target),
    settings: toUtf8(insert.settings),
    format,
    bytes: queryAndData.subarray(dataOffset + separatorLength),
  }
}

/** The clauses before the data of an INSERT are searched for within this many bytes. */
const maxInsertClauseBytes = 1 << 18
