// The second part of bench/wallets.ts: the cost of the positions of a wallet with very many rows, by part.
// Calls the route without HTTP and times its queries to the store.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WalletPositionPage } from '../../schemas/generated/api.ts'
import { createCatalog } from '../../services/api/catalog/catalog.ts'
import { toStatedCompleteness } from '../../services/api/completeness.ts'
import { createStoredHistory } from '../../services/api/history/stored-history.ts'
import type { RouteContext } from '../../services/api/route.ts'
import { walletPositionsRoute } from '../../services/api/routes/wallet-positions.ts'
import { createFollowedWallets } from '../../services/api/wallets/followed-wallets.ts'
import { createWalletFollower } from '../../services/api/wallets/wallet-follower.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import {
  toWalletActivityRow,
  walletActivityColumns,
} from '../../services/projector/tables/wallet-activity.ts'
import { toWalletFeedRow, walletFeedColumns } from '../../services/projector/tables/wallet-feeds.ts'
import { topics } from '../../services/topology.ts'
import { toMarketRecords } from '../listed-markets.ts'
import { appendRecords, fail, openPipeline, runStages, type Pipeline } from '../pipeline.ts'
import { createMarkets } from '../raw-trades.ts'
import { medianOf, percentileOf, tableHead, tableRow } from '../statistics.ts'
import { createActivity } from './activity-rows.ts'
import { createTimedStore, type TimedQuestion } from './timed-store.ts'

const markets = createMarkets(4_000)
const marketsOfWallets = markets.filter(({ platform }) => platform === 'platform_a')
const wallet = toAddress(0)
const rowsOfOther = 100
const rowsPerInsert = 20_000
const maxLimit = 500

export interface PositionsOptions {
  readonly rounds: number
  /** Number of rows of the requested wallet, and of all others together. */
  readonly rows: number
  readonly others: number
}

export async function showPositions({ rounds, rows, others }: PositionsOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const pipeline = await openPipeline(directory)
  try {
    await fill(pipeline, rows, others)
    await measure(pipeline, { rounds, rows, others })
  } finally {
    await pipeline.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function fill(pipeline: Pipeline, rows: number, others: number): Promise<void> {
  const { store } = pipeline
  const marketRecords = toMarketRecords(markets, Date.now() - 60_000)
  await appendRecords(pipeline, [marketRecords])
  const stages = await runStages(pipeline)
  await stages.handled(marketRecords.length)
  await stages.stop()
  const create = createActivity(marketsOfWallets)
  const insert = (facts: ReturnType<typeof create>): Promise<void> =>
    store.insert(
      'wallet_activity',
      walletActivityColumns,
      facts.map((fact) => toWalletActivityRow(fact, fact.origin.offset)),
    )
  for (let at = 0; at < rows; at += rowsPerInsert)
    await insert(create(wallet, at, Math.min(rowsPerInsert, rows - at)))
  for (let at = 0; at < others; at += rowsPerInsert) {
    const wallets = Array.from({ length: rowsPerInsert / rowsOfOther }, (_, i) => i)
    const first = 1 + at / rowsOfOther
    await insert(wallets.flatMap((i) => create(toAddress(first + i), 0, rowsOfOther)))
  }
}

function toAddress(number: number): string {
  return `0x${number.toString(16).padStart(40, '5')}`
}

type Parts = Readonly<Record<(typeof partNames)[number], number>>

/** Ms of one response. `positions`: our own computation before prices are added, including the parsing of rows. */
const partNames = ['all', 'feed', 'state', 'rows', 'positions', 'prices', 'writing'] as const

/** By a word of each statement; concurrent queries are counted once. */
function toParts(startMs: number, endMs: number, questions: readonly TimedQuestion[]): Parts {
  const between = (word: RegExp): number =>
    questions
      .filter(({ sql }) => word.test(sql))
      .reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
  const last = questions.filter(({ sql }) => /FROM markets |market_latest/.test(sql))
  const pricesFromMs = Math.min(...last.map(({ fromMs }) => fromMs))
  const pricesUntilMs = Math.max(...last.map(({ untilMs }) => untilMs))
  const [feed, state, storedRows] = [/wallet_feeds/, /cityHash64/, /AS rank/].map(between) as [
    number,
    number,
    number,
  ]
  return {
    all: endMs - startMs,
    feed,
    state,
    rows: storedRows,
    positions: pricesFromMs - startMs - feed - state - storedRows,
    prices: pricesUntilMs - pricesFromMs,
    writing: endMs - pricesUntilMs,
  }
}

async function measure(
  { store: realStore }: Pipeline,
  { rounds, rows, others }: PositionsOptions,
): Promise<void> {
  const { store, take } = createTimedStore(realStore)
  const now = (): number => Date.now()
  const catalog = createCatalog({
    store,
    storeOfRequests: store,
    partitionOf: (marketId) => partitionOf(marketId, topics.trades.partitions),
    endedMarketsMs: 30 * 86_400_000,
    maxEndedMarkets: 1e9,
    loadTimeoutMs: 1_000,
    now,
  })
  await catalog.refresh()
  const requests = { append: () => Promise.resolve() }
  const onFailure = (error: unknown): void =>
    fail(new Error('the poller could not be told', { cause: error }))
  const followedWallets = createFollowedWallets({ quotas: { perAccount: 1, total: 1 }, now })
  const accountId = 'bench'
  followedWallets.apply({ wallet, requested_at_ms: now(), account_id: accountId })
  const walletFollower = createWalletFollower({
    store,
    followedWallets,
    requests,
    now,
    onFailure,
  })
  const context: RouteContext = {
    provisionalTrades: { of: () => [] },
    bookStates: { of: () => null },
    store,
    catalog,
    history: createStoredHistory(store),
    historyRequester: {
      requestUnfetchedTrades: ({ completeness, period }) =>
        toStatedCompleteness(completeness, period),
    },
    liveLog: { trades: () => fail(new Error('positions do not need the log')) },
    streams: { open: () => fail(new Error('positions need no stream')) },
    isActiveKey: () => true,
    partitionOf: () => 0,
    walletFollower,
    now,
    onFailure,
  }
  const question = {
    params: { address: wallet },
    search: new URLSearchParams({ limit: String(maxLimit) }),
    accountId,
  }
  const bodies = new Set<string>()
  const ask = async (route: ReturnType<typeof walletPositionsRoute>): Promise<Parts> => {
    take()
    const startMs = performance.now()
    const response = await route.handle(question)
    const endMs = performance.now()
    if ('body' in response) bodies.add(String(response.body))
    return toParts(startMs, endMs, take())
  }
  const first: Parts[] = []
  const again: Parts[] = []
  for (let round = -1; round < rounds; round += 1) {
    await watermark(realStore, round)
    const route = walletPositionsRoute(context)
    const found = [await ask(route), await ask(route), await ask(route), await ask(route)]
    // the first round is the warm-up
    if (round < 0) continue
    first.push(...found.slice(0, 1))
    again.push(...found.slice(1))
  }
  const [body = ''] = bodies
  const { positions } = JSON.parse(body) as WalletPositionPage
  if (bodies.size !== 1 || positions.length !== maxLimit)
    throw new Error(`${bodies.size} different answers, of ${positions.length} positions`)
  process.stdout.write(
    `\nPositions of a wallet with ${rows} facts, beside ${others} of others: ${positions.length} in an answer of ${body.length} bytes\n`,
  )
  process.stdout.write(tableHead(['ms, medians', ...partNames, 'p99 of all']))
  for (const [name, parts] of [
    [`first, ${first.length} times`, first],
    [`again, ${again.length} times`, again],
  ] as const)
    process.stdout.write(
      tableRow([
        name,
        ...partNames.map((part) => medianOf(parts.map((one) => one[part])).toFixed(1)),
        percentileOf(
          parts.map(({ all }) => all),
          0.99,
        ).toFixed(1),
      ]),
    )
}

/** The poller has just polled the wallet, so no request has to wait. */
async function watermark(store: Pipeline['store'], round: number): Promise<void> {
  const nowMs = Date.now()
  const row = toWalletFeedRow(
    {
      wallet,
      platform: 'platform_a',
      complete_from_ms: 0,
      complete_until_ms: nowMs - 5_000,
      gaps: [],
      received_at_ms: nowMs,
    },
    round + 1,
  )
  await store.insert('wallet_feeds', walletFeedColumns, [row])
}
