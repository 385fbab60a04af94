// Query: the time until which the trades of all markets are known, and their gaps in a time range. The completeness of
// each market follows from its feeds as in catalog/feed-catalog.ts. That catalog cannot answer, because it lacks many
// markets that ended long ago.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { Store } from '../../lib/store/port.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { gapsWithin, notFetched, type Period } from '../completeness.ts'
import { queryTapes } from './changed-feeds.ts'
import { endedAtMs } from './changed-markets.ts'
import { firstVersionOfEpoch } from './store-epoch.ts'

/** SQL: whether a market in the table `markets` can have trades in the range. */
export const existedInRange = `
  ifNull(created_at, 0) * 1000 < {until_ms:Int64} AND ifNull(${endedAtMs}, {until_ms:Int64}) >= {from_ms:Int64}`

const gapsType = 'Array(Tuple(from_ms Int64, until_ms Int64, reason String))'

const watermarksSql = (condition: string): string => `
  SELECT 1 AS found, market_id, platform, partition, complete_from_ms, complete_until_ms,
    JSONExtract(gaps, '${gapsType}') AS gap_list
  FROM feeds FINAL WHERE ${condition} AND version >= ${firstVersionOfEpoch}`

/**
 * The watermark of a market's history (the feed of its older trades) is in the same partition as the watermark of the
 * tape (the feed of all trades of a platform). For a market without a history, no trades are known.
 */
const sql = `
SELECT count() AS markets, min(until_ms) AS complete_until_ms,
  CAST(groupUniqArrayArray(10000)(arrayFilter(gap -> gap.1 < {until_ms:Int64} AND gap.2 > {from_ms:Int64}, all_gaps)), '${gapsType}') AS gaps
FROM (
  SELECT tape.found AND history.found AND history.complete_until_ms >= tape.complete_from_ms AS reaches_tape,
    multiIf(reaches_tape, tape.complete_until_ms, history.found, history.complete_until_ms, toInt64(0)) AS until_ms,
    arrayConcat(
      if(history.complete_from_ms > 0, [tuple(toInt64(0), history.complete_from_ms, '${notFetched}')], []),
      history.gap_list, if(reaches_tape, tape.gap_list, [])) AS all_gaps
  FROM (SELECT id, platform FROM markets FINAL WHERE ${existedInRange}) AS market
  LEFT ANY JOIN (${watermarksSql("market_id != ''")}) AS history ON history.market_id = market.id
  LEFT ANY JOIN (${watermarksSql("market_id = ''")}) AS tape
    ON tape.platform = market.platform AND tape.partition = history.partition)`

interface Row {
  readonly markets: number
  readonly complete_until_ms: number
  readonly gaps: readonly FeedGap[]
}

/**
 * Returns the time until which all trades are known of all markets that can have trades in the half-open range, and the
 * gaps in the range. It is never later than the watermarks of the tapes, because markets that are not stored yet can
 * have trades, too.
 */
export async function queryDayCompleteness(store: Store, range: Period): Promise<Completeness> {
  const params = { from_ms: range.fromMs, until_ms: range.untilMs }
  const [tapes, [ofMarkets]] = await Promise.all([queryTapes(store), store.query<Row>(sql, params)])
  const ends = tapes.map((tape) => tape.complete_until_ms)
  const gaps = [
    ...tapes.flatMap((tape) => JSON.parse(tape.gaps) as FeedGap[]),
    ...(ofMarkets?.gaps ?? []),
  ]
  if (ofMarkets && ofMarkets.markets > 0) ends.push(ofMarkets.complete_until_ms)
  return {
    completeUntilMs: tapes.length === 0 ? 0 : Math.min(...ends),
    gaps: mergeGaps(gapsWithin(gaps, range.fromMs, range.untilMs)),
  }
}

/** Joins overlapping gaps that have the same reason. Returns the gaps, oldest first. */
export function mergeGaps(gaps: readonly FeedGap[]): readonly FeedGap[] {
  const merged: FeedGap[] = []
  const lastOf = new Map<string, number>()
  for (const gap of gaps.toSorted((a, b) => a.from_ms - b.from_ms)) {
    const index = lastOf.get(gap.reason)
    const last = index === undefined ? undefined : merged[index]
    if (index !== undefined && last && gap.from_ms <= last.until_ms)
      merged[index] = { ...last, until_ms: Math.max(last.until_ms, gap.until_ms) }
    else lastOf.set(gap.reason, merged.push(gap) - 1)
  }
  return merged
}
