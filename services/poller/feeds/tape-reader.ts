// Reads the trades of all markets of a platform by time: with the platform's request for all trades if it
// has one, else with its request for the trades of given markets.
import type { TradeResult, Window } from '../../platforms/source.ts'
import type { TapeOptions } from './tape-feed.ts'

/**
 * After the platform has rejected the request for all trades, trades are read market by market for this long. Then the
 * request for all trades is tried again: reading 84,000 markets takes more than a minute.
 */
const marketsOnlyMs = 60_000

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
  return async (window, maxRows, signal) => {
    if (tape && steadyNow() >= marketsOnlyUntilMs) {
      const result = await tape(window, maxRows, signal)
      if (result) return result
      marketsOnlyUntilMs = steadyNow() + marketsOnlyMs
      observer.log('warn', 'the platform rejects the request for all trades', { platform })
    }
    return source.trades(await findRecentMarkets(), window, maxRows, signal, 'tape')
  }
}
