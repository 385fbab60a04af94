// The Trade API of platform_b: events, markets, series, books, trades, candles, and the split into
// a live and a historical tier. Also its WebSocket.
import { ok, type Route } from '../server/routes.ts'
import type { SimulatedWorld } from '../simulated-world.ts'
import type { Stream } from '../streams/stream.ts'
import { secondTime } from '../times.ts'
import { get } from './answers.ts'
import { bookRoutes } from './books.ts'
import { eventRoutes } from './events.ts'
import { marketRoutes } from './markets.ts'
import type { NumberFormat } from './numbers.ts'
import { seriesRoutes } from './series.ts'
import { requireSignature, type RequiredKey } from './signatures.ts'
import { tradeApiStream } from './streams/session.ts'
import { tradeRoutes } from './trade-routes.ts'
import { createView } from './view.ts'

export interface PlatformBOptions {
  /** What was settled or traded longer ago than this many days is on the historical routes only (default 2). */
  readonly liveDays?: number
  /** How numbers are written (default fixed-point). */
  readonly numberFormat?: NumberFormat
  /** Every request, and every handshake of a WebSocket, must be signed with this key (default: no request need be signed). */
  readonly requiredKey?: RequiredKey
  /** Responses state that they may be cached for this many seconds; the platform states 15 (default: no such header). */
  readonly cacheSeconds?: number
}

export function createRoutes(
  served: SimulatedWorld,
  { liveDays = 2, numberFormat = 'fixed-point', requiredKey, cacheSeconds }: PlatformBOptions,
): readonly Route[] {
  const view = createView(served, { liveDays, numberFormat })
  const routes = [
    get('/exchange/status', () =>
      ok({ exchange_active: true, exchange_estimated_resume_time: null, trading_active: true }),
    ),
    get('/historical/cutoff', ({ nowMs }) => {
      const cutoff = secondTime(view.cutoffMs(nowMs))
      return ok({
        market_positions_last_updated_ts: cutoff,
        market_settled_ts: cutoff,
        orders_updated_ts: cutoff,
        trades_created_ts: cutoff,
      })
    }),
    ...tradeRoutes(view),
    ...bookRoutes(view),
    ...marketRoutes(view),
    ...eventRoutes(view),
    ...seriesRoutes(view),
  ]
  const signed = requiredKey === undefined ? routes : requireSignature(routes, requiredKey)
  return cacheSeconds === undefined ? signed : signed.map(cacheable(cacheSeconds))
}

const cacheable =
  (seconds: number) =>
  (route: Route): Route => ({
    ...route,
    handle: (request) => ({
      ...route.handle(request),
      headers: { 'Cache-Control': `public, max-age=${seconds}` },
    }),
  })

export const createStreams = (
  { world }: SimulatedWorld,
  { requiredKey }: PlatformBOptions,
): readonly Stream[] => [tradeApiStream(world, requiredKey)]
