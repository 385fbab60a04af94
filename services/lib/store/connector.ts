// Provides the @clickhouse/client instance for the current address of the store: a ClickHouse server, or
// a chDB child, which may die and be restarted. Used by retrying-client.ts.
import { EventEmitter, once } from 'node:events'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { startSupervisor, type ChildDeath, type Supervisor } from './chdb-server/supervisor.ts'
import type { Endpoint } from './chdb-server/launch.ts'
import { StoreUnavailable } from './port.ts'
import { pinnedSettings } from './settings.ts'

export interface Connector {
  /**
   * Returns the client for the current address. While the chDB child is being restarted it waits, and
   * rejects with StoreUnavailable after `withinMs`.
   */
  client(withinMs: number): Promise<ClickHouseClient>
  endpoint(): Endpoint | null
  /** Process id of the chDB child; null with a server, and while the child is being restarted. */
  childPid(): number | null
  close(): Promise<void>
}

/** Longer than any statement of this service should take. After this time the caller gets an error. */
const requestTimeoutMs = 120_000
const preflightTimeoutMs = 10_000
const maxConnections = 32

const statementSettings = {
  ...pinnedSettings,
  // The server responds when the statement has ended, so a status of 200 means that it succeeded.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const

interface ClientOptions {
  readonly database: string
  /** Whether request and response bodies are compressed; worthwhile over a network. */
  readonly usesCompression?: boolean
  /** Whether the client is for the preflight check: no settings are sent, and the time-out is short. */
  readonly isPreflight?: boolean
}

export function createStoreClient(endpoint: Endpoint, options: ClientOptions): ClickHouseClient {
  const { database, usesCompression = false, isPreflight = false } = options
  return createClient({
    url: endpoint.url,
    username: endpoint.user,
    password: endpoint.password,
    database,
    request_timeout: isPreflight ? preflightTimeoutMs : requestTimeoutMs,
    max_open_connections: maxConnections,
    compression: {
      // the default level takes twice the time of level 1 and saves 10% more
      request: usesCompression ? { codec: 'gzip', level: 1 } : false,
      response: usesCompression,
    },
    application: 'oddslog',
    // The client's own log is off, because the caller gets every error anyway.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: isPreflight ? {} : statementSettings,
  })
}

export function connectServer(endpoint: Endpoint, database: string): Connector {
  const client = createStoreClient(endpoint, { database, usesCompression: !isLocal(endpoint) })
  return {
    client: () => Promise.resolve(client),
    endpoint: () => endpoint,
    childPid: () => null,
    close: () => client.close(),
  }
}

/** Whether the server runs on this machine, where compression costs more than it saves. */
function isLocal({ url }: Endpoint): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)
}

export async function connectChild(
  dataDir: string,
  database: string,
  onDeath: (death: ChildDeath) => void,
  onDamaged: (found: string) => void,
): Promise<Connector> {
  let current: { readonly endpoint: Endpoint; readonly client: ClickHouseClient } | null = null
  const closing = new AbortController()
  const changes = new EventEmitter().setMaxListeners(0)

  const closeClient = (): void => {
    void current?.client.close()
    current = null
  }
  const supervisor: Supervisor = await startSupervisor({
    dataDir,
    database,
    // For chDB, parameters are part of the statement's text, so the text may be as long as a whole
    // request. The cache of conditions would keep an entry for each condition and part of a table, up to 100 MB, but
    // most conditions contain a time or an id and are used once (docs/decisions/082-no-cache-of-conditions.md).
    settings: { ...pinnedSettings, max_query_size: 1 << 22, use_query_condition_cache: 0 },
    onEndpoint(endpoint) {
      const client = createStoreClient(endpoint, { database })
      current = { endpoint, client }
      changes.emit('endpoint')
    },
    onDeath(death) {
      closeClient()
      onDeath(death)
    },
    onDamaged,
  })

  async function waitForClient(withinMs: number): Promise<ClickHouseClient> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(Math.ceil(withinMs))])
    await once(changes, 'endpoint', { signal }).catch(() => undefined)
    if (current === null) throw new StoreUnavailable('the store is being restarted')
    return current.client
  }

  return {
    client: async (withinMs) => current?.client ?? waitForClient(withinMs),
    endpoint: () => current?.endpoint ?? null,
    childPid: () => supervisor.pid(),
    async close() {
      closing.abort()
      await supervisor.close()
      closeClient()
    },
  }
}
