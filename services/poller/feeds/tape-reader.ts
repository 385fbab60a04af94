// Reads the trades of all markets of a platform by time: with the platform's request for all trades if it
// has one, else with its request for the trades of given markets.
import type { TradeResult, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { TapeOptions } from './tape-feed.ts'

/**
 * After the platform has rejected the request for all trades, trades are read market by market for this long. Then the
 * request for all trades is tried again: reading 84,000 markets takes more than a minute.
 */
const marketsOnlyMs = 60_000
/**
 * Before that, the platform must have rejected a window, or all windows, for this long: the trades of markets that the
 * poller does not know yet are missing in the answers for single markets, so one false answer (404 from a proxy) must
 * not suffice.
 */
const rejectedForMs = 60_000
const maxRejectedWindows = 100

/**
 * Returns the function that reads one time window. `findRecentMarkets` returns the native ids of the markets to request
 * if the platform has no request for all trades, or rejects it.
 */
export function createTapeReader(
  { source, steadyNow, observer }: Pick<TapeOptions, 'source' | 'steadyNow' | 'observer'>,
  findRecentMarkets: () => Promise<readonly string[]>,
): (window: Window, maxRows: number, signal: AbortSignal) => Promise<TradeResult> {
  const { platform, tape } = source
  let marketsOnlyUntilMs = -Infinity
  /** Since when all windows are rejected; null after an answer. */
  let allRejectedSinceMs: number | null = null
  /** Since when each window is rejected, by its beginning. Old windows may be rejected when newer ones are not. */
  const rejectedSinceMs = new Map<number, number>()

  function noteAnswer({ fromS }: Window): void {
    allRejectedSinceMs = null
    rejectedSinceMs.delete(fromS)
  }

  function noteRejection({ fromS }: Window): void {
    if (rejectedSinceMs.size >= maxRejectedWindows) rejectedSinceMs.clear()
    const sinceMs = rejectedSinceMs.get(fromS) ?? steadyNow()
    rejectedSinceMs.set(fromS, sinceMs)
    allRejectedSinceMs ??= steadyNow()
    if (steadyNow() - Math.min(sinceMs, allRejectedSinceMs) < rejectedForMs)
      throw new UpstreamError('the platform rejects the request for all trades', {
        kind: 'refused',
        status: 0,
      })
  }

  return async (window, maxRows, signal) => {
    if (tape && steadyNow() >= marketsOnlyUntilMs) {
      const result = await tape(window, maxRows, signal)
      if (result) {
        noteAnswer(window)
        return result
      }
      noteRejection(window)
      marketsOnlyUntilMs = steadyNow() + marketsOnlyMs
      observer.log('warn', 'trades are requested market by market', { platform })
    }
    return source.trades(await findRecentMarkets(), window, maxRows, signal, 'tape')
  }
}
