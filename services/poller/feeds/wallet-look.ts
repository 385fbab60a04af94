// One look at a wallet: what is new, then what is still missing of it, newest first. Each piece is
// appended with the checkpoint and the claim that follow from it, so a look may end behind any of
// them: the next one goes on.
import { toCheckpoint, type HubMemory, type WalletState } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source, Window } from '../platforms/source.ts'
import type { Publisher } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { toWalletClaim } from './claims.ts'
import type { WalletMarkets } from './wallet-markets.ts'
import { readNewestFirst, type WalletPiece } from './wallet-pieces.ts'
import { toActivityRecord } from './wallet-records.ts'
import {
  afterPiece,
  isInGap,
  missingOf,
  overlapFromMs,
  withoutPast,
  type NewActivity,
} from './wallet-state.ts'

/** What failed so often is left behind as a gap. */
const attemptsAtStretch = 3
/** Rows without a time come with every piece; a platform that gives more of them is not understood. */
const mostUndated = 1_000

export interface WalletLookOptions {
  readonly source: Source
  readonly activity: NonNullable<Source['activity']>
  readonly memory: HubMemory
  readonly publisher: Publisher
  readonly markets: WalletMarkets
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** Yields behind each piece. Throws UpstreamError if a part could not be had, after the other parts. */
export type WalletLook = (wallet: string) => AsyncGenerator<void>

export function createWalletLook(options: WalletLookOptions): WalletLook {
  const { source, activity, memory, publisher, markets, tuning, now, observer, signal } = options
  const { platform } = source
  /** How often reading what is new, and what is older than all that is known, failed in a row. */
  const newFailures = new Map<string, number>()
  const pastFailures = new Map<string, number>()

  const claimableMs = (): number => Math.floor((source.nowMs() - tuning.settleLagMs) / 1000) * 1000
  const stateOf = (wallet: string): WalletState | null => memory.wallets.get(wallet) ?? null

  async function publish(
    wallet: string,
    fresh: readonly NewActivity[],
    state: WalletState,
  ): Promise<void> {
    await publisher.publish(platform, [
      ...fresh.map((one) => toActivityRecord(platform, memory, wallet, one)),
      toCheckpoint(platform, 'wallet', wallet, state),
      toWalletClaim(platform, wallet, state, now()),
    ])
    memory.wallets.set(wallet, state)
  }

  async function publishPiece(
    wallet: string,
    piece: WalletPiece,
    stretchFromMs: number,
  ): Promise<void> {
    const before = stateOf(wallet)
    const { fresh, state } = afterPiece(before, piece, {
      stretchFromMs,
      claimableMs: claimableMs(),
      overlapMs: tuning.walletOverlapMs,
    })
    if (state.recent.filter(([, timeMs]) => timeMs === null).length > mostUndated) {
      throw new UpstreamError('activity without times', { kind: 'failed', status: 200 })
    }
    await markets.prepare(fresh.map(({ row }) => row).toReversed())
    await publish(wallet, fresh, state)
    if (piece.isTruncated) observer.count('gaps', { platform, reason: 'truncated' })
    for (const { row } of fresh) countOdd(row.timeMs, before)
  }

  function countOdd(timeMs: number | null, before: WalletState | null): void {
    if (timeMs === null) observer.count('odd_rows', { platform, reason: 'undated' })
    else if (before && timeMs >= before.fromMs && timeMs < before.untilMs) {
      if (!isInGap(timeMs, before.gaps)) observer.count('odd_rows', { platform, reason: 'late' })
    }
  }

  async function* readStretch(
    wallet: string,
    window: Window,
    stretchFromMs = window.fromS * 1000,
  ): AsyncGenerator<void> {
    const read = (some: Window): ReturnType<typeof activity> =>
      activity(wallet, some, tuning.rowsPerWindow, signal)
    for await (const piece of readNewestFirst(read, window)) {
      await publishPiece(wallet, piece, stretchFromMs)
      yield
    }
  }

  function noteGap(wallet: string, gap: { readonly from_ms: number; readonly until_ms: number }) {
    observer.count('gaps', { platform, reason: 'unreachable' })
    observer.log('warn', 'activity cannot be fetched for now', { platform, wallet, ...gap })
  }

  /** Reads again a little of what was read before. */
  async function* readNew(
    wallet: string,
    state: WalletState,
    untilMs: number,
  ): AsyncGenerator<void> {
    const fromMs = overlapFromMs(state)
    const failures = newFailures.get(wallet) ?? 0
    const isSkipping = failures >= attemptsAtStretch
    // Behind what cannot be had, if the platform answers there at all.
    const readFromMs = isSkipping ? untilMs - 1_000 : fromMs
    try {
      const window = { fromS: readFromMs / 1000, untilS: untilMs / 1000 }
      yield* readStretch(wallet, window, fromMs)
    } catch (error) {
      if (error instanceof UpstreamError) newFailures.set(wallet, failures + 1)
      throw error
    }
    newFailures.delete(wallet)
    if (isSkipping) noteGap(wallet, { from_ms: fromMs, until_ms: readFromMs })
  }

  async function* readPast(wallet: string, window: Window): AsyncGenerator<void> {
    try {
      for await (const _ of readStretch(wallet, window)) {
        pastFailures.delete(wallet)
        yield
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const failures = (pastFailures.get(wallet) ?? 0) + 1
      pastFailures.set(wallet, failures)
      if (failures >= attemptsAtStretch) {
        const state = stateOf(wallet)
        const untilMs = state?.fromMs ?? window.untilS * 1000
        await publish(wallet, [], withoutPast(state, untilMs))
        noteGap(wallet, { from_ms: 0, until_ms: untilMs })
        pastFailures.delete(wallet)
      }
      throw error
    }
  }

  return async function* look(wallet) {
    const untilMs = claimableMs()
    const state = stateOf(wallet)
    if (!state) return yield* readPast(wallet, { fromS: 0, untilS: untilMs / 1000 })
    if (untilMs > state.untilMs) yield* readNew(wallet, state, untilMs)
    // A claim tells when it was made, too: it still holds.
    else await publish(wallet, [], state)
    let failure: UpstreamError | null = null
    for (const window of missingOf(stateOf(wallet) ?? state)) {
      const isPast = window.untilS * 1000 === stateOf(wallet)?.fromMs
      try {
        yield* isPast ? readPast(wallet, window) : readStretch(wallet, window)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        failure ??= error
      }
    }
    if (failure) throw failure
  }
}
