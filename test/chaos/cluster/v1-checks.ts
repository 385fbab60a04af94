// Compares /v1 with the simulator's data after its clock has been stopped; returns faults as lines. Uses
// the comparisons of test/e2e.
import pLimit from 'p-limit'
import type { Market } from '../../../schemas/generated/api.ts'
import { createRandom, hashOf } from '../../../simulator/random.ts'
import type { TrueMarket } from '../../../simulator/truth.ts'
import {
  faultsOfBook,
  faultsOfCandles,
  faultsOfPrice,
  faultsOfTrades,
  storedIntervals,
} from '../../e2e/checks.ts'
import { byTimeAndId, expectedTrades, idOf } from '../../e2e/expected.ts'
import type { V1 } from '../../e2e/v1.ts'
import { faultsOfActivity, faultsOfPositions } from '../../e2e/wallet-checks.ts'
import type { World } from '../../e2e/world.ts'
import { pollPending } from '../../support/poll-pending.ts'

export interface FrozenWorld {
  readonly world: World
  /** Those that /v1 has to serve. */
  readonly served: readonly TrueMarket[]
  readonly stoppedMs: number
  /** Wallets that were asked about. */
  readonly wallets: readonly string[]
}

/** The last seconds before the clock was stopped are never covered by a watermark. */
export const incompleteMs = 8_000
const prices = 100
/** Requests under way at a time. */
const atOnce = pLimit(4)

/** Polls /v1 for what has not arrived yet; see pollPending. */
export function createPendingPoll(v1: V1, frozen: FrozenWorld): () => Promise<readonly string[]> {
  return pollPending([...frozen.served, ...frozen.wallets], (subject) =>
    typeof subject === 'string'
      ? pendingOfWallet(v1, frozen, subject)
      : pendingOfMarket(v1, frozen, subject),
  )
}

async function pendingOfMarket(
  v1: V1,
  { world, stoppedMs }: FrozenWorld,
  market: TrueMarket,
): Promise<readonly string[]> {
  const id = idOf(market)
  const { body } = await v1.get<Partial<Market>>(v1.pathOf(id))
  if (body.status !== market.status) return [`${id} is ${body.status}, not ${market.status}`]
  const { completeUntilMs, gaps } = await v1.ok(`${v1.pathOf(id)}/trades?limit=1`)
  if (completeUntilMs < stoppedMs - incompleteMs || gaps !== null)
    return [`${id} is ${stoppedMs - completeUntilMs} ms behind, gaps ${gaps}`]
  return market.status === 'open' ? faultsOfBook(v1, world, market) : []
}

async function pendingOfWallet(
  v1: V1,
  { stoppedMs }: FrozenWorld,
  address: string,
): Promise<readonly string[]> {
  const { completeUntilMs, gaps } = await v1.wallet(address)
  return completeUntilMs < stoppedMs - incompleteMs || gaps !== null
    ? [`${address} is ${stoppedMs - completeUntilMs} ms behind, gaps ${gaps}`]
    : []
}

/** Markets, trades, candles, prices, matches, wallets; to be asked when nothing is pending. */
export async function faultsOfV1(v1: V1, frozen: FrozenWorld): Promise<readonly string[]> {
  return [
    ...(await faultsOfMarkets(v1, frozen)),
    ...(await faultsOfPrices(v1, frozen)),
    ...(await faultsOfMatches(v1, frozen)),
    ...(await faultsOfWallets(v1, frozen)),
  ]
}

/** Markets, trades and candles. */
export async function faultsOfMarkets(v1: V1, { world, served }: FrozenWorld): Promise<string[]> {
  const faults: string[] = []
  const markets = await v1.markets()
  const ids = new Set(served.map(idOf))
  for (const id of markets.keys()) if (!ids.has(id)) faults.push(`${id} is not to be served`)
  await atOnce.map(served, async (market) => {
    const id = idOf(market)
    const status = markets.get(id)?.status
    if (status !== market.status) faults.push(`${id} is listed as ${status}, not ${market.status}`)
    const list = await v1.trades(id)
    const real = expectedTrades(world.truth, market)
    faults.push(...faultsOfTrades(real, list).map((fault) => `${id}: ${fault}`))
    const listed = new Set(list.trades.map((trade) => trade.id))
    const there = real.filter((trade) => listed.has(trade.id)).sort(byTimeAndId)
    // e2e/pipeline.test.ts compares every interval
    faults.push(...(await faultsOfCandles(v1, id, there, storedIntervals)))
  })
  return faults
}

export async function faultsOfWallets(v1: V1, frozen: FrozenWorld): Promise<string[]> {
  const faults: string[] = []
  for (const address of frozen.wallets)
    for (const fault of await faultsOfWallet(v1, frozen, address))
      faults.push(`${address}: ${fault}`)
  return faults
}

async function faultsOfPrices(
  v1: V1,
  { world, served, stoppedMs }: FrozenWorld,
): Promise<string[]> {
  const random = createRandom(hashOf(`${world.seed} prices`))
  const traded = served.filter(({ tradeCount }) => tradeCount > 0)
  const faults: string[] = []
  for (let i = 0; i < prices; i += 1) {
    const market = random.pick(traded)
    // every other one while faults are injected
    const agoS = i % 2 ? random.below(120) : random.below(2 * 86_400)
    const answer = await faultsOfPrice(v1, world, market, Math.floor(stoppedMs / 1000) - agoS)
    faults.push(...answer.faults)
  }
  return faults
}

async function faultsOfMatches(v1: V1, { world, served }: FrozenWorld): Promise<string[]> {
  const ids = new Set(served.map(({ nativeId }) => nativeId))
  const wanted = world.truth
    .matches()
    .filter(({ platformA, platformB }) => ids.has(platformA) && ids.has(platformB))
    .map(({ platformA, platformB, polarity }) => `${platformA} ${platformB} ${polarity}`)
  const { matches } = await v1.matches()
  const reported = matches.map(
    ({ platform_a: a, platform_b: b, polarity }) => `${a.native_id} ${b.native_id} ${polarity}`,
  )
  const faults = reported
    .filter((match) => !wanted.includes(match))
    .map((match) => `no match, but told: ${match}`)
  if (reported.length < 0.9 * wanted.length)
    faults.push(`${reported.length} matches are returned, of ${wanted.length}`)
  return faults
}

async function faultsOfWallet(
  v1: V1,
  { world, stoppedMs }: FrozenWorld,
  address: string,
): Promise<readonly string[]> {
  const { completeUntilMs, activity: served } = await v1.wallet(address)
  const truth = world.truth.activity(address)
  const isComplete = truth.filter(({ timestampMs }) => timestampMs < completeUntilMs)
  const faults = faultsOfActivity(isComplete, truth, served)
  const isIdle = truth.every(({ timestampMs }) => timestampMs < stoppedMs - incompleteMs)
  if (!isIdle || isComplete.length < truth.length) return faults
  const positions = await v1.positions(address)
  const holdings = world.truth.positions(address)
  return [...faults, ...faultsOfPositions(holdings, positions, await v1.markets())]
}
