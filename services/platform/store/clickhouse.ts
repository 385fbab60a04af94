// The Store over @clickhouse/client: a ClickHouse server (`http://user:password@host:8123/database`,
// https likewise) or, on one machine, chDB in a child process (`chdb:<directory>`).
import { Readable } from 'node:stream'
import { connectChild, connectServer, createStoreClient, type Connector } from './connector.ts'
import type { Endpoint } from './chdb-server/launch.ts'
import type { Death } from './chdb-server/supervisor.ts'
import { toStoreFailure } from './failures.ts'
import { greetServer } from './greeting.ts'
import { createPatience, type Patience } from './patience.ts'
import { StoreError, StoreUnavailable, type Params, type Store } from './port.ts'
import { encodeRows, parseExact } from './rows.ts'
import { quoteName } from './sql.ts'
import { untilItAnswers } from '../run/until-it-answers.ts'

const defaultDatabase = 'oddslog'
const unknownDatabase = '81'

export interface StoreOptions {
  readonly url: string
  /** The chDB child has died; it is being started again. */
  readonly onDeath?: (death: Death) => void
  /** A server does not answer yet. */
  readonly onWait?: (reason: string) => void
  /** How long to wait for a server that does not answer. */
  readonly startWithinMs?: number
}

export interface OpenedStore extends Store {
  /** For other programs; null while the child is being restarted. */
  endpoint(): Endpoint | null
  /** Of the chDB child; null with a server, and between two children. */
  childPid(): number | null
}

/** Containers that start together are up by then. */
const usualStartMs = 60_000

/** Rejects when the store cannot be opened, with the reason in a line. Creates the database. */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  const connector = await connect(options)
  return createStore(connector, createPatience(connector))
}

async function connect(options: StoreOptions): Promise<Connector> {
  const nothing = (): void => undefined
  const { url, onDeath = nothing, onWait = nothing, startWithinMs = usualStartMs } = options
  if (url.startsWith('chdb:')) {
    const dataDir = url.slice('chdb:'.length)
    if (dataDir === '') throw new TypeError('a chdb: URL needs a directory')
    return openChild(dataDir, onDeath)
  }
  const { endpoint, database } = parseServerUrl(url)
  await untilItAnswers(() => greetServer(endpoint, database), { withinMs: startWithinMs, onWait })
  return connectServer(endpoint, database)
}

async function openChild(dataDir: string, onDeath: (death: Death) => void): Promise<Connector> {
  const connector = await connectChild(dataDir, defaultDatabase, onDeath)
  try {
    await ensureDatabase(connector)
  } catch (error) {
    await connector.close()
    throw error
  }
  return connector
}

/** Of the child: greeting.ts sees to a server's. */
async function ensureDatabase(connector: Connector): Promise<void> {
  try {
    const patience = createPatience(connector)
    await patience.repeatable((client) => client.command({ query: 'SELECT 1 FORMAT Null' }))
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== unknownDatabase) throw error
    const endpoint = connector.endpoint()
    if (endpoint === null) throw new StoreUnavailable('the store died while it was opened')
    const client = createStoreClient(endpoint, { database: 'default' })
    try {
      // chDB's own default engine (Overlay) lacks features.
      const query = 'CREATE DATABASE IF NOT EXISTS {name:Identifier} ENGINE = Atomic'
      await client.command({ query, query_params: { name: defaultDatabase } })
    } catch (cause) {
      throw toStoreFailure(cause)
    } finally {
      await client.close()
    }
  }
}

function parseServerUrl(url: string): { endpoint: Endpoint; database: string } {
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new TypeError(`a store is at chdb:, http: or https:, not ${parsed.protocol}`)
  return {
    endpoint: {
      url: parsed.origin,
      user: decodeURIComponent(parsed.username) || 'default',
      password: decodeURIComponent(parsed.password),
    },
    database: decodeURIComponent(parsed.pathname.slice(1)) || defaultDatabase,
  }
}

function createStore(connector: Connector, patience: Patience): OpenedStore {
  async function read(sql: string, params: Params, format: string): Promise<Buffer> {
    return patience.repeatable(async (client) => {
      const query = `${sql}\nFORMAT ${format}`
      const result = await client.exec({ query, query_params: { ...params } })
      return readAll(result.stream)
    })
  }
  return {
    async query<Row>(sql: string, params: Params = {}) {
      const lines = await read(sql, params, 'JSONEachRow')
      // A line break is never inside a value: JSON escapes it.
      const text = lines.toString('utf8').trimEnd().replaceAll('\n', ',')
      return parseExact(`[${text}]`) as Row[]
    },
    bytes: read,
    async insert(table, columns, rows) {
      if (rows.length === 0) return
      const names = columns.map(quoteName).join(', ')
      const query = `INSERT INTO ${quoteName(table)} (${names}) FORMAT JSONCompactEachRow`
      await patience.once(async (client) => {
        const values = Readable.from(encodeRows(rows), { objectMode: false })
        const result = await client.exec({ query, values })
        await readAll(result.stream)
      })
    },
    async command(sql, params = {}) {
      await patience.once((client) => client.command({ query: sql, query_params: { ...params } }))
    },
    endpoint: () => connector.endpoint(),
    childPid: () => connector.childPid(),
    async close() {
      patience.giveUp()
      await connector.close()
    },
  }
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
