// GET /v1/wallets/{address}/positions: what a wallet holds, at what cost, and what it is worth now.
import type {
  WalletPosition,
  WalletPositionPage,
  WalletPositionsQuery,
} from '../../../schemas/generated/api.ts'
import { compareDecimals, type Decimal } from '../../domain/money.ts'
import type { Position } from '../../domain/positions.ts'
import { toPositionNumbers } from '../../domain/positions-numbers.ts'
import { completenessHeaders } from '../completeness.ts'
import { createJsonWriter, type Exact } from '../json-writer.ts'
import { outcomePricesOf } from '../market-answer.ts'
import { createQueryParser } from '../parameters.ts'
import { queryLatestPrices } from '../queries/latest-prices.ts'
import { queryMarketDetails, type MarketDetails } from '../queries/market-details.ts'
import { requireWallet, walletFaults } from '../require-wallet.ts'
import type { Route, RouteContext } from '../route.ts'
import { createPositionsReader, type HeldMarket } from '../wallets/positions.ts'

const parseQuery = createQueryParser<WalletPositionsQuery>('query-wallet-positions')
const toJson = createJsonWriter<WalletPositionPage>('wallet-position-page')

/** What each order looks at; the greatest comes first. */
const sortKeys = {
  CURRENT: 'current_value',
  CASHPNL: 'cash_pnl',
  PERCENTPNL: 'percent_pnl',
  INITIAL: 'initial_value',
  SIZE: 'size',
} as const satisfies Record<WalletPositionsQuery['sort_by'], keyof WalletPosition>

export function walletPositionsRoute({ store, catalog, walletWatch, now }: RouteContext): Route {
  const reader = createPositionsReader({ store, catalog })
  return {
    path: '/v1/wallets/{address}/positions',
    document: {
      operationId: 'listWalletPositions',
      tag: 'Wallets',
      summary: 'List what a wallet holds',
      description:
        'Folded from all activity of the wallet, at average cost. Resolved losers stay listed, with price 0, until they are redeemed. While `complete` is false, what is not fetched yet is missing in them.',
      query: 'query-wallet-positions',
      answer: 'wallet-position-page',
      notFound: [],
      tellsCompleteness: true,
    },
    async answer({ params, search }) {
      const { limit, sort_by: order, redeemable } = parseQuery(search, () => walletFaults(params))
      const wallet = requireWallet(params)
      // before the rows: what is complete then is in them
      const completeness = await walletWatch.ask(wallet)
      const held = await reader.of(wallet)
      const ids = [...new Set(held.positions.map(({ marketId }) => marketId))]
      const [details, observed] = await Promise.all([
        queryMarketDetails(store, ids),
        queryLatestPrices(store, ids, now()),
      ])
      const detailsOf = new Map(details.map((market) => [market.id, market]))
      const positions = held.positions
        .map((position) =>
          toPosition(
            position,
            held.markets.get(position.marketId),
            detailsOf.get(position.marketId),
            observed.get(position.marketId)?.price ?? null,
          ),
        )
        .filter((position) => redeemable === undefined || position.redeemable === redeemable)
        .toSorted((a, b) => compareDescending(a[sortKeys[order]], b[sortKeys[order]]))
        .slice(0, limit)
      return {
        body: toJson({ address: wallet, positions, limit, complete: completeness.isComplete }),
        headers: completenessHeaders(completeness, { fromMs: 0, untilMs: now() + 1 }),
      }
    },
  }
}

/** `observed`: the price now of the market's first outcome, if it was ever observed. */
function toPosition(
  position: Position,
  held: HeldMarket | undefined,
  market: MarketDetails | undefined,
  observed: Decimal | null,
): ExactPosition {
  const { marketId, outcomeIndex } = position
  const price = market ? (outcomePricesOf(market, observed)[outcomeIndex] ?? null) : null
  const label = market?.labels[outcomeIndex] ?? held?.labels.get(outcomeIndex)
  return {
    market_id: marketId,
    platform: 'platform_a',
    outcome: label ?? `Outcome ${outcomeIndex + 1}`,
    ...toPositionNumbers(position, price),
    cur_price: price,
    redeemable: market?.status === 'resolved',
    market_slug: market?.slug ?? (held?.slug || null),
    event_slug: market?.event_slug ?? held?.eventSlug ?? null,
    title: market?.question ?? (held?.title || null),
  }
}

/** With decimals in their canonical form, which can be compared. */
type ExactPosition = Exact<WalletPosition> & ReturnType<typeof toPositionNumbers>

/** Null is last. Positions come by market id, and a sort keeps the order of equals. */
function compareDescending(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareDecimals(b, a)
}
