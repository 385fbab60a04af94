// An api that answers over HTTP, for tests: over a store of your own, or over the real engine with
// the real tables in a temporary directory.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi, type Api } from '../../services/api/api.ts'
import type { ApiObserver } from '../../services/api/middleware/observe.ts'
import { openStore } from '../../services/platform/store/clickhouse.ts'
import { migrate, readMigrations } from '../../services/platform/store/migrate.ts'
import type { Store } from '../../services/platform/store/port.ts'
import { root } from '../support/source-files.ts'

export type Observed = {
  readonly requests: Parameters<ApiObserver['onRequest']>[0][]
  readonly failures: unknown[]
}

export interface RunningApi {
  readonly url: string
  readonly server: Server
  readonly observed: Observed
  /** The status, the headers and the parsed body of a GET. */
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  close(): Promise<void>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Thursday, 2026-11-19 12:00:00 UTC. */
export const nowMs = Date.UTC(2026, 10, 19, 12)
export const nowS = nowMs / 1000

export async function runApi(
  store: Store,
  options: { now?: () => number; refreshEveryMs?: number } = {},
): Promise<RunningApi> {
  const observed: Observed = { requests: [], failures: [] }
  const api: Api = await createApi({
    store,
    now: options.now ?? (() => nowMs),
    partitionOf: () => 0,
    version: '0.0.0-test',
    refreshEveryMs: options.refreshEveryMs ?? 20,
    observer: {
      onRequest: (request) => observed.requests.push(request),
      onFailure: ({ error }) => observed.failures.push(error),
    },
  })
  await api.start()
  const server = createServer((req, res) => void api.handler(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    server,
    observed,
    async get(path, headers = {}) {
      const response = await fetch(url + path, { headers, redirect: 'manual' })
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : null
      return { status: response.status, headers: response.headers, text, body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await api.stop()
    },
  }
}

/** The engine of one machine with every table, empty. */
export async function openEmptyStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-api-'))
  const store = await openStore({ url: `chdb:${directory}` })
  await migrate(store, await readMigrations(join(root, 'infra/clickhouse')))
  return {
    ...store,
    async close() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A store with nothing in it: for what is decided before anything is read. */
export const emptyStore: Store = {
  query: () => Promise.resolve([]),
  bytes: () => Promise.resolve(Buffer.alloc(0)),
  insert: () => Promise.resolve(),
  command: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

/** Asks again until the answer is as wanted: for what appears with the next refresh. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
