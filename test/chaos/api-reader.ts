// Reads /v1 while faults are injected: every response must be true, and complete up to its watermark.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, hashOf } from '../../simulator/random.ts'
import { faultsOfTrades } from '../e2e/checks.ts'
import { expectedTrades, idOf, type ExpectedTrade } from '../e2e/expected.ts'
import type { V1 } from '../e2e/v1.ts'
import type { World } from '../e2e/world.ts'

export interface ReadCounts {
  /** Responses with a watermark. */
  completeResponses: number
  /** No response, or a 503. */
  failedResponses: number
}

interface ApiReaderOptions {
  readonly v1: V1
  readonly world: Pick<World, 'seed' | 'truth'>
  /** Requested now and then, so that they are followed. */
  readonly wallets: readonly string[]
  /** Counted as it goes on. */
  readonly counts: ReadCounts
  readonly onFault: (fault: string) => void
  /** See faultsOfTrades. */
  readonly mayBeMissing?: (trade: ExpectedTrade) => boolean
  /**
   * Changes whenever the store may have been replaced. A watermark that was read before says nothing about
   * the rows that are read afterwards.
   */
  readonly storeNumber?: () => number
  readonly signal: AbortSignal
}

const everyMs = 150

/** Until `signal` is aborted. */
export async function readContinuously(options: ApiReaderOptions): Promise<void> {
  const { v1, world, wallets, counts, onFault, mayBeMissing, signal } = options
  const { storeNumber = () => 0 } = options
  const random = createRandom(hashOf(`${world.seed} onlooker`))
  while (!signal.aborted) {
    try {
      if (random.chance(0.1)) await checkWallet(random.pick(wallets))
      else await checkMarket()
    } catch (error) {
      // a connection that broke, or a 503 that lasted
      if (error instanceof TypeError || / 503 /.test(String(error))) counts.failedResponses += 1
      else onFault(`an answer of /v1: ${String(error)}`)
    }
    await sleep(everyMs)
  }

  async function checkMarket(): Promise<void> {
    const known = world.truth.markets().filter(({ tradeCount }) => tradeCount > 0)
    const market = random.pick(known)
    const id = idOf(market)
    const number = storeNumber()
    const { status } = await v1.get(v1.pathOf(id))
    if (status === 404) return // not heard of yet
    const list = await v1.newestTrades(id)
    if (storeNumber() !== number) return
    const fromMs = list.hasMore ? (list.trades.at(-1)?.timestamp_ms ?? 0) + 1 : 0
    const faults = faultsOfTrades(expectedTrades(world.truth, market), list, fromMs, mayBeMissing)
    for (const fault of faults) onFault(`while it ran, ${id}: ${fault}`)
    if (list.completeUntilMs > 0) counts.completeResponses += 1
  }

  async function checkWallet(address: string): Promise<void> {
    const number = storeNumber()
    const { completeUntilMs, gaps, activity } = await v1.wallet(address)
    if (storeNumber() !== number) return
    const truth = world.truth.activity(address)
    const ids = new Set(activity.map(({ id }) => id))
    const known = new Set(truth.map(({ id }) => id))
    if (ids.size !== activity.length) onFault(`while it ran, ${address}: something twice`)
    for (const id of ids) if (!known.has(id)) onFault(`while it ran, ${address}: ${id} never was`)
    if (gaps !== null) return
    for (const { id, timestampMs } of truth)
      if (timestampMs < completeUntilMs && !ids.has(id))
        onFault(`while it ran, ${address}: ${id} is claimed and not there`)
  }
}
