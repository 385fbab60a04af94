// Serves a price route with a constant in place of the data, by our HTTP path with its real limits and
// metrics, and a Koa route that sends the same bytes. Each line of stdin is answered with the processor time
// of the process. Used by http-path.ts.
//   DATA_DIR=...
import { createInterface } from 'node:readline'
import Koa from 'koa'
import { pino } from 'pino'
import type { PriceQuery, PriceRecord } from '../../schemas/generated/api.ts'
import { completenessHeaders, toStatedCompleteness } from '../../services/api/completeness.ts'
import { readDocsAssets } from '../../services/api/docs-page.ts'
import { createApp, type RequestHandler } from '../../services/api/http/app.ts'
import { createJsonWriter } from '../../services/api/json-writer.ts'
import { createQueryParser } from '../../services/api/parameters.ts'
import type { Route, RouteRequest, RouteResponse } from '../../services/api/route.ts'
import { openMemoryCache } from '../../services/lib/cache/memory.ts'
import { openHttpServer } from '../../services/lib/run/http-server.ts'
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'
import { createApiObserver } from '../../services/lib/telemetry/observers.ts'
import { createUnreachedLimits, openBenchAccount } from '../bench-account.ts'

/** The first line that this program prints. */
export interface Ready {
  readonly urls: Readonly<Record<'bare' | 'price' | 'priceLater', string>>
  /** A key that the price routes accept. */
  readonly apiKey: string
}

/** The line that this program prints for each line of stdin. */
export interface CpuUs {
  /** Of this process since its start. */
  readonly cpuUs: number
}

const marketId = `pa_0x${'0'.repeat(63)}1`
const tradedAtMs = 1_699_999_999_123
const completeness = { completeUntilMs: 1_700_000_000_000, gaps: [] }

const parseQuery = createQueryParser<PriceQuery>('query-price')
const toJson = createJsonWriter<PriceRecord>('price')

const [price, source] = ['0.4375', 'trade'] as const

function toPrice(params: RouteRequest['params'], atS: number): string {
  return toJson({
    market_id: params['market_id'] ?? '',
    price,
    at_time: atS,
    timestamp_ms: tradedAtMs,
    platform: 'platform_a',
    source,
  })
}

/** As routes/market-price.ts for a market whose data is in memory. */
function respond({ params, search }: RouteRequest): RouteResponse {
  const nowMs = Date.now()
  const { at_time: asked } = parseQuery(search, ({ at_time: at }) =>
    at !== undefined && at * 1000 > nowMs ? [{ loc: [], msg: '', type: '' }] : [],
  )
  const atS = asked ?? Math.floor(nowMs / 1000)
  return {
    body: toPrice(params, atS),
    tag: `${price}-${source}-${atS}-${tradedAtMs}`,
    headers: completenessHeaders(
      toStatedCompleteness(completeness, { fromMs: tradedAtMs, untilMs: nowMs }),
    ),
  }
}

function toRoute(path: string, handle: Route['handle']): Route {
  return {
    path,
    document: {
      operationId: '',
      tag: 'Markets',
      summary: '',
      description: '',
      query: 'query-price',
      response: 'price',
      notFound: [],
      hasCompletenessHeaders: true,
    },
    handle,
  }
}

/** As many routes as the service has, because the router tries one after the other. */
const routes = [
  ...['', '/search', '/{market_id}'].map((path) => toRoute(`/v1/markets${path}`, respond)),
  toRoute('/v1/markets/{market_id}/price', respond),
  ...['trades', 'orderbook', 'candles'].map((name) =>
    toRoute(`/v1/markets/{market_id}/${name}`, respond),
  ),
  toRoute('/v1/markets/{market_id}/price-later', async (request) => respond(request)),
]

async function listen(handler: RequestHandler): Promise<string> {
  const { url } = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (request, response) => void handler(request, response),
  })
  return url
}

async function start(directory: string): Promise<Ready> {
  const { accounts, apiKey } = await openBenchAccount(directory)
  const app = createApp({
    routes,
    accountRoutes: [],
    assets: await readDocsAssets(),
    consolePage: null,
    accounts,
    limits: createUnreachedLimits(openMemoryCache()),
    trustedProxies: 0,
    maxCompressedBytes: 1_000_000,
    observer: createApiObserver(createMetrics(), pino({ level: 'silent' })),
    now: Date.now,
  })
  const bare = new Koa()
  const body = toPrice({ market_id: marketId }, Math.floor(Date.now() / 1000))
  bare.use((ctx) => {
    ctx.type = 'application/json'
    ctx.body = body
  })
  const url = await listen(app)
  return {
    urls: {
      bare: `${await listen(bare.callback())}/`,
      price: `${url}/v1/markets/${marketId}/price`,
      priceLater: `${url}/v1/markets/${marketId}/price-later`,
    },
    apiKey,
  }
}

process.stdout.write(`${JSON.stringify(await start(process.env['DATA_DIR'] ?? ''))}\n`)
for await (const _line of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage()
  const line: CpuUs = { cpuUs: user + system }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
