// HTTP server of the chDB child: ClickHouse's HTTP interface over an Engine. The server sends a response
// only when the statement has ended, so a status of 200 means that the statement succeeded.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate, gzip } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { pipeline as pipelineAsync } from 'node:stream/promises'
import type { Engine, QueryResult, Statement } from './engine.ts'
import { createEngineError, httpStatusOf, toEngineError } from './errors.ts'
import { parseRequest, readCredentials, type Credentials, type ParsedRequest } from './request.ts'

const gzipAsync = promisify(gzip)

/**
 * Limit for the headers and the URL of a request. A ClickHouse server allows 1 MiB; a parameter with
 * 1,000 market ids needs about 0.1 MiB.
 */
const maxHeaderBytes = 1 << 21

export interface HttpOptions {
  readonly engine: Engine
  readonly user: string
  readonly password: string
  /** Default database of requests. */
  readonly database: string
}

export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => {
    void handleRequest(options, request, response)
  })
  // No time-outs here: the client limits how long a statement may take. Idle sockets stay open longer
  // here than in the client, so that the client never writes to a closed socket.
  server.requestTimeout = 0
  server.timeout = 0
  server.keepAliveTimeout = 120_000
  return server
}

async function handleRequest(
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const aborter = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) aborter.abort()
  })
  try {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    response.setHeader('X-ClickHouse-Server-Display-Name', 'chdb')
    if (url.pathname === '/ping' || url.pathname === '/replicas_status') {
      return void response.end('Ok.\n')
    }
    authenticate(options, readCredentials(request, url))
    if (url.pathname !== '/') return sendNotFound(response)
    const body = await readBody(request)
    const parsed = parseRequest(request, url, body)
    if (request.method === 'GET' && parsed.sql === '' && parsed.data === null)
      return void response.end('Ok.\n')
    await runParsedRequest(options, request, response, parsed, aborter.signal)
  } catch (error) {
    sendError(response, error, options.engine.version)
  }
}

async function runParsedRequest(
  { engine, database }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  parsedRequest: ParsedRequest,
  signal: AbortSignal,
): Promise<void> {
  const queryId = parsedRequest.queryId ?? randomUUID()
  response.setHeader('X-ClickHouse-Query-Id', queryId.replace(/[^\x20-\x7e]/g, '?'))
  const settings = new Map(parsedRequest.settings)
  // As in a ClickHouse server, GET must not change data.
  if (request.method === 'GET' || request.method === 'HEAD') settings.set('readonly', '2')
  const defaultFormat = parsedRequest.format ?? 'TabSeparated'
  const statement: Statement = {
    sql: parsedRequest.sql,
    data: parsedRequest.data,
    database: parsedRequest.database ?? database,
    format: defaultFormat,
    settings,
    params: parsedRequest.params,
    signal,
  }
  response.setHeader('X-ClickHouse-Timezone', 'UTC')
  const ofFile = toFileStatement(statement)
  if (ofFile !== null) return sendFile(response, await engine.runToFile(ofFile), ofFile.format)
  const startedAt = performance.now()
  const result = await engine.run(statement)
  response.setHeader(
    'X-ClickHouse-Summary',
    toSummaryHeader(result, parsedRequest.data !== null, performance.now() - startedAt),
  )
  const format = findFormatClause(parsedRequest.sql) ?? defaultFormat
  response.setHeader('X-ClickHouse-Format', format)
  response.setHeader('Content-Type', contentTypeOf(format))
  const { bytes } = result
  const uncompressed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (parsedRequest.compressResponse && acceptsGzip) {
    response.setHeader('Content-Encoding', 'gzip')
    response.end(await gzipAsync(uncompressed, { level: 3 }))
  } else {
    response.end(uncompressed)
  }
}

/** Matches queries in the formats of Store.stream, whose results may be too large for memory. */
const largeQuery = /^(.*)\sFORMAT\s+(Parquet|CSVWithNames)\s*$/is

function toFileStatement({ data, ...statement }: Statement): (Statement & { data: null }) | null {
  const [, sql, format] = largeQuery.exec(statement.sql) ?? []
  if (data !== null || sql === undefined || format === undefined) return null
  return { ...statement, data, sql, format }
}

async function sendFile(response: ServerResponse, file: FileHandle, format: string): Promise<void> {
  try {
    response.setHeader('X-ClickHouse-Format', format)
    response.setHeader('Content-Type', contentTypeOf(format))
    response.setHeader('Content-Length', String((await file.stat()).size))
    await pipelineAsync(file.createReadStream({ autoClose: false }), response)
  } finally {
    await file.close()
  }
}

function authenticate(expected: HttpOptions, credentials: Credentials): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const user = timingSafeEqual(digest(credentials.user), digest(expected.user))
  const password = timingSafeEqual(digest(credentials.password), digest(expected.password))
  if (user && password) return
  throw createEngineError(
    516,
    'AUTHENTICATION_FAILED',
    `${credentials.user}: Authentication failed: password is incorrect, or there is no user with such name.`,
  )
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const encoding = String(request.headers['content-encoding'] ?? 'identity').toLowerCase()
  return buffer(decompress(request, encoding))
}

function decompress(request: IncomingMessage, encoding: string): Readable {
  // pipeline() makes the transform fail when the request fails, so a truncated body is never accepted.
  const decompressWith = (transform: Transform): Readable =>
    pipeline(request, transform, () => undefined)
  switch (encoding) {
    case 'identity':
    case '':
      return request
    case 'gzip':
      return decompressWith(createGunzip())
    case 'deflate':
      return decompressWith(createInflate())
    case 'br':
      return decompressWith(createBrotliDecompress())
    default:
      throw createEngineError(
        89,
        'UNKNOWN_COMPRESSION_METHOD',
        `Unknown compression method: ${encoding}`,
      )
  }
}

function toSummaryHeader(
  { bytes, rows, rowBytes }: QueryResult,
  isInsert: boolean,
  elapsedMs: number,
): string {
  const written = isInsert ? { rows, bytes: rowBytes } : { rows: 0, bytes: 0 }
  return JSON.stringify({
    read_rows: String(rows),
    read_bytes: String(rowBytes),
    written_rows: String(written.rows),
    written_bytes: String(written.bytes),
    total_rows_to_read: '0',
    result_rows: String(rows),
    result_bytes: String(bytes.byteLength),
    elapsed_ns: String(Math.round(elapsedMs * 1e6)),
  })
}

/** Returns the format in the FORMAT clause at the end of the statement, if there is one. */
function findFormatClause(sql: string): string | undefined {
  return /\bFORMAT\s+(\w+)\s*(?:SETTINGS\s[^()]*)?;?\s*$/i.exec(sql)?.[1]
}

function contentTypeOf(format: string): string {
  if (/^(JSON|JSONCompact|JSONColumns\w*|JSONStrings|JSONCompactStrings)$/.test(format)) {
    return 'application/json; charset=UTF-8'
  }
  if (/EachRow/.test(format)) return 'application/x-ndjson; charset=UTF-8'
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8'
  if (/^(TabSeparated|TSV)/.test(format)) return 'text/tab-separated-values; charset=UTF-8'
  if (/^(Native|RowBinary|Parquet|Arrow|ORC|Avro|MsgPack)/.test(format)) {
    return 'application/octet-stream'
  }
  return 'text/plain; charset=UTF-8'
}

function sendNotFound(response: ServerResponse): void {
  response.statusCode = 404
  response.end('There is no handle for this path.\n')
}

function sendError(response: ServerResponse, error: unknown, version: string): void {
  if (response.destroyed || response.headersSent) return void response.destroy()
  const failure = toEngineError(error, version)
  response.statusCode = httpStatusOf(failure.code)
  response.setHeader('X-ClickHouse-Exception-Code', String(failure.code))
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  // The rest of the request is not read, so the connection cannot be reused.
  if (!response.req.complete) response.setHeader('Connection', 'close')
  response.end(`${failure.message}\n`)
}
