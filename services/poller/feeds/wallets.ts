// Follows the wallets that somebody asked about, a few at a time: what each did from the beginning,
// and what it does from then on.
import type { Codec } from '../../platform/codec/port.ts'
import type { EventLog } from '../../platform/log/port.ts'
import { createBell } from '../bell.ts'
import type { HubMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source } from '../platforms/source.ts'
import type { Publisher } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Sleep } from '../wait.ts'
import type { ListingPublisher } from './listing-publisher.ts'
import { createWalletLook } from './wallet-look.ts'
import { createWalletMarkets } from './wallet-markets.ts'
import { openWalletRequests } from './wallet-requests.ts'
import { createWalletSchedule } from './wallet-schedule.ts'
import { missingOf } from './wallet-state.ts'

export interface WalletsOptions {
  readonly source: Source
  readonly memory: HubMemory
  readonly publisher: Publisher
  readonly listings: ListingPublisher
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** Follows wallets, for ever; returns at once where the platform has none. */
export async function followWallets(options: WalletsOptions): Promise<void> {
  const { source, memory, tuning, now, sleep, observer, signal } = options
  const { platform, activity } = source
  if (!activity) return
  const schedule = createWalletSchedule(options)
  const markets = createWalletMarkets(options)
  const look = createWalletLook({ ...options, activity, markets })
  const bell = createBell(sleep)
  /** Looks under way, each where its last turn ended. */
  const looks = new Map<string, AsyncGenerator<void>>()

  /** When it was looked at last; 0: something is missing. */
  function lookedAtMs(wallet: string): number {
    const state = memory.wallets.get(wallet)
    return state && missingOf(state).length === 0 ? state.untilMs : 0
  }

  /** One piece of one wallet. */
  async function takeTurn(wallet: string, isNewLook: boolean): Promise<void> {
    const going = (isNewLook ? null : looks.get(wallet)) ?? look(wallet)
    looks.set(wallet, going)
    try {
      const { done } = await going.next()
      if (done !== true) return schedule.goOn(wallet)
      schedule.rest(wallet)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.log('warn', 'wallet not read', { platform, wallet, error: error.message })
      schedule.fail(wallet)
    }
    looks.delete(wallet)
  }

  async function work(): Promise<never> {
    for (;;) {
      const turn = schedule.take()
      if (turn) {
        await takeTurn(turn.wallet, turn.isNewLook)
        bell.ring()
      } else await bell.wait(schedule.waitMs(), signal)
      signal.throwIfAborted()
    }
  }

  const requests = await openWalletRequests({
    ...options,
    onRequest({ wallet, requested_at_ms: requestedAtMs }) {
      // Nobody asks in the future.
      schedule.ask(wallet, Math.min(requestedAtMs, now()), lookedAtMs(wallet))
      bell.ring()
    },
  })
  try {
    const workers = Array.from({ length: tuning.walletConcurrency }, work)
    await Promise.all([requests.ended, markets.follow(), ...workers])
  } finally {
    await requests.stop()
  }
}
