// platform_a: recorded activity of wallets as /v1 has to answer it, made from the rows and the text of the
// specification alone.
import { hash } from 'node:crypto'
import { wordsOrNull } from './expected-market.ts'
import { onceEach, type Json, type Recording } from './recordings.ts'

export interface ExpectedWallet {
  /** Newest first. */
  readonly activity: readonly Json[]
  /** Rows of other types. */
  readonly otherRows: number
}

const types = ['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION']

export function reasonOfRow(row: Json): 'other_activity' | null {
  return types.includes(String(row['type'])) ? null : 'other_activity'
}

/** By address. `markets`: the served markets, by condition. */
export function walletsIn(
  recordings: readonly Recording[],
  markets: ReadonlyMap<string, Json>,
): ReadonlyMap<string, ExpectedWallet> {
  const rows = onceEach(recordings.filter(({ kind }) => kind === 'activity')).map(
    ({ json }) => json,
  )
  const addresses = new Set(rows.map((row) => String(row['proxyWallet'])))
  return new Map(
    [...addresses].map((address) => {
      const own = rows.filter((row) => row['proxyWallet'] === address)
      const served = own.filter((row) => reasonOfRow(row) === null)
      const activity = served.map((row) => activityOf(row, markets.get(String(row['conditionId']))))
      return [
        address,
        {
          activity: activity.toSorted(newestFirst),
          otherRows: own.length - served.length,
        },
      ]
    }),
  )
}

/** A listed market has the field values of its own record. */
function activityOf(row: Json, market: Json | undefined): Json {
  const isTrade = row['type'] === 'TRADE'
  const labels = market ? (JSON.parse(String(market['outcomes'])) as readonly string[]) : []
  const said = wordsOrNull(row['outcome'])
  const conditionId = wordsOrNull(row['conditionId'])
  return {
    id: idOf(row),
    wallet: row['proxyWallet'],
    type: row['type'],
    platform: 'platform_a',
    market_id: conditionId === null ? null : `pa_${conditionId}`,
    outcome: said === null ? null : (labels[row['outcomeIndex'] as number] ?? said),
    side: isTrade ? String(row['side']).toLowerCase() : null,
    price: isTrade ? row['price'] : null,
    size: row['size'],
    usdc_size: row['usdcSize'],
    tx_hash: row['transactionHash'],
    timestamp_ms: (row['timestamp'] as number) * 1000,
    market_slug: market?.['slug'] ?? wordsOrNull(row['slug']),
    event_slug: wordsOrNull(row['eventSlug']),
    title: market?.['question'] ?? wordsOrNull(row['title']),
  }
}

/** The hash and a digest of the row's words; no recorded row has the same words as another. */
function idOf(row: Json): string {
  const of = (...names: readonly string[]) => names.map((name) => row[name])
  const numbers = (...names: readonly string[]) => of(...names).map(String)
  const timestampMs = (row['timestamp'] as number) * 1000
  const repeat = 0
  const words =
    row['type'] === 'TRADE'
      ? [
          ...of('asset', 'proxyWallet'),
          String(row['side']).toLowerCase(),
          ...numbers('size', 'price'),
          timestampMs,
          repeat,
        ]
      : [
          ...of('type', 'conditionId', 'asset', 'outcomeIndex'),
          ...numbers('size', 'usdcSize'),
          timestampMs,
          repeat,
        ]
  const digest = hash('sha256', JSON.stringify(words)).slice(0, 16)
  return `${String(row['transactionHash'])}-${digest}`
}

/** Of one second, the greater id first. */
function newestFirst(a: Json, b: Json): number {
  const [msOfA, msOfB] = [Number(a['timestamp_ms']), Number(b['timestamp_ms'])]
  return msOfB - msOfA || (String(a['id']) < String(b['id']) ? 1 : -1)
}
