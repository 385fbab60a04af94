// HTTP server of the chDB child: as much of ClickHouse's HTTP interface as @clickhouse/client uses, over an Engine. The
// server sends a response only when the statement has ended, so a status of 200 means that the statement succeeded.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { pipeline as pipelineAsync } from 'node:stream/promises'
import { readBytes } from '../../run/read-bytes.ts'
import type { Engine, Statement } from './engine.ts'
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
    if (url.pathname === '/ping') return void response.end('Ok.\n')
    authenticate(options, readCredentials(request))
    if (url.pathname !== '/') return sendNotFound(response)
    const parsed = parseRequest(url, await readBody(request))
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
  const settings = new Map(parsedRequest.settings)
  // As in a ClickHouse server, GET must not change data.
  if (request.method === 'GET' || request.method === 'HEAD') settings.set('readonly', '2')
  const statement: Statement = {
    sql: parsedRequest.sql,
    data: parsedRequest.data,
    database: parsedRequest.database ?? database,
    format: parsedRequest.format ?? 'TabSeparated',
    settings,
    params: parsedRequest.params,
    signal,
  }
  const ofFile = toFileStatement(statement)
  if (ofFile !== null) return sendFile(response, await engine.runToFile(ofFile))
  const bytes = await engine.run(statement)
  const uncompressed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (settings.get('enable_http_compression') === '1' && acceptsGzip) {
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

async function sendFile(response: ServerResponse, file: FileHandle): Promise<void> {
  try {
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
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return readBytes(request)
  // pipeline() makes the transform fail when the request fails, so a truncated body is never accepted.
  if (encoding === 'gzip') return readBytes(pipeline(request, createGunzip(), () => undefined))
  throw createEngineError(
    89,
    'UNKNOWN_COMPRESSION_METHOD',
    `Unknown compression method: ${encoding}`,
  )
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
