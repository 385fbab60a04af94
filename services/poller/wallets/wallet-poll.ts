// One poll of a wallet. It reads the new rows first, then the missing rows of the wallet's past and of
// its gaps, newest first. Each piece is appended with its checkpoint and watermark, so a poll may be
// abandoned after any piece, and the next poll continues from there.
import { toCheckpoint, type PlatformStates, type WalletState } from '../checkpoints.ts'
import { toWalletWatermark } from '../feeds/watermark-records.ts'
import type { ActivityRow, Source, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { withUnreachableRange, windowsToRetry, nextReadFromMs } from '../windows/coverage.ts'
import { createEvidence } from '../windows/evidence.ts'
import type { NewRow } from '../windows/published-rows.ts'
import {
  createWindowReader,
  expectedSettledMs,
  type RowsToAppend,
  type WindowReader,
} from '../windows/window-reader.ts'
import { toActivityRecord } from './activity-records.ts'
import {
  selectNewActivity,
  toActivityKey,
  toKnownActivity,
  toWalletState,
} from './published-activity.ts'
import type { WalletMarketLookUp } from './wallet-markets.ts'
import type { TaskDeps } from '../platform-poller.ts'

/** A time window that failed this often becomes a gap. */
const maxAttempts = 3
/**
 * The platform returns rows without a time for every window. If a wallet has more such rows than this, the response is
 * rejected.
 */
const maxUndated = 1_000

export interface WalletPollOptions extends Pick<
  TaskDeps,
  'publisher' | 'tuning' | 'now' | 'steadyNow' | 'observer' | 'signal'
> {
  readonly source: Source
  readonly activity: NonNullable<Source['activity']>
  readonly memory: PlatformStates
  readonly markets: WalletMarketLookUp
}

/**
 * Polls a wallet; yields after each piece. Throws UpstreamError if a window could not be fetched, but
 * only after the other windows were fetched.
 */
export type WalletPoll = (wallet: string) => AsyncGenerator<void>

export function createWalletPoll(options: WalletPollOptions): WalletPoll {
  const { source, memory, tuning, observer } = options
  const { platform } = source
  const { windowReaderOf, publish } = createWalletFeedFunctions(options)
  /**
   * By wallet: how many reads of new rows (`newFailures`) or of rows older than the coverage (`pastFailures`)
   * have failed in succession.
   */
  const newFailures = new Map<string, number>()
  const pastFailures = new Map<string, number>()

  const walletStateOf = (wallet: string): WalletState | null => memory.wallets.get(wallet) ?? null

  function reportGap(wallet: string, fromMs: number, untilMs: number): void {
    const gap = { from_ms: fromMs, until_ms: untilMs }
    observer.count('gaps', { platform, reason: 'unreachable' })
    observer.log('warn', 'activity cannot be fetched for now', { platform, wallet, ...gap })
  }

  /**
   * Reads the new rows, starting at the overlap before the watermark. After too many failures it reads only the last
   * two seconds, so that the unread range before them becomes a gap.
   */
  async function* readNewActivity(
    wallet: string,
    state: WalletState,
    untilMs: number,
  ): AsyncGenerator<void> {
    const fromMs = nextReadFromMs(state, state.recentFromMs)
    const failures = newFailures.get(wallet) ?? 0
    const isSkipping = failures >= maxAttempts
    // Two seconds, because the `asOfMs` of the answer may be up to a second before the estimate of the
    // platform's clock.
    const readFromMs = isSkipping ? untilMs - 2_000 : fromMs
    try {
      yield* windowReaderOf(wallet)({ fromS: readFromMs / 1000, untilS: untilMs / 1000 }, fromMs)
    } catch (error) {
      if (error instanceof UpstreamError) newFailures.set(wallet, failures + 1)
      throw error
    }
    newFailures.delete(wallet)
    const isPassed = (walletStateOf(wallet)?.untilMs ?? 0) > readFromMs
    if (isSkipping && isPassed) reportGap(wallet, fromMs, readFromMs)
  }

  /** Reads the rows that are older than the coverage. After too many failures this range becomes a gap. */
  async function* readPastActivity(wallet: string, untilMs: number): AsyncGenerator<void> {
    try {
      for await (const _ of windowReaderOf(wallet)({ fromS: 0, untilS: untilMs / 1000 })) {
        pastFailures.delete(wallet)
        yield
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const failures = (pastFailures.get(wallet) ?? 0) + 1
      pastFailures.set(wallet, failures)
      if (failures >= maxAttempts) {
        const state = walletStateOf(wallet)
        const missingUntilMs = state?.fromMs ?? untilMs
        const recentFromMs = state?.recentFromMs ?? untilMs
        const coverage = withUnreachableRange(state, 0, missingUntilMs)
        await publish(wallet, [], { ...coverage, recent: state?.recent ?? [], recentFromMs })
        reportGap(wallet, 0, missingUntilMs)
        pastFailures.delete(wallet)
      }
      throw error
    }
  }

  return async function* poll(wallet) {
    const untilMs = expectedSettledMs(source, tuning)
    const state = walletStateOf(wallet)
    if (!state) return yield* readPastActivity(wallet, untilMs)
    if (untilMs > state.untilMs) yield* readNewActivity(wallet, state, untilMs)
    // The watermark is published even without new rows, because its record also says when the wallet was last
    // known to be complete.
    else await publish(wallet, [], state)
    const { fromMs } = walletStateOf(wallet) ?? state
    const gaps = windowsToRetry(walletStateOf(wallet) ?? state).toReversed()
    const reads = gaps.map((window) => () => windowReaderOf(wallet)(window))
    if (fromMs > 0) reads.push(() => readPastActivity(wallet, fromMs))
    let failure: UpstreamError | null = null
    for (const read of reads) {
      try {
        yield* read()
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        failure ??= error
      }
    }
    if (failure) throw failure
  }
}

interface WalletFeedFunctions {
  readonly windowReaderOf: (wallet: string) => WindowReader
  readonly publish: (
    wallet: string,
    newRows: readonly NewRow<ActivityRow>[],
    state: WalletState,
  ) => Promise<void>
}

/**
 * Returns two functions: one returns the reader of a wallet's activity, the other appends rows with the
 * wallet's checkpoint and watermark.
 */
function createWalletFeedFunctions(options: WalletPollOptions): WalletFeedFunctions {
  const { source, activity, memory, publisher, markets, tuning, now, observer, signal } = options
  const { platform } = source
  const evidence = createEvidence<ActivityRow>({
    ...options,
    platform,
    keyOf: ({ key }) => toActivityKey(key),
  })

  const publish: WalletFeedFunctions['publish'] = async (wallet, newRows, state) => {
    await publisher.publish(platform, [
      ...newRows.map((one) => toActivityRecord(platform, memory, wallet, one)),
      toCheckpoint(platform, 'wallet', wallet, state),
      toWalletWatermark(platform, wallet, state, now()),
    ])
    memory.wallets.set(wallet, state)
  }

  async function append(
    wallet: string,
    { newRows, coverage }: RowsToAppend<ActivityRow>,
  ): Promise<void> {
    const before = memory.wallets.get(wallet) ?? null
    const state = toWalletState(before, coverage, newRows, tuning.walletOverlapMs)
    if (state.recent.filter(([, timeMs]) => timeMs === null).length > maxUndated) {
      throw new UpstreamError('activity without times', { kind: 'failed', status: 200 })
    }
    await markets.lookUpForRows(newRows.map(({ row }) => row).toReversed())
    await publish(wallet, newRows, state)
  }

  function windowReaderOf(wallet: string): WindowReader {
    return createWindowReader<ActivityRow>({
      platform,
      order: 'newest_first',
      read: (window: Window) => activity(wallet, window, tuning.rowsPerWindow, signal),
      evidence,
      known: () => toKnownActivity(memory.wallets.get(wallet)?.recent ?? []),
      settleLagMs: tuning.settleLagMs,
      coverage: () => memory.wallets.get(wallet) ?? null,
      select: (rows) => selectNewActivity(memory.wallets.get(wallet)?.recent ?? [], rows),
      append: (rowsToAppend) => append(wallet, rowsToAppend),
      observer,
    })
  }

  return { windowReaderOf, publish }
}
