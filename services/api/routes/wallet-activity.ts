// GET /v1/wallets/{address}/activity: the activity of a wallet, newest first.
import type {
  WalletActivity,
  WalletActivityPage,
  WalletActivityQuery,
} from '../../../schemas/generated/api.ts'
import { parseTimeSortKey, type TimeSortKey } from '../cursor.ts'
import { createJsonWriter, type WithExactDecimals } from '../json-writer.ts'
import { createPagedParser } from '../paging.ts'
import { findRangeErrors } from '../parameters.ts'
import { toStateRequest } from '../market-response.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import { queryWalletActivity, type ActivityRow } from '../queries/wallet-activity-page.ts'
import { requireWallet, findWalletErrors } from '../require-wallet.ts'
import type { Route, RouteContext } from '../route.ts'
import { toPageStartKey, toPeriod } from '../time-range.ts'
import { toWalletHeaders } from '../wallets/wallet-headers.ts'

const parseRequest = createPagedParser<WalletActivityQuery, TimeSortKey>({
  query: 'query-wallet-activity',
  parseKey: () => parseTimeSortKey,
})
const toJson = createJsonWriter<WalletActivityPage>('wallet-activity-page')

export function walletActivityRoute({ store, history, walletFollower }: RouteContext): Route {
  return {
    path: '/v1/wallets/{address}/activity',
    document: {
      operationId: 'listWalletActivity',
      tag: 'Wallets',
      summary: 'List the activity of a wallet',
      description:
        'Returns activity, newest first, of all times or from `start_ts` to `end_ts`. The first request about a wallet starts fetching its past and waits up to two seconds for it. `complete` says whether all activity is available. The service then follows the wallet, which counts towards a quota of your account; without quota left, the response has what is known and the header `X-Wallet-Not-Followed`.',
      query: 'query-wallet-activity',
      response: 'wallet-activity-page',
      notFound: [],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-Wallet-Not-Followed'],
      cost: { base: 1, portions: { limit: 250, offset: 5_000 } },
    },
    async handle({ params, search, accountId }) {
      const address = (params['address'] ?? '').toLowerCase()
      const { query, after, pageEnd } = parseRequest(
        search,
        (valid) => [...findWalletErrors(params), ...findRangeErrors(valid)],
        address,
      )
      const wallet = requireWallet(params)
      const { limit, offset, activity_type: type } = query
      // the watermark is read before the rows, so that the rows include everything that it covers
      const completeness = await walletFollower.completenessOf(wallet, accountId)
      const period = toPeriod(query)
      const page = {
        wallet,
        type: type ?? null,
        after: toPageStartKey(after, period),
        fromMs: period.fromMs,
        limit: limit + 1,
        offset,
      }
      const found = await queryWalletActivity(store, page)
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      const ids = new Set(rows.flatMap(({ market_id: id }) => (id === '' ? [] : [id])))
      const states = await history.states([...ids].map(toStateRequest))
      return {
        body: toJson({
          address: wallet,
          activity: rows.map((row) =>
            toActivity(wallet, row, states.get(row.market_id)?.details ?? null),
          ),
          limit,
          offset,
          ...pageEnd(last ? [last.timestamp_ms, last.id] : null),
          complete: completeness.isComplete,
        }),
        headers: toWalletHeaders(completeness, period),
      }
    },
  }
}

/**
 * Builds an activity. Its texts come from the market's current record or, if the market is unknown, from the
 * row.
 */
function toActivity(
  wallet: string,
  row: ActivityRow,
  market: MarketDetails | null,
): WithExactDecimals<WalletActivity> {
  const label = row.outcome === null ? null : (market?.labels[row.outcome] ?? row.label)
  return {
    id: row.id,
    wallet,
    type: row.type,
    platform: row.platform,
    market_id: row.market_id || null,
    outcome: label || null,
    side: row.side,
    price: row.price,
    size: row.size,
    usdc_size: row.usdc_size,
    tx_hash: row.tx_hash,
    timestamp_ms: row.timestamp_ms,
    market_slug: market?.slug ?? (row.market_slug || null),
    event_slug: market?.event_slug ?? (row.event_slug || null),
    title: market?.question ?? (row.title || null),
  }
}
