// Decides whether a change of the figures of a market (volumes, listed prices) is published now. Figures of
// the most traded markets are published most often.
import type { MarketSnapshot } from '../../platforms/source.ts'
import type { MarketState, PlatformMemory } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'
import { finalRefreshDueMs } from './final-refresh.ts'

export interface FigurePace {
  /**
   * Whether changed figures of `market` are published. `known` is the market as it was last published. The
   * figures of a market whose result is final, and those of the final refresh, are always published.
   */
  isDue(market: MarketSnapshot, receivedAtMs: number, known: MarketState): boolean
}

export function createFigurePace({
  memory,
  tuning,
}: {
  readonly memory: Pick<PlatformMemory, 'markets'>
  readonly tuning: PollerTuning
}): FigurePace {
  let topVolume = 0
  let rankedAtMs = -Infinity

  /** Finds the lowest volume of the most traded markets. Takes 17 ms for 196,000 markets, once a minute. */
  function rank(): void {
    const volumes: number[] = []
    for (const { phase, volume24h } of memory.markets.values())
      if (phase === 'open' && volume24h > 0) volumes.push(volume24h)
    topVolume = Float64Array.from(volumes).sort().at(-tuning.figuresTopCount) ?? 0
  }

  return {
    isDue({ facts }, receivedAtMs, known) {
      if (facts.phase === 'final' || receivedAtMs >= finalRefreshDueMs(known, tuning)) return true
      // The difference is negative if the clock was set back.
      if (Math.abs(receivedAtMs - rankedAtMs) >= tuning.figuresTopMs) {
        rank()
        rankedAtMs = receivedAtMs
      }
      const volume24h = Math.max(facts.volume24h, known.volume24h)
      const isTop = volume24h > 0 && volume24h >= topVolume
      const paceMs = isTop ? tuning.figuresTopMs : tuning.figuresOtherMs
      return Math.abs(receivedAtMs - known.listedMs) >= paceMs
    },
  }
}
