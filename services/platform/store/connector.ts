// Where the store is: a ClickHouse server, or a chDB child that may die and come back at another
// port. Hands out a client that points to it.
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { startSupervisor, type Death, type Supervisor } from './chdb-server/supervisor.ts'
import type { Endpoint } from './chdb-server/launch.ts'
import { StoreUnavailable } from './port.ts'
import { pinnedSettings } from './settings.ts'

export interface Connector {
  /** Waits for it while the child is being restarted; rejects with StoreUnavailable when it takes longer. */
  client(withinMs: number): Promise<ClickHouseClient>
  endpoint(): Endpoint | null
  /** Of the chDB child; null with a server, and between two children. */
  childPid(): number | null
  close(): Promise<void>
}

/** Longer than any statement of ours should take; a caller that has waited so long is told. */
const requestTimeoutMs = 120_000
const firstLookTimeoutMs = 10_000
const openConnections = 32

const statementSettings = {
  ...pinnedSettings,
  // A status of 200 means that the statement has succeeded, not that it has begun to answer.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const

interface ClientOptions {
  readonly database: string
  /** Bodies are compressed both ways: for what goes over a network. */
  readonly compresses?: boolean
  /** Sends no settings, and does not wait for long. */
  readonly isFirstLook?: boolean
}

export function createStoreClient(endpoint: Endpoint, options: ClientOptions): ClickHouseClient {
  const { database, compresses = false, isFirstLook = false } = options
  return createClient({
    url: endpoint.url,
    username: endpoint.user,
    password: endpoint.password,
    database,
    request_timeout: isFirstLook ? firstLookTimeoutMs : requestTimeoutMs,
    max_open_connections: openConnections,
    compression: {
      // rows as JSON shrink to a fifth at the lowest level; the usual one takes twice the time for a tenth more
      request: compresses ? { codec: 'gzip', level: 1 } : false,
      response: compresses,
    },
    application: 'oddslog',
    // Failures reach the caller; the client's own log would say them a second time.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: isFirstLook ? {} : statementSettings,
  })
}

export function connectServer(endpoint: Endpoint, database: string): Connector {
  const client = createStoreClient(endpoint, { database, compresses: true })
  return {
    client: () => Promise.resolve(client),
    endpoint: () => endpoint,
    childPid: () => null,
    close: () => client.close(),
  }
}

export async function connectChild(
  dataDir: string,
  database: string,
  onDeath: (death: Death) => void,
): Promise<Connector> {
  let current: { readonly endpoint: Endpoint; readonly client: ClickHouseClient } | null = null
  const waiting = new Set<(client: ClickHouseClient | null) => void>()

  const drop = (): void => {
    void current?.client.close()
    current = null
  }
  const supervisor: Supervisor = await startSupervisor({
    dataDir,
    // chDB takes parameters as a part of the statement's text, so that may be as long as a request.
    settings: { ...pinnedSettings, max_query_size: 1 << 22 },
    onEndpoint(endpoint) {
      const client = createStoreClient(endpoint, { database })
      current = { endpoint, client }
      for (const settle of waiting) settle(client)
    },
    onDeath(death) {
      drop()
      onDeath(death)
    },
  })

  function wait(withinMs: number): Promise<ClickHouseClient> {
    return new Promise((resolve, reject) => {
      const settle = (client: ClickHouseClient | null): void => {
        clearTimeout(timer)
        waiting.delete(settle)
        if (client === null) reject(new StoreUnavailable('the store is being restarted'))
        else resolve(client)
      }
      const timer = setTimeout(() => settle(null), withinMs)
      waiting.add(settle)
    })
  }

  return {
    client: async (withinMs) => current?.client ?? wait(withinMs),
    endpoint: () => current?.endpoint ?? null,
    childPid: () => supervisor.pid(),
    async close() {
      for (const settle of waiting) settle(null)
      await supervisor.close()
      drop()
    },
  }
}
