// GET /v1/wallets/{address}/activity: what a wallet did, newest first.
import type {
  WalletActivity,
  WalletActivityPage,
  WalletActivityQuery,
} from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { createJsonWriter, type Exact } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import { queryMarketDetails, type MarketDetails } from '../queries/market-details.ts'
import { queryWalletActivity, type ActivityRow } from '../queries/wallet-activity-page.ts'
import { requireWallet, walletFaults } from '../require-wallet.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<WalletActivityQuery>('query-wallet-activity')
const toJson = createJsonWriter<WalletActivityPage>('wallet-activity-page')

export function walletActivityRoute({ store, walletWatch, now }: RouteContext): Route {
  return {
    path: '/v1/wallets/{address}/activity',
    document: {
      operationId: 'listWalletActivity',
      tag: 'Wallets',
      summary: 'List what a wallet did',
      description:
        'Newest first. The first question about a wallet has its past fetched, and waits up to two seconds for it; `complete` tells whether all of it is there.',
      query: 'query-wallet-activity',
      answer: 'wallet-activity-page',
      notFound: [],
      tellsCompleteness: true,
    },
    async answer({ params, search }) {
      const { limit, offset, activity_type: type } = parseQuery(search, () => walletFaults(params))
      const wallet = requireWallet(params)
      // before the rows: what is complete then is in them
      const completeness = await walletWatch.ask(wallet)
      const page = { wallet, type: type ?? null, limit: limit + 1, offset }
      const found = await queryWalletActivity(store, page)
      const rows = found.slice(0, limit)
      const ids = new Set(rows.flatMap(({ market_id: id }) => (id === '' ? [] : [id])))
      const details = await queryMarketDetails(store, [...ids])
      const detailsOf = new Map(details.map((market) => [market.id, market]))
      return {
        body: toJson({
          address: wallet,
          activity: rows.map((row) => toActivity(wallet, row, detailsOf.get(row.market_id))),
          limit,
          offset,
          has_more: found.length > limit,
          complete: completeness.isComplete,
        }),
        headers: completenessHeaders(completeness, { fromMs: 0, untilMs: now() + 1 }),
      }
    },
  }
}

/** In the words of the market as it is now; what we do not know of it, in those of the row. */
function toActivity(
  wallet: string,
  row: ActivityRow,
  market: MarketDetails | undefined,
): Exact<WalletActivity> {
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
