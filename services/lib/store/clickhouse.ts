// The implementation of Store (port.ts) with @clickhouse/client. The URL selects a ClickHouse server
// (`http://user:password@host:8123/database`, or https) or chDB in a child process of this service
// (`chdb:<directory>`).
import { addAbortSignal, Readable } from 'node:stream'
import { connectChild, connectServer, type Connector } from './connector.ts'
import type { Endpoint } from './chdb-server/launch.ts'
import type { ChildDeath } from './chdb-server/supervisor.ts'
import { toStoreFailure } from './failures.ts'
import { runPreflightChecks } from './preflight.ts'
import { createRetryingClient, type RetryingClient } from './retrying-client.ts'
import type { Params, ReadOptions, Store } from './port.ts'
import { createTableEncoders } from './table-encoders.ts'
import { parseExactJson } from './rows.ts'
import { quoteIdentifier } from './sql.ts'
import { readBytes } from '../run/read-bytes.ts'
import { retryUntilAvailable } from '../run/retry.ts'
import { decodeUrlPart, percentProblem } from '../run/url-part.ts'

const defaultDatabase = 'oddslog'

export interface StoreOptions {
  readonly url: string
  /** Called when the chDB child has died, before it is restarted. */
  readonly onDeath?: (death: ChildDeath) => void
  /** Called when the chDB child has met damaged files of a table, perhaps repeatedly. */
  readonly onDamaged?: (found: string) => void
  /** Called while the server does not answer, before each retry. */
  readonly onWait?: (reason: string) => void
  /** How long to retry while the server does not answer. */
  readonly startTimeoutMs?: number
}

export interface OpenedStore extends Store {
  /** Address and credentials for other programs; null while the chDB child is being restarted. */
  endpoint(): Endpoint | null
  /** Process id of the chDB child; null with a server, and while the child is being restarted. */
  childPid(): number | null
}

/** How long openStore() retries by default: long enough for containers that start together. */
const defaultStartTimeoutMs = 60_000

/**
 * Opens the store. Creates the database if it is missing. Rejects with a reason of one line when the
 * store cannot be opened.
 */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  const connector = await connect(options)
  return createStore(connector, createRetryingClient(connector))
}

async function connect(options: StoreOptions): Promise<Connector> {
  const doNothing = (): void => undefined
  const {
    url,
    onDeath = doNothing,
    onDamaged = doNothing,
    onWait = doNothing,
    startTimeoutMs = defaultStartTimeoutMs,
  } = options
  if (url.startsWith('chdb:')) {
    const dataDir = url.slice('chdb:'.length)
    if (dataDir === '') throw new TypeError('a chdb: URL needs a directory')
    return connectChild(dataDir, defaultDatabase, onDeath, onDamaged)
  }
  const { endpoint, database } = parseServerUrl(url)
  await retryUntilAvailable(() => runPreflightChecks(endpoint, database), {
    withinMs: startTimeoutMs,
    onWait,
  })
  return connectServer(endpoint, database)
}

function parseServerUrl(url: string): { endpoint: Endpoint; database: string } {
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new TypeError(
      `the URL of the store must begin with chdb:, http: or https:, not ${parsed.protocol}`,
    )
  return {
    endpoint: {
      url: parsed.origin,
      user: decode(parsed.username) || 'default',
      password: decode(parsed.password),
    },
    database: decode(parsed.pathname.slice(1)) || defaultDatabase,
  }

  function decode(part: string): string {
    const decoded = decodeUrlPart(part)
    if (decoded === null) throw new TypeError(`the URL of the store is invalid: ${percentProblem}`)
    return decoded
  }
}

/** A server cancels only read-only statements when the connection is closed. */
const cancelledOnClose = { readonly: '2' } as const

/**
 * Returns a stream of the same bytes that fails only with StoreUnavailable or StoreError.
 * Destroying the stream closes the connection.
 */
function toResultStream(response: Readable): Readable {
  async function* passChunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of response) yield chunk as Buffer
    } catch (cause) {
      throw toStoreFailure(cause)
    }
  }
  return Readable.from(passChunks(), { objectMode: false })
}

function createStore(connector: Connector, retryingClient: RetryingClient): OpenedStore {
  async function read(
    sql: string,
    params: Params,
    format: string,
    { timeoutMs }: ReadOptions = {},
  ): Promise<Buffer> {
    return retryingClient.runIdempotent(async (client, signal) => {
      const query = `${sql}\nFORMAT ${format}`
      const cancel = signal ? { abort_signal: signal } : {}
      const { stream } = await client.exec({ query, query_params: { ...params }, ...cancel })
      // the client observes the signal only until the response begins
      return readBytes(signal ? addAbortSignal(signal, stream) : stream)
    }, timeoutMs)
  }
  async function query<Row>(
    sql: string,
    params: Params = {},
    options?: ReadOptions,
  ): Promise<Row[]> {
    const lines = await read(sql, params, 'JSONEachRow', options)
    // Every line break is between two rows: inside values JSON escapes line breaks.
    const text = lines.toString('utf8').trimEnd().replaceAll('\n', ',')
    return parseExactJson(`[${text}]`) as Row[]
  }
  const encoders = createTableEncoders(query)
  return {
    query,
    bytes: read,
    async stream(sql, params, format, signal) {
      const result = await retryingClient.runUntilAborted(async (client) => {
        const query = `${sql}\nFORMAT ${format}`
        return client.exec({
          query,
          query_params: { ...params },
          abort_signal: signal,
          clickhouse_settings: cancelledOnClose,
        })
      }, signal)
      return toResultStream(addAbortSignal(signal, result.stream))
    },
    async insert(table, columns, rows) {
      if (rows.length === 0) return
      const names = columns.map(quoteIdentifier).join(', ')
      const query = `INSERT INTO ${quoteIdentifier(table)} (${names}) FORMAT Native`
      const encode = await encoders.of(table, columns)
      // encodes before the request, so that a value that does not belong to its column prevents the
      // whole insert
      const blocks = await encode(rows)
      await retryingClient.runOnce(async (client) => {
        const values = Readable.from(blocks, { objectMode: false })
        const result = await client.exec({ query, values })
        await readBytes(result.stream)
      })
    },
    async command(sql, params = {}) {
      await retryingClient.runOnce((client) =>
        client.command({ query: sql, query_params: { ...params } }),
      )
    },
    endpoint: () => connector.endpoint(),
    childPid: () => connector.childPid(),
    async close() {
      retryingClient.stop()
      await connector.close()
    },
  }
}
