// The messages about the lifecycle of markets and events. Nothing is sent when the open time or the scheduled
// close time of a market passes.
import type { Json } from '../../streams/command.ts'
import { payout, type EventB, type MarketB } from '../../world/market.ts'
import type { World } from '../../world/world.ts'
import { priceRanges, resultOf, settledUs } from '../objects.ts'

export interface LifecycleMessage {
  readonly atMs: number
  readonly type: 'market_lifecycle_v2' | 'event_lifecycle'
  readonly msg: Json
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** What happened after `fromMs`, up to and including `untilMs`, to events with parlays, or to all others. */
export function lifecycleBetween(
  world: World,
  fromMs: number,
  untilMs: number,
  parlays: boolean,
): readonly LifecycleMessage[] {
  return world
    .catalogB(untilMs)
    .events.filter(({ spec }) => spec.parlay === parlays)
    .flatMap((event) => [
      created(event),
      ...event.markets.flatMap((market) =>
        changesOf(market).map(({ atMs, ...msg }): LifecycleMessage => ({
          atMs,
          type: 'market_lifecycle_v2',
          msg: { market_ticker: market.id, ...msg },
        })),
      ),
    ])
    .filter(({ atMs }) => atMs > fromMs && atMs <= untilMs)
}

function created({ spec, id, createdMs, occasion }: EventB): LifecycleMessage {
  return {
    atMs: createdMs,
    type: 'event_lifecycle',
    msg: {
      event_ticker: id,
      title: spec.title,
      subtitle: spec.subTitle,
      collateral_return_type: spec.exclusive ? 'MECNET' : '',
      series_ticker: spec.series.ticker,
      strike_date: seconds(occasion.decidedMs),
    },
  }
}

interface Change extends Json {
  readonly atMs: number
  readonly event_type: string
}

function changesOf(market: MarketB): readonly Change[] {
  const { lifecycle, occasion, spec, event } = market
  const { createdMs, paused, tradingEndsMs, proposedMs, settledMs } = lifecycle
  const paid = payout(market)
  return [
    {
      atMs: createdMs,
      event_type: 'created',
      exchange_index: 0,
      open_ts: seconds(lifecycle.opensMs),
      close_ts: seconds(occasion.endsMs),
      ...priceRanges(market),
      additional_metadata: {
        name: spec.yes,
        title: spec.title,
        yes_sub_title: spec.yes,
        no_sub_title: spec.no,
        rules_primary: spec.rules,
        rules_secondary: event.spec.rulesSecondary,
        can_close_early: true,
        event_ticker: event.id,
        expected_expiration_ts: seconds(occasion.decidedMs),
        strike_type: spec.strike.type,
        ...(spec.strike.floor === undefined ? {} : { floor_strike: spec.strike.floor }),
        ...(spec.strike.cap === undefined ? {} : { cap_strike: spec.strike.cap }),
        ...(spec.strike.custom ? { custom_strike: spec.strike.custom } : {}),
      },
    },
    ...(paused === null
      ? []
      : [
          { atMs: paused.fromMs, event_type: 'deactivated', is_deactivated: true },
          { atMs: paused.untilMs, event_type: 'activated', is_deactivated: false },
        ]),
    // The result is known before the scheduled end.
    ...(tradingEndsMs < occasion.endsMs
      ? [
          {
            atMs: tradingEndsMs,
            event_type: 'close_date_updated',
            close_ts: seconds(tradingEndsMs),
          },
        ]
      : []),
    {
      atMs: proposedMs,
      determination_ts: seconds(proposedMs),
      result: resultOf(market),
      settlement_value: paid === 0.5 ? '0.5000' : `${paid}.0000`,
      event_type: 'determined',
    },
    { atMs: settledMs, settled_ts: Math.floor(settledUs(market) / 1e6), event_type: 'settled' },
  ]
}
