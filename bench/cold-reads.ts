// Measures prices of markets that are not in the memory of the api (services/api/history), each market asked for once:
// over 1 and 32 connections, and in turns with the same statements sent directly to the engine, with one
// statement for each price, and with the same prices while rows are inserted into the store.
//   npm run bench:cold-reads -- [--trades 1000000] [--quotes 500] [--rounds 3] [--inserts 2000]
//
// The trades go through the pipeline from the raw log; the quotes are inserted, `quotes` for each market. `inserts`:
// rows a second.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import type { FollowedHistory } from '../services/api/history/followed-history.ts'
import { queryPriceAt } from '../services/api/queries/price-at.ts'
import type { Params, Store } from '../services/lib/store/port.ts'
import { describeMachine } from './machine.ts'
import { startHistory } from './history.ts'
import { fillTables, openPipeline, type Pipeline } from './pipeline.ts'
import { createMarkets, timeOfTrade } from './raw-trades.ts'
import { savePositions } from './saved-positions.ts'
import { insertDuring } from './steady-inserts.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)

/** The allowed numbers of connections, and the prices that each is measured with in a round. */
const loads = [
  { connections: 1, prices: 50 },
  { connections: 32, prices: 420 },
] as const

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '1000000' },
    quotes: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
    inserts: { type: 'string', default: '2000' },
  },
})
const [trades, quotes, rounds, insertsPerS] = [
  values.trades,
  values.quotes,
  values.rounds,
  values.inserts,
].map(Number) as [number, number, number, number]
const print = (text: string): void => void process.stdout.write(text)

async function fill(pipeline: Pipeline): Promise<void> {
  await fillTables(pipeline, markets, trades)
  const everyMs = (timeOfTrade(trades) - timeOfTrade(0)) / quotes
  await pipeline.store.command(
    `INSERT INTO quotes (market_id, ts, bid, ask, version)
     SELECT id, fromUnixTimestamp64Milli(toInt64({from_ms:Int64} + n * {every_ms:Float64}), 'UTC'),
       0.4 + n % 10 / 100, 0.42 + n % 10 / 100, n
     FROM (SELECT id FROM markets FINAL) AS m CROSS JOIN (SELECT number AS n FROM numbers({quotes:UInt64})) AS q`,
    { from_ms: timeOfTrade(0), every_ms: everyMs, quotes },
  )
  await savePositions(pipeline)
}

interface Question {
  readonly marketId: string
  readonly atMs: number
}

/** All markets in a random order, again and again. */
function* createQuestions(): Generator<Question> {
  const [firstMs, lastMs] = [timeOfTrade(trades / 5), timeOfTrade(trades)]
  for (let i = 0; ; i += 1)
    yield {
      marketId: markets[(i * 787) % markets.length]?.id ?? '',
      atMs: firstMs + ((i * 7_919 * 60_000) % (lastMs - firstMs)),
    }
}

interface Statement {
  readonly sql: string
  readonly params: Params
  readonly format: string
}

/** Resolves with the milliseconds of each task. */
async function runAll<Task>(
  tasks: readonly Task[],
  connections: number,
  run: (task: Task) => unknown,
): Promise<{ readonly tookMs: number; readonly latenciesMs: readonly number[] }> {
  const latenciesMs: number[] = []
  const startedMs = performance.now()
  let next = 0
  const work = async (): Promise<void> => {
    for (let i = next++; i < tasks.length; i = next++) {
      const askedMs = performance.now()
      await run(tasks[i] as Task)
      latenciesMs.push(performance.now() - askedMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { tookMs: performance.now() - startedMs, latenciesMs }
}

/** Sends statements to the store's HTTP interface, without our client. */
function createEngineClient({ store }: Pipeline) {
  const endpoint = store.endpoint()
  if (!endpoint) throw new Error('the store is being restarted')
  const pool = new Pool(endpoint.url)
  const toElement = (value: unknown): string =>
    typeof value === 'string' ? `'${value}'` : toText(value)
  const toText = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(toElement).join(',')}]` : String(value)
  return {
    async run({ sql, params, format }: Statement): Promise<void> {
      const search = new URLSearchParams({ database: 'oddslog', default_format: format })
      for (const [name, value] of Object.entries(params)) search.set(`param_${name}`, toText(value))
      const { statusCode, body } = await pool.request({
        path: `/?${search.toString()}`,
        method: 'POST',
        headers: { 'X-ClickHouse-User': endpoint.user, 'X-ClickHouse-Key': endpoint.password },
        body: sql,
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(text)
    },
    close: () => pool.close(),
  }
}

/** The store, and a list to which each read that it gets is appended. */
function recorded<Recorded extends Store>(store: Recorded, statements: Statement[]): Recorded {
  return {
    ...store,
    query(sql, params = {}, options) {
      statements.push({ sql, params, format: 'JSONEachRow' })
      return store.query(sql, params, options)
    },
    bytes(sql, params, format, options) {
      statements.push({ sql, params, format })
      return store.bytes(sql, params, format, options)
    },
  }
}

/** Resolves with the result of `work`, which gets the memory of an api that has just been started. */
async function withEmptyMemory<Result>(
  pipeline: Pipeline,
  work: (history: FollowedHistory) => Promise<Result>,
): Promise<Result> {
  const history = await startHistory(pipeline, 256_000_000)
  const result = await work(history)
  const { fallbacks } = history.counts()
  if (fallbacks > 0) print(`${fallbacks} prices came from the store\n`)
  await history.stop()
  return result
}

async function measure(pipeline: Pipeline): Promise<void> {
  const { store } = pipeline
  const statements: Statement[] = []
  const observed = { ...pipeline, store: recorded(store, statements) }
  const engine = createEngineClient(pipeline)
  const questions = createQuestions()
  const results = loads.map(() => [] as Result[])
  const marketIds = markets.map(({ id }) => id)
  let inserted = 0
  for (let round = 0; round <= rounds; round += 1)
    for (const [i, { connections, prices }] of loads.entries()) {
      const asked = Array.from({ length: prices }, () => questions.next().value as Question)
      const askAll = (history: FollowedHistory) =>
        runAll(asked, connections, ({ marketId: id, atMs }) =>
          history.priceAt({ id, platform: 'platform_a', labels: [], watermarkPosition: 0 }, atMs),
        )
      // first, so that the files are in the caches of the engine for all others
      const single = await runAll(asked, connections, ({ marketId, atMs }) =>
        queryPriceAt(store, marketId, atMs),
      )
      statements.length = 0
      const cold = await withEmptyMemory(observed, askAll)
      const sent = statements.splice(0)
      const direct = await runAll(sent, Math.min(connections, 2), (statement) =>
        engine.run(statement),
      )
      const inserting = {
        store,
        rowsPerS: insertsPerS,
        marketIds,
        afterMs: timeOfTrade(trades),
        first: trades + inserted,
      }
      const { result: busy, rows } = await withEmptyMemory(pipeline, (history) =>
        insertDuring(inserting, () => askAll(history)),
      )
      inserted += rows
      // the first round warms up
      if (round > 0)
        results[i]?.push({
          pricesPerS: (1_000 * prices) / cold.tookMs,
          p50Ms: percentileOf(cold.latenciesMs, 0.5),
          p99Ms: percentileOf(cold.latenciesMs, 0.99),
          statementsPerPrice: sent.length / prices,
          ratioToEngine: cold.tookMs / direct.tookMs,
          singlePerS: (1_000 * prices) / single.tookMs,
          busyPricesPerS: (1_000 * prices) / busy.tookMs,
          busyP50Ms: percentileOf(busy.latenciesMs, 0.5),
          busyP99Ms: percentileOf(busy.latenciesMs, 0.99),
          insertedPerS: (1_000 * rows) / busy.tookMs,
        })
    }
  showResults(results)
  await engine.close()
}

interface Result {
  readonly pricesPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statementsPerPrice: number
  /** Time of the prices, divided by the time of the same statements sent directly to the engine. */
  readonly ratioToEngine: number
  readonly singlePerS: number
  /** The same prices, while rows are inserted. */
  readonly busyPricesPerS: number
  readonly busyP50Ms: number
  readonly busyP99Ms: number
  readonly insertedPerS: number
}

function showResults(results: readonly (readonly Result[])[]): void {
  const names = [
    'connections',
    'cold prices/s',
    'p50 ms',
    'p99 ms',
    'statements a price',
    'time ÷ same statements, engine alone',
    'one statement for each price, prices/s',
    'rows inserted/s',
    'cold prices/s meanwhile',
    'p50 ms',
    'p99 ms',
  ]
  print(tableHead(names))
  for (const [i, { connections }] of loads.entries()) {
    const median = (name: keyof Result): number =>
      medianOf((results[i] ?? []).map((result) => result[name]))
    print(
      tableRow([
        connections,
        median('pricesPerS').toFixed(0),
        median('p50Ms').toFixed(1),
        median('p99Ms').toFixed(1),
        median('statementsPerPrice').toFixed(2),
        median('ratioToEngine').toFixed(2),
        median('singlePerS').toFixed(0),
        median('insertedPerS').toFixed(0),
        median('busyPricesPerS').toFixed(0),
        median('busyP50Ms').toFixed(1),
        median('busyP99Ms').toFixed(1),
      ]),
    )
  }
  print(
    `load average: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  )
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(`${describeMachine()}${trades} trades, ${markets.length} markets, ${quotes} quotes each\n`)
  const pipeline = await openPipeline(directory)
  await fill(pipeline)
  await measure(pipeline)
  await pipeline.close()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
