// GET /v1/wallets/{address}/positions: what a wallet holds, what it cost, and its current value.
import type {
  WalletPosition,
  WalletPositionPage,
  WalletPositionsQuery,
} from '../../../schemas/generated/api.ts'
import { compareDecimals, isDecimal, type Decimal } from '../../domain/money.ts'
import type { Position } from '../../domain/positions.ts'
import { compareTexts } from '../../domain/positions-order.ts'
import { toPositionValuation } from '../../domain/position-valuation.ts'
import { platformOf } from '../../platforms/identity.ts'
import { currentPriceOf } from '../current-price.ts'
import { createJsonWriter, type WithExactDecimals, type RenderedJson } from '../json-writer.ts'
import { outcomePricesOf, toStateRequest } from '../market-response.ts'
import { createPagedParser } from '../paging.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import { requireWallet, findWalletErrors } from '../require-wallet.ts'
import type { Route, RouteContext } from '../route.ts'
import { createPositionsReader, type HeldMarketTexts } from '../wallets/positions.ts'
import { toWalletHeaders } from '../wallets/wallet-headers.ts'

const parseRequest = createPagedParser<WalletPositionsQuery, PositionSortKey>({
  query: 'query-wallet-positions',
  parseKey: () => parsePositionSortKey,
})
const toJson = createJsonWriter<WalletPositionPage>('wallet-position-page')

/** The field that each sort order compares. The greatest value comes first. */
const sortFields = {
  CURRENT: 'current_value',
  CASHPNL: 'cash_pnl',
  PERCENTPNL: 'percent_pnl',
  INITIAL: 'initial_value',
  SIZE: 'size',
} as const satisfies Record<WalletPositionsQuery['sort_by'], keyof WalletPosition>

interface PricedMarket {
  readonly details: MarketDetails | null
  /** The current price of the first outcome; null if none was ever observed. */
  readonly observed: Decimal | null
}

export function walletPositionsRoute(context: RouteContext): Route {
  const { store, catalog, history, walletFollower, now } = context
  const reader = createPositionsReader({ store, catalog })

  async function readPrices(ids: readonly string[]): Promise<ReadonlyMap<string, PricedMarket>> {
    const nowMs = now()
    const states = await history.states(ids.map(toStateRequest))
    return new Map(
      await Promise.all(
        [...states].map(async ([id, state]) => {
          const price = await currentPriceOf(history, toStateRequest(id), state, nowMs)
          return [id, { details: state.details, observed: price?.price ?? null }] as const
        }),
      ),
    )
  }

  return {
    path: '/v1/wallets/{address}/positions',
    document: {
      operationId: 'listWalletPositions',
      tag: 'Wallets',
      summary: 'List the positions of a wallet',
      description:
        'Returns positions, computed from all activity of the wallet at average cost. Losing positions of resolved markets stay listed, with price 0, until they are redeemed. While `complete` is false, the positions do not include the activity that is not fetched yet.',
      query: 'query-wallet-positions',
      response: 'wallet-position-page',
      notFound: [],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-Wallet-Not-Followed'],
      cost: { base: 5, portions: {} },
    },
    async handle({ params, search, accountId }) {
      const address = (params['address'] ?? '').toLowerCase()
      const { query, after, pageEnd } = parseRequest(
        search,
        () => findWalletErrors(params),
        address,
      )
      const { limit, sort_by: order, redeemable } = query
      const wallet = requireWallet(params)
      // the watermark is read before the rows, so that the rows include everything that it covers
      const completeness = await walletFollower.completenessOf(wallet, accountId)
      const held = await reader.read(wallet)
      const ids = [...new Set(held.positions.map(({ marketId }) => marketId))]
      const markets = await readPrices(ids)
      const rest = held.positions
        .map((holding) => {
          const { marketId, outcomeIndex } = holding
          const position = toPosition(
            holding,
            held.markets.get(marketId),
            markets.get(marketId) ?? { details: null, observed: null },
          )
          const key: PositionSortKey = [position[sortFields[order]], marketId, outcomeIndex]
          return { position, key }
        })
        .filter(({ position }) => redeemable === undefined || position.redeemable === redeemable)
        .filter(({ key }) => after === null || compareKeys(after, key) < 0)
        .toSorted((a, b) => compareKeys(a.key, b.key))
      const page = rest.slice(0, limit)
      const last = rest.length > limit ? page.at(-1) : undefined
      return {
        body: toJson({
          address: wallet,
          positions: page.map(({ position }) => position),
          limit,
          ...pageEnd(last?.key ?? null),
          complete: completeness.isComplete,
        }),
        headers: toWalletHeaders(completeness, { fromMs: 0, untilMs: Infinity }),
      }
    },
  }
}

function toPosition(
  position: Position,
  marketTexts: HeldMarketTexts | undefined,
  { details: market, observed }: PricedMarket,
): ExactPosition {
  const { marketId, outcomeIndex } = position
  const price = market ? (outcomePricesOf(market, observed)[outcomeIndex] ?? null) : null
  const label = market?.labels[outcomeIndex] ?? marketTexts?.labels.get(outcomeIndex)
  return {
    market_id: marketId,
    platform: platformOf(marketId),
    outcome: label ?? `Outcome ${outcomeIndex + 1}`,
    ...toPositionValuation(position, price),
    cur_price: price,
    redeemable: market?.status === 'resolved',
    market_slug: market?.slug ?? (marketTexts?.slug || null),
    event_slug: market?.event_slug ?? marketTexts?.eventSlug ?? null,
    title: market?.question ?? (marketTexts?.title || null),
  }
}

/** A position with exact decimals, which can be compared because they are in canonical form. */
type ExactPosition = Exclude<WithExactDecimals<WalletPosition>, RenderedJson<WalletPosition>> &
  ReturnType<typeof toPositionValuation>

type PositionSortKey = readonly [value: Decimal | null, marketId: string, outcomeIndex: number]

function parsePositionSortKey([
  value,
  id,
  index,
  ...others
]: readonly unknown[]): PositionSortKey | null {
  if (typeof id !== 'string' || typeof index !== 'number' || others.length > 0) return null
  return value === null || isDecimal(value) ? [value, id, index] : null
}

/** Compares sort keys: the greatest value first, null last, equal values by market id and then by outcome. */
function compareKeys([a, idA, indexA]: PositionSortKey, [b, idB, indexB]: PositionSortKey): number {
  const ties = compareTexts(idA, idB) || indexA - indexB
  if (a === null || b === null) return Number(a === null) - Number(b === null) || ties
  return compareDecimals(b, a) || ties
}
