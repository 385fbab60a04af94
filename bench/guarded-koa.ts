// Koa with a route that does nothing, behind the guard of the api and without it, in one process: what
// else a process does, and how warm it is, is the same for both. Used by auth.ts.
//   DATA_DIR=..., CACHE_URL=memory:|redis://...
import { join } from 'node:path'
import Koa from 'koa'
import { createAccounts } from '../services/api/accounts/accounts.ts'
import { createGuard, type Guard } from '../services/api/guard.ts'
import { createLimits, type Limits } from '../services/api/limits.ts'
import { rateHeaders } from '../services/api/middleware/rate-headers.ts'
import type { Route } from '../services/api/route.ts'
import { createRouter } from '../services/api/router.ts'
import { openMemoryCache } from '../services/platform/cache/memory.ts'
import { openRedisCache } from '../services/platform/cache/redis.ts'
import { openLocalCodec } from '../services/platform/codec/local.ts'
import { openLmdbLog } from '../services/platform/log/lmdb.ts'
import { openHttpServer } from '../services/platform/run/http-server.ts'
import { topics } from '../services/topology.ts'

/** What it prints. */
export interface Ready {
  /** Address of the route. */
  readonly urls: Readonly<Record<'bare' | 'bareAgain' | 'guarded', string>>
  /** Passes the guard. */
  readonly apiKey: string
}

interface Passage {
  readonly guard: Guard
  readonly limits: Limits
}

/** As many windows as by default, that nobody uses up. */
const rates = [
  { limit: 900_000_000, windowMs: 1_000 },
  { limit: 900_000_000, windowMs: 60_000 },
]

/** With a key that passes. */
async function openPassage(): Promise<Passage & { apiKey: string }> {
  const { DATA_DIR: directory = '', CACHE_URL: cacheUrl = '' } = process.env
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: { 'pm.developers': topics.developers },
    now: Date.now,
  })
  const accounts = await createAccounts({
    log,
    codec: await openLocalCodec({ path: join(directory, 'schemas') }),
    topicPrefix: 'pm.',
    writerName: 'bench',
    now: Date.now,
    onFatal: fail,
    onUsageLost: fail,
  })
  await accounts.start()
  const made = await accounts.signUp('bench@example.com', 'a password of benchmarks')
  if (!made) throw new Error('the directory is not empty')
  const cache =
    cacheUrl === 'memory:'
      ? openMemoryCache()
      : await openRedisCache({
          url: cacheUrl,
          keyPrefix: 'bench:',
          answerWithinMs: 20_000,
          observer: { onLost: (reason) => fail(new Error(reason)), onBack: () => undefined },
        })
  const limits = createLimits(cache, { requests: rates, auth: [], loginFailures: [] })
  return { guard: createGuard({ accounts, limits }), limits, apiKey: made.apiKey }
}

const nothing: Route = {
  path: '/v1/nothing',
  document: {
    operationId: 'doNothing',
    tag: 'Markets',
    summary: '',
    description: '',
    answer: 'market',
    notFound: [],
    tellsCompleteness: false,
  },
  answer: () => Promise.resolve({ body: '{}' }),
}

function fail(error: unknown): never {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
}

/** `passage` null: open to everybody. */
async function serve(passage: Passage | null): Promise<string> {
  const app = new Koa()
  if (passage) app.use(rateHeaders(passage.limits.requests))
  const guard = passage?.guard ?? (() => Promise.resolve())
  app.use(createRouter({ routes: [nothing], guard, accountRoutes: [], assets: [] }).routes())
  const handle = app.callback()
  const { url } = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (request, response) => void handle(request, response),
  })
  return url + nothing.path
}

const { apiKey, ...passage } = await openPassage()
const ready: Ready = {
  urls: { bare: await serve(null), bareAgain: await serve(null), guarded: await serve(passage) },
  apiKey,
}
process.stdout.write(`${JSON.stringify(ready)}\n`)
