// platform_b: the world as the Trade API shows it: which markets are on the live routes, and its objects.
import type { SimulatedWorld } from '../simulated-world.ts'
import { dayMs } from '../world/dates.ts'
import type { EventB, MarketB } from '../world/market.ts'
import type { NumberFormat } from './numbers.ts'
import { wireEvent, wireMarket, type StatusB } from './objects.ts'

export type Json = Readonly<Record<string, unknown>>

/** The values of the filter `status`, and the statuses in responses that each one selects. */
export const statusesOfFilter: Readonly<Record<string, readonly StatusB[]>> = {
  unopened: ['initialized'],
  open: ['active'],
  paused: ['inactive'],
  closed: ['closed', 'determined', 'disputed'],
  settled: ['finalized'],
}

export type View = ReturnType<typeof createView>

export function createView(
  { world, isVisible }: SimulatedWorld,
  { liveDays, numberFormat }: { readonly liveDays: number; readonly numberFormat: NumberFormat },
) {
  const cutoffMs = (nowMs: number): number => Math.floor((nowMs - liveDays * dayMs) / dayMs) * dayMs
  const isHistorical = (market: MarketB, nowMs: number): boolean =>
    market.lifecycle.settledMs < cutoffMs(nowMs)
  const object = (market: MarketB, nowMs: number): Json =>
    wireMarket(world, market, nowMs, numberFormat)
  const liveMarkets = (event: EventB, nowMs: number): readonly MarketB[] =>
    event.markets.filter((market) => !isHistorical(market, nowMs))
  const nested = (event: EventB, nowMs: number): Json => ({
    ...wireEvent(event, nowMs),
    markets: liveMarkets(event, nowMs).map((market) => object(market, nowMs)),
  })

  return { world, isVisible, numberFormat, cutoffMs, isHistorical, object, liveMarkets, nested }
}
