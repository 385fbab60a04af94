// Reads the history of a market again, to find trades that were missing in it.
import { maxTradedBeforeCreationMs } from '../../domain/market.ts'
import type { Source, TradeResult, TradeRow, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { toVolumeGap, type Coverage } from '../windows/coverage.ts'
import type { Evidence } from '../windows/evidence.ts'
import type { SplitOptions } from '../windows/split-window.ts'
import { createWindowReader, readAll } from '../windows/window-reader.ts'
import type { HistoryFeed, HistoryFeedOptions } from './history-feed.ts'
import { toTradeRecord } from './trade-records.ts'

/** What all reads of one history share. */
interface Reads {
  readonly read: (ids: readonly string[], window: Window) => Promise<TradeResult>
  readonly evidence: Evidence<TradeRow>
  readonly coverageOf: HistoryFeed['coverageOf']
}

export function createReadAgain(
  { source, memory, publisher, tuning, observer }: HistoryFeedOptions,
  { read, evidence, coverageOf }: Reads,
): HistoryFeed['readAgain'] {
  const { platform } = source
  return async (id, untilMs, published, mayPublish) => {
    const { fromMs } = coverageOf(id)
    const whole: Coverage = { fromMs, untilMs, gaps: [toVolumeGap(untilMs)] }
    let found = 0
    const readWindow = createWindowReader<TradeRow>({
      platform,
      order: 'oldest_first',
      beginning: beginningOf(memory.markets.get(id)?.createdMs ?? null, source),
      read: (part) => read([id], part),
      evidence,
      known: () => published,
      settleLagMs: tuning.settleLagMs,
      coverage: () => whole,
      select: published.select,
      async append({ fresh }) {
        if (!mayPublish())
          throw new UpstreamError('the tape is being read again', { kind: 'failed', status: 0 })
        const trades = fresh.map((trade) => toTradeRecord(platform, memory, trade))
        await publisher.publish(platform, trades)
        published.note(fresh)
        found += fresh.length
      },
      observer,
    })
    await readAll(readWindow({ fromS: fromMs / 1000, untilS: untilMs / 1000 }))
    return found
  }
}

/** Returns the time before which a market that was created at `createdMs` has no trades. */
export function beginningOf(
  createdMs: number | null,
  { hasNoTradesBeforeCreation }: Source,
): NonNullable<SplitOptions['beginning']> | null {
  if (createdMs === null) return null
  const atS = Math.floor((createdMs - maxTradedBeforeCreationMs) / 1000)
  return { atS, isCertain: hasNoTradesBeforeCreation }
}
