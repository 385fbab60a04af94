// Measures how long the common use cases of docs/api.md take with `npm start` and its simulator, when it has
// fetched all history.
//   npm run bench:use-cases
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  ExportManifest,
  Market,
  MatchPage,
  PriceResults,
  TradeLogPage,
} from '../schemas/generated/api.ts'
import { startProgram } from './child-program.ts'
import { describeMachine } from './machine.ts'
import { tableHead, tableRow } from './statistics.ts'

const print = (text: string): void => void process.stdout.write(text)
const dayS = 86_400

/** Sends requests to the service, and counts them. */
function createCaller(url: string, apiKey: string) {
  let requests = 0
  async function call(path: string, body?: object): Promise<Response> {
    requests += 1
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    requests: (): number => requests,
    call,
    json: async <T>(path: string, body?: object): Promise<T> =>
      (await (await call(path, body)).json()) as T,
  }
}

type Caller = ReturnType<typeof createCaller>
type UseCase = readonly [name: string, run: (caller: Caller) => Promise<string>]

async function readTrades({ json }: Caller, sinceS: number): Promise<string> {
  let trades = 0
  const path = `/v1/trades?limit=1000&since=${sinceS}`
  let after = ''
  for (;;) {
    const page = await json<TradeLogPage>(path + after)
    trades += page.trades.length
    if (!page.has_more) return `${trades} trades`
    after = `&after=${page.cursor}`
  }
}

/** Reads the stream up to the first message that is not a heartbeat. */
async function readStream({ call }: Caller): Promise<string> {
  const response = await call('/v1/stream?channels=trades')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('event: trades')) break
  }
  return 'up to the first trade'
}

function useCasesOf(market: Market, match: MatchPage['matches'][number], nowS: number): UseCase[] {
  const date = new Date((nowS - dayS) * 1000).toISOString().slice(0, 10)
  const pair = `${match.platform_a.id}/${match.platform_b.id}`
  const points = Array.from({ length: 2_000 }, (_, i) => ({
    market_id: market.id,
    at_time: nowS - i * 600,
  }))
  return [
    [
      'find a market',
      async ({ json }) => {
        const path = '/v1/markets/search?q=btc&status=open&sort_by=relevance'
        return `${(await json<Market[]>(path)).length} markets`
      },
    ],
    [
      'draw a chart',
      async ({ json }) => {
        const path = `/v1/markets/${market.id}/candles?interval=5m&limit=300`
        return `${(await json<{ candles: unknown[] }>(path)).candles.length} candles`
      },
    ],
    [
      'backtest 2,000 points',
      async ({ json }) => {
        let prices = 0
        for (const half of [points.slice(0, 1000), points.slice(1000)]) {
          const { results } = await json<PriceResults>('/v1/prices', { requests: half })
          prices += results.filter(({ price }) => price !== null).length
        }
        return `${prices} prices`
      },
    ],
    ['follow live: the last hour by cursor', (caller) => readTrades(caller, nowS - 3_600)],
    ['follow live: the stream', readStream],
    [
      'compute a spread',
      async ({ json }) => {
        const path = `/v1/matching-markets/${pair}/spread?interval=5m&limit=300`
        return `${(await json<{ points: unknown[] }>(path)).points.length} points`
      },
    ],
    [
      'export a day of trades',
      async ({ call }) => {
        const response = await call(`/v1/exports/trades?date=${date}`)
        return `${((await response.arrayBuffer()).byteLength / 1e6).toFixed(1)} MB`
      },
    ],
    [
      'the manifest of the export',
      async ({ json }) => {
        const path = `/v1/exports/trades/manifest?date=${date}`
        return `${(await json<ExportManifest>(path)).rows} rows`
      },
    ],
  ]
}

async function measure(url: string, apiKey: string): Promise<void> {
  const { json } = createCaller(url, apiKey)
  const { matches } = await json<MatchPage>('/v1/matching-markets?status=open&limit=1')
  const [market] = await json<Market[]>('/v1/markets?limit=1')
  const [match] = matches
  if (!market || !match) throw new Error('the service has no markets')
  print(tableHead(['use case', 'requests', 'seconds', 'seconds, repeated', 'result']))
  for (const [name, run] of useCasesOf(market, match, Math.floor(Date.now() / 1000))) {
    const caller = createCaller(url, apiKey)
    const seconds: string[] = []
    let result = ''
    for (let round = 0; round < 2; round += 1) {
      const startedMs = performance.now()
      result = await run(caller)
      seconds.push(((performance.now() - startedMs) / 1000).toFixed(3))
    }
    print(tableRow([name, caller.requests() / 2, ...seconds, result]))
  }
  print(`load average: ${loadavg()[0]?.toFixed(1)}\n`)
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(describeMachine())
  const service = startProgram('services/main.ts', {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    SIMULATOR_PORT: '0',
    RATE_LIMIT: 'off',
  })
  const [, url = ''] = await service.line(/The api is at ([^\s,]+)/)
  const [, apiKey = ''] = await service.line(/^Your API key.*: (\S+)$/)
  await service.line(/^Ready/)
  await measure(url, apiKey)
  await service.stop()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
