// How far the back-fill of histories has come, and how long the rest takes at the same rate.
import { sumOf, type Sample } from '../../services/ops/status/samples.ts'
import { tableHead, tableRow } from '../statistics.ts'
import type { Report } from './tally.ts'

/** `seconds`: since the start of the service on an empty directory. */
export function backFillTable(samples: readonly Sample[], report: Report, seconds: number): string {
  const lines = (['a', 'b'] as const).map((name) => {
    const marketsIn = (state: string): number =>
      sumOf(samples, 'oddslog_backfill_markets', { platform: `platform_${name}`, state })
    const [done, missing] = [marketsIn('done'), marketsIn('missing')]
    const requests = report[name].byClass.history?.requests ?? 0
    const hours = (missing * seconds) / done / 3600
    return tableRow([
      name,
      done,
      missing,
      requests,
      (requests / done).toFixed(2),
      (requests / seconds).toFixed(1),
      hours.toFixed(1),
    ])
  })
  const head = [
    'platform',
    'markets with complete history',
    'others',
    'requests',
    'requests a market',
    'requests a second',
    'hours for the others',
  ]
  return tableHead(head) + lines.join('')
}
