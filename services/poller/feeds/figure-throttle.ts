// Decides whether a change of the figures of a market (volumes, listed prices) is published now. Figures of
// the most traded markets are published most often.
import type { MarketSnapshot } from '../../platforms/source.ts'
import type { MarketState, PlatformStates } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'
import { finalRefreshDueMs } from './final-refresh.ts'

export interface FigureThrottle {
  /**
   * Returns whether changed figures of `market` are published now. `published` is the market as it was last published.
   * The figures of a market whose result is final, and those of the final refresh, are always published.
   */
  allowsPublishing(market: MarketSnapshot, receivedAtMs: number, published: MarketState): boolean
}

export function createFigureThrottle({
  memory,
  tuning,
  steadyNow,
}: {
  readonly memory: Pick<PlatformStates, 'markets'>
  readonly tuning: PollerTuning
  /** See createSteadyClock. */
  readonly steadyNow: () => number
}): FigureThrottle {
  let topVolume = 0
  let rankedAtMs = -Infinity

  /** Finds the lowest volume of the most traded markets. Takes some 200 ms for 196,000 markets, once a minute. */
  function rank(): void {
    const volumes: number[] = []
    for (const { phase, volume24h } of memory.markets.values())
      if (phase === 'open' && volume24h > 0) volumes.push(volume24h)
    topVolume = Float64Array.from(volumes).sort().at(-tuning.figuresTopCount) ?? 0
  }

  return {
    allowsPublishing({ facts }, receivedAtMs, published) {
      if (facts.phase === 'final' || receivedAtMs >= finalRefreshDueMs(published, tuning))
        return true
      if (steadyNow() - rankedAtMs >= tuning.figuresTopMs) {
        rank()
        rankedAtMs = steadyNow()
      }
      const volume24h = Math.max(facts.volume24h, published.volume24h)
      const isTop = volume24h > 0 && volume24h >= topVolume
      const intervalMs = isTop ? tuning.figuresTopMs : tuning.figuresOtherMs
      // The difference is negative if the clock was set back.
      return Math.abs(receivedAtMs - published.listedMs) >= intervalMs
    },
  }
}
