// An HTTP request to ClickHouse's interface, taken apart: what belongs to the statement, what to the
// session, what to the answer.
import type { IncomingMessage } from 'node:http'
import { engineError } from './errors.ts'
import { parseMultipart } from './multipart.ts'
import type { InsertData } from './engine.ts'
import { parseDataInsert } from '../sql.ts'

export interface ParsedRequest {
  /** '' when there are data. */
  readonly sql: string
  readonly data: InsertData | null
  readonly database: string | null
  readonly format: string | null
  readonly queryId: string | null
  readonly settings: ReadonlyMap<string, string>
  readonly params: ReadonlyMap<string, string>
  /** The client takes a compressed answer if it is offered one. */
  readonly compressAnswer: boolean
}

export interface Credentials {
  readonly user: string
  readonly password: string
}

/** Of ClickHouse's HTTP layer; the embedded engine does not know them, and here they change nothing. */
const ignored = new Set([
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

/** Throws EngineError on what this server does not do. */
export function parseRequest(request: IncomingMessage, url: URL, received: Buffer): ParsedRequest {
  const settings = new Map<string, string>()
  const params = new Map<string, string>()
  const special = new Map<string, string>()
  for (const [name, value] of url.searchParams) sortIn(name, value, { settings, params, special })

  let body = received
  let query = special.get('query') ?? ''
  const type = request.headers['content-type'] ?? ''
  if (/^multipart\/form-data/i.test(type)) {
    for (const part of parseMultipart(type, received)) {
      if (part.name === 'query') query += part.value
      else sortIn(part.name, part.value, { settings, params, special })
    }
    body = Buffer.alloc(0)
  }
  const header = (name: string): string | null => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : null
  }
  return {
    ...joinQuery(query, body),
    database: special.get('database') ?? header('x-clickhouse-database'),
    format: special.get('default_format') ?? header('x-clickhouse-format'),
    queryId: special.get('query_id') ?? header('x-clickhouse-query-id'),
    settings,
    params,
    compressAnswer: isTrue(settings.get('enable_http_compression')),
  }
}

function sortIn(
  name: string,
  value: string,
  into: Record<'settings' | 'params' | 'special', Map<string, string>>,
): void {
  if (ignored.has(name)) return
  if (name.startsWith('param_')) {
    const param = name.slice('param_'.length)
    if (!settingName.test(param))
      throw engineError(36, 'BAD_ARGUMENTS', `Bad parameter name ${param}`)
    into.params.set(param, value)
    return
  }
  if (name === 'session_id') {
    throw engineError(48, 'NOT_IMPLEMENTED', 'Sessions over HTTP are not supported here.')
  }
  if (name === 'compress' || name === 'decompress') {
    if (isTrue(value)) {
      throw engineError(
        48,
        'NOT_IMPLEMENTED',
        `${name}=1 is not supported here: use HTTP compression.`,
      )
    }
    return
  }
  if (['query', 'database', 'default_format', 'query_id'].includes(name)) {
    into.special.set(name, value)
    return
  }
  if (!settingName.test(name)) {
    throw engineError(115, 'UNKNOWN_SETTING', `Unknown setting '${name.slice(0, 100)}'`)
  }
  into.settings.set(name, value)
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true'
}

/**
 * ClickHouse reads the query of the URL and the body as one text. An INSERT is cut where its data
 * begin, so that these stay bytes.
 */
function joinQuery(query: string, received: Buffer): Pick<ParsedRequest, 'sql' | 'data'> {
  if (query.trim() === '') {
    const data = cutData(received)
    return { sql: data === null ? received.toString('utf8') : '', data }
  }
  const data = cutData(Buffer.from(query))
  if (data === null) {
    return { sql: received.length === 0 ? query : `${query}\n${received.toString('utf8')}`, data }
  }
  if (data.bytes.length === 0) return { sql: '', data: { ...data, bytes: received } }
  const bytes = Buffer.concat([data.bytes, Buffer.from('\n'), received])
  return { sql: '', data: { ...data, bytes } }
}

function cutData(whole: Buffer): InsertData | null {
  // Latin-1 has a character for each byte, so an offset in the text is one in the bytes.
  const text = whole.subarray(0, insertHeadBytes).toString('latin1')
  const insert = parseDataInsert(text)
  if (insert === null) return null
  const { dataOffset, format } = insert
  const gap =
    /^[^\S\n]*;?[^\S\n]*\n?/.exec(text.slice(dataOffset, dataOffset + 64))?.[0].length ?? 0
  const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8')
  return {
    target: utf8(insert.target),
    settings: utf8(insert.settings),
    format,
    bytes: whole.subarray(dataOffset + gap),
  }
}

/** The clauses before the data are not longer. */
const insertHeadBytes = 1 << 18
