// Reads the trades of all markets of a platform by time: with the platform's request for all trades if it
// has one, else with its request for the trades of given markets.
import type { Source, TradeResult, Window } from '../../platforms/source.ts'

/**
 * Returns the function that reads one time window. `findRecentMarkets` returns the native ids of the markets to request
 * if the platform has no request for all trades.
 */
export function createTapeReader(
  source: Source,
  findRecentMarkets: () => Promise<readonly string[]>,
): (window: Window, maxRows: number, signal: AbortSignal) => Promise<TradeResult> {
  let { tape } = source
  return async (window, maxRows, signal) => {
    const result = tape && (await tape(window, maxRows, signal))
    if (result) return result
    // The platform has rejected the request for all trades, and would reject it again.
    tape = null
    return source.trades(await findRecentMarkets(), window, maxRows, signal, 'tape')
  }
}
