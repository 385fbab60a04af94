// The Store over @clickhouse/client: a ClickHouse server (`http://user:password@host:8123/database`,
// https likewise) or, on one machine, chDB in a child process (`chdb:<directory>`).
import { Readable } from 'node:stream'
import { connectChild, connectServer, createStoreClient, type Connector } from './connector.ts'
import type { Endpoint } from './chdb-server/launch.ts'
import type { Death } from './chdb-server/supervisor.ts'
import { toStoreFailure } from './failures.ts'
import { createPatience, type Patience } from './patience.ts'
import { StoreError, StoreUnavailable, type Params, type Store } from './port.ts'
import { encodeRows, parseExact } from './rows.ts'

const defaultDatabase = 'oddslog'
const unknownDatabase = '81'

export interface StoreOptions {
  readonly url: string
  /** The chDB child has died; it is being started again. */
  readonly onDeath?: (death: Death) => void
}

export interface OpenedStore extends Store {
  /** For other programs; null while the child is being restarted. */
  endpoint(): Endpoint | null
  /** Of the chDB child; null with a server, and between two children. */
  childPid(): number | null
}

/** Rejects when the store cannot be opened, with the reason in a line. Creates the database. */
export async function openStore({ url, onDeath }: StoreOptions): Promise<OpenedStore> {
  const { database, connector } = await connect(url, onDeath ?? (() => undefined))
  const patience = createPatience(connector)
  try {
    await ensureDatabase(connector, patience, database)
  } catch (error) {
    await connector.close()
    throw error
  }
  return createStore(connector, patience)
}

async function connect(
  url: string,
  onDeath: (death: Death) => void,
): Promise<{ database: string; connector: Connector }> {
  if (url.startsWith('chdb:')) {
    const dataDir = url.slice('chdb:'.length)
    if (dataDir === '') throw new TypeError('a chdb: URL needs a directory')
    const connector = await connectChild(dataDir, defaultDatabase, onDeath)
    return { database: defaultDatabase, connector }
  }
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new TypeError(`a store is at chdb:, http: or https:, not ${parsed.protocol}`)
  }
  const database = decodeURIComponent(parsed.pathname.slice(1)) || defaultDatabase
  const endpoint: Endpoint = {
    url: parsed.origin,
    user: decodeURIComponent(parsed.username) || 'default',
    password: decodeURIComponent(parsed.password),
  }
  return { database, connector: connectServer(endpoint, database) }
}

/** Only when it is missing: a server's user may have no right to create one. */
async function ensureDatabase(
  connector: Connector,
  patience: Patience,
  database: string,
): Promise<void> {
  try {
    await patience.repeatable((client) => client.command({ query: 'SELECT 1 FORMAT Null' }))
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== unknownDatabase) throw error
    const endpoint = connector.endpoint()
    if (endpoint === null) throw new StoreUnavailable('the store died while it was opened')
    const client = createStoreClient(endpoint, 'default')
    try {
      // chDB's own default engine (Overlay) lacks features.
      const query = 'CREATE DATABASE IF NOT EXISTS {name:Identifier} ENGINE = Atomic'
      await client.command({ query, query_params: { name: database } })
    } catch (cause) {
      throw toStoreFailure(cause)
    } finally {
      await client.close()
    }
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

function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
