// Koa with a route that does nothing, with and without the guard of the api, in one process, so that other
// work of the process and warm-up affect both variants. Used by auth.ts.
//   DATA_DIR=..., CACHE_URL=memory:|redis://...
import Koa from 'koa'
import { createGuard, type Guard } from '../services/api/guard.ts'
import type { Limits } from '../services/api/limits.ts'
import { createCompression } from '../services/api/http/compression.ts'
import { createServeRequest } from '../services/api/http/serve.ts'
import type { Route } from '../services/api/route.ts'
import { createDataRouter } from '../services/api/router.ts'
import { openMemoryCache } from '../services/lib/cache/memory.ts'
import { openRedisCache } from '../services/lib/cache/redis.ts'
import { openHttpServer } from '../services/lib/run/http-server.ts'
import { createUnreachedLimits, fail, openBenchAccount } from './bench-account.ts'

/** The line that this program prints. */
export interface Ready {
  /** Address of the route. */
  readonly urls: Readonly<Record<'bare' | 'bareAgain' | 'guarded', string>>
  /** A key that the guard accepts. */
  readonly apiKey: string
}

interface RequestChecks {
  readonly guard: Guard
  readonly limits: Limits
}

/** With a valid key. */
async function openRequestChecks(): Promise<RequestChecks & { apiKey: string }> {
  const { DATA_DIR: directory = '', CACHE_URL: cacheUrl = '' } = process.env
  const { accounts, apiKey } = await openBenchAccount(directory)
  const cache =
    cacheUrl === 'memory:'
      ? openMemoryCache()
      : await openRedisCache({
          url: cacheUrl,
          keyPrefix: 'bench:',
          commandTimeoutMs: 20_000,
          observer: { onLost: (reason) => fail(new Error(reason)), onRecovered: () => undefined },
        })
  const limits = createUnreachedLimits(cache)
  return { guard: createGuard({ accounts, limits }), limits, apiKey }
}

const nothing: Route = {
  path: '/v1/nothing',
  document: {
    operationId: 'doNothing',
    tag: 'Markets',
    summary: '',
    description: '',
    response: 'market',
    notFound: [],
    hasCompletenessHeaders: false,
  },
  handle: () => ({ body: '{}' }),
}

/** `checks` null: no authentication. */
async function serve(checks: RequestChecks | null): Promise<string> {
  const app = new Koa()
  const guard = checks?.guard ?? (() => '')
  const serve = createServeRequest({
    observer: { onRequest: () => undefined, onFailure: fail },
    now: Date.now,
    initialStates: checks?.limits.requests.initialStates ?? [],
    compression: createCompression(0),
  })
  app.use(createDataRouter({ routes: [nothing], guard, serve }).routes())
  const handle = app.callback()
  const { url } = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (request, response) => void handle(request, response),
  })
  return url + nothing.path
}

const { apiKey, ...checks } = await openRequestChecks()
const ready: Ready = {
  urls: { bare: await serve(null), bareAgain: await serve(null), guarded: await serve(checks) },
  apiKey,
}
process.stdout.write(`${JSON.stringify(ready)}\n`)
