// Asks /v1 while the cluster is struck: whatever it answers has to be true, and what it claims there.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, hashOf } from '../../../services/simulator/random.ts'
import { faultsOfTrades } from '../../e2e/checks.ts'
import { expectedTrades, idOf } from '../../e2e/expected.ts'
import type { V1 } from '../../e2e/v1.ts'
import type { World } from '../../e2e/world.ts'

export interface Seen {
  /** Answers with a claim. */
  claims: number
  /** No answer, or one that says that there is none now. */
  refusals: number
}

interface OnlookerOptions {
  readonly v1: V1
  readonly world: World
  /** Asked about now and then, so that they are followed. */
  readonly wallets: readonly string[]
  /** Counted as it goes on. */
  readonly seen: Seen
  readonly onFault: (fault: string) => void
  readonly signal: AbortSignal
}

const everyMs = 150

/** Until `signal` is aborted. */
export async function lookOn(options: OnlookerOptions): Promise<void> {
  const { v1, world, wallets, seen, onFault, signal } = options
  const random = createRandom(hashOf(`${world.seed} onlooker`))
  while (!signal.aborted) {
    try {
      if (random.chance(0.1)) await lookAtWallet(random.pick(wallets))
      else await lookAtMarket()
    } catch (error) {
      // a connection that broke, or a 503 that lasted
      if (error instanceof TypeError || / 503 /.test(String(error))) seen.refusals += 1
      else onFault(`an answer of /v1: ${String(error)}`)
    }
    await sleep(everyMs)
  }

  async function lookAtMarket(): Promise<void> {
    const known = world.truth.markets().filter(({ tradeCount }) => tradeCount > 0)
    const market = random.pick(known)
    const id = idOf(market)
    const { status } = await v1.get(v1.pathOf(id))
    if (status === 404) return // not heard of yet
    const list = await v1.newestTrades(id)
    const fromMs = list.hasMore ? (list.trades.at(-1)?.timestamp_ms ?? 0) + 1 : 0
    const faults = faultsOfTrades(expectedTrades(world.truth, market), list, fromMs)
    for (const fault of faults) onFault(`while it ran, ${id}: ${fault}`)
    if (list.completeUntilMs > 0) seen.claims += 1
  }

  async function lookAtWallet(address: string): Promise<void> {
    const { completeUntilMs, gaps, activity } = await v1.wallet(address)
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
