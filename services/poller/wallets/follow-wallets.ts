// Polls the requested wallets, a few at a time: all their past activity, and new activity from then on.
import { createNotifier } from '../../lib/run/notifier.ts'
import type { PlatformStates } from '../checkpoints.ts'
import type { Source } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { MarketLookups } from '../feeds/market-lookups.ts'
import { windowsToRetry } from '../windows/coverage.ts'
import { createWalletPoll } from './wallet-poll.ts'
import { createWalletMarketLookUp } from './wallet-markets.ts'
import { openWalletRequests } from './wallet-requests.ts'
import { createWalletSchedule } from './wallet-schedule.ts'
import type { TaskDeps } from '../platform-poller.ts'

export interface FollowWalletsOptions extends Omit<TaskDeps, 'missing' | 'requests'> {
  readonly source: Source
  readonly memory: PlatformStates
  readonly lookups: MarketLookups
}

/** Polls wallets until the signal aborts; returns at once if the platform has no wallets. */
export async function followWallets(options: FollowWalletsOptions): Promise<void> {
  const { source, memory, tuning, steadyNow, sleep, observer, signal } = options
  const { platform, activity } = source
  if (!activity) return
  const schedule = createWalletSchedule({ ...options, now: options.steadyNow })
  const markets = createWalletMarketLookUp(options)
  const poll = createWalletPoll({ ...options, activity, markets })
  const changed = createNotifier(sleep)
  /** The polls that have not read all of their rows yet and will be continued, by wallet. */
  const polls = new Map<string, AsyncGenerator<void>>()

  /** When the wallet was last polled; 0 if some of its rows are missing, so that it is polled at once. */
  function lastPolledAtMs(wallet: string): number {
    const state = memory.wallets.get(wallet)
    const isComplete = state?.fromMs === 0 && windowsToRetry(state).length === 0
    return isComplete ? state.untilMs : 0
  }

  /** Reads and publishes the next piece of a wallet's activity. */
  async function readPiece(wallet: string, isNewPoll: boolean): Promise<void> {
    const current = (isNewPoll ? null : polls.get(wallet)) ?? poll(wallet)
    polls.set(wallet, current)
    try {
      const { done } = await current.next()
      if (done !== true) return schedule.notePollPaused(wallet)
      schedule.notePollFinished(wallet)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.log('warn', 'wallet not read', { platform, wallet, error: error.message })
      schedule.notePollFailed(wallet)
    }
    polls.delete(wallet)
  }

  async function pollWallets(): Promise<never> {
    for (;;) {
      observer.reportFreshness(platform, 'wallets', schedule.dueSinceMs())
      const next = schedule.takeNextPoll()
      if (next) {
        await readPiece(next.wallet, next.isNewPoll)
        changed.notify()
      } else await changed.wait(schedule.msUntilNextPoll(), signal)
      signal.throwIfAborted()
    }
  }

  const requests = await openWalletRequests({
    platform,
    ...options,
    onRequest({ wallet, requested_at_ms: requestedAtMs }) {
      // The time of the request can be in the future, if the clock of the process that wrote the request is ahead.
      schedule.request(wallet, Math.min(requestedAtMs, steadyNow()), lastPolledAtMs(wallet))
      changed.notify()
    },
  })
  try {
    const workers = Array.from({ length: tuning.walletConcurrency }, pollWallets)
    await Promise.all([requests.ended, ...workers])
  } finally {
    await requests.stop()
  }
}
