// Parses an HTTP request to ClickHouse's interface into the statement, its settings and parameters, and
// the options of the response. Used by http.ts.
import type { IncomingMessage } from 'node:http'
import { createEngineError } from './errors.ts'
import { parseMultipart } from './multipart.ts'
import type { InsertData } from './engine.ts'
import { parseDataInsert } from '../sql.ts'

export interface ParsedRequest {
  /** '' when `data` is set. */
  readonly sql: string
  readonly data: InsertData | null
  readonly database: string | null
  readonly format: string | null
  readonly queryId: string | null
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
  /** Whether the client accepts a compressed response. */
  readonly compressResponse: boolean
}

export interface Credentials {
  readonly user: string
  readonly password: string
}

/**
 * Parameters that ClickHouse's HTTP layer uses and the embedded engine does not know. They are accepted
 * and have no effect here.
 */
const ignoredParameters = new Set([
  'user',
  'password',
  'quota_key',
  'wait_end_of_query',
  'buffer_size',
  'stacktrace',
  'close_session',
  'session_timeout',
  'session_check',
  'role',
  'client_protocol_version',
])

const settingName = /^[A-Za-z_]\w*$/

export function readCredentials(request: IncomingMessage, url: URL): Credentials {
  const user = request.headers['x-clickhouse-user']
  const key = request.headers['x-clickhouse-key']
  if (typeof user === 'string' || typeof key === 'string') {
    return { user: String(user ?? 'default'), password: String(key ?? '') }
  }
  const basic = /^Basic\s+(\S+)/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const text = Buffer.from(basic, 'base64').toString('utf8')
    const colon = text.indexOf(':')
    return { user: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  return {
    user: url.searchParams.get('user') ?? 'default',
    password: url.searchParams.get('password') ?? '',
  }
}

/** Throws EngineError for invalid requests and for features that this server does not support. */
export function parseRequest(request: IncomingMessage, url: URL, rawBody: Buffer): ParsedRequest {
  const settings = new Map<string, string>()
  const params = new Map<string, string>()
  const interfaceParameters = new Map<string, string>()
  for (const [name, value] of url.searchParams)
    addParameter(name, value, { settings, params, interfaceParameters })

  let body = rawBody
  let query = interfaceParameters.get('query') ?? ''
  const type = request.headers['content-type'] ?? ''
  if (/^multipart\/form-data/i.test(type)) {
    for (const part of parseMultipart(type, rawBody)) {
      if (part.name === 'query') query += part.value
      else addParameter(part.name, part.value, { settings, params, interfaceParameters })
    }
    body = Buffer.alloc(0)
  }
  const header = (name: string): string | null => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  return {
    ...combineQueryAndBody(query, body),
    database: interfaceParameters.get('database') ?? header('x-clickhouse-database'),
    format: interfaceParameters.get('default_format') ?? header('x-clickhouse-format'),
    queryId: interfaceParameters.get('query_id') ?? header('x-clickhouse-query-id'),
    settings,
    params,
    compressResponse: isTrue(settings.get('enable_http_compression')),
  }
}

function addParameter(
  name: string,
  value: string,
  target: Record<'settings' | 'params' | 'interfaceParameters', Map<string, string>>,
): void {
  if (ignoredParameters.has(name)) return
  if (name.startsWith('param_')) {
    const param = name.slice('param_'.length)
    if (!settingName.test(param))
      throw createEngineError(36, 'BAD_ARGUMENTS', `Bad parameter name ${param}`)
    target.params.set(param, value)
    return
  }
  if (name === 'session_id') {
    throw createEngineError(48, 'NOT_IMPLEMENTED', 'Sessions over HTTP are not supported here.')
  }
  if (name === 'compress' || name === 'decompress') {
    if (isTrue(value)) {
      throw createEngineError(
        48,
        'NOT_IMPLEMENTED',
        `${name}=1 is not supported here: use HTTP compression.`,
      )
    }
    return
  }
  if (['query', 'database', 'default_format', 'query_id'].includes(name)) {
    target.interfaceParameters.set(name, value)
    return
  }
  if (!settingName.test(name)) {
    throw createEngineError(115, 'UNKNOWN_SETTING', `Unknown setting '${name.slice(0, 100)}'`)
  }
  target.settings.set(name, value)
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true'
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
