// Events, markets and tags in the format of the Gamma interface: camel case, JSON arrays inside
// strings, volumes as strings on a market and as numbers on an event, fields missing when zero.
import { priceNumber } from '../decimals.ts'
import { fraction, hashOf, hexOf, mix } from '../random.ts'
import { dayOf, microTime, postgresTime, secondTime } from '../times.ts'
import { slugOf } from '../world/dates.ts'
import type { EventA, MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { isClosed, stateOf, updatedMs, type StateA } from './state.ts'

type Json = Readonly<Record<string, unknown>>

const picture = (slug: string): string => `https://pictures.invalid/${slug}.png`
const resolver = `0x${hexOf('resolver', 40)}`
/** Adds microseconds to a time, as the platform writes its own. */
const withMicroseconds = (ms: number, seed: number): string => microTime(ms * 1000 + (seed % 1000))

/** A JSON array inside a string, with the platform's spaces. */
const jsonListText = (words: readonly string[]): string =>
  `[${words.map((word) => JSON.stringify(word)).join(', ')}]`

export function tagOf(label: string): Json {
  const slug = slugOf(label)
  return {
    id: String(hashOf(`tag/${slug}`) % 100_000),
    label,
    slug,
    forceShow: false,
    createdAt: '2024-08-05T05:34:54.235643Z',
    updatedAt: '2026-04-17T20:29:06.948273Z',
    requiresTranslation: false,
  }
}

/** A market, without its event. `protocolV2Share`: the fraction of the markets of Protocol V2. */
export function gammaMarket(
  world: World,
  market: MarketA,
  nowMs: number,
  protocolV2Share = 0,
): Json {
  const state = stateOf(world, market, nowMs)
  const { spec, lifecycle, event, seed } = market
  const named = spec.named && nowMs >= spec.named.fromMs ? spec.named : null
  return {
    id: String(market.number),
    question: named?.question ?? spec.question,
    conditionId: market.id,
    slug: spec.slug,
    resolutionSource: event.spec.source,
    ...(seed % 500 === 0
      ? {}
      : { endDate: secondTime(endDateMs(market)), endDateIso: dayOf(endDateMs(market)) }),
    startDate: withMicroseconds(lifecycle.opensMs, seed),
    startDateIso: dayOf(lifecycle.opensMs),
    image: picture(event.spec.slug),
    icon: picture(event.spec.slug),
    description: spec.description,
    outcomes: jsonListText(spec.outcomes),
    ...(state.prices === null ? {} : { outcomePrices: jsonListText(state.prices) }),
    ...(spec.kind === 'other' && state.prices === null ? { outcomePrices: null } : {}),
    active: state.isActive,
    closed: state.isClosed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    marketMakerAddress: '',
    createdAt: withMicroseconds(lifecycle.createdMs, seed >>> 5),
    updatedAt: withMicroseconds(state.updatedMs, seed >>> 7),
    submitted_by: resolver,
    resolvedBy: resolver,
    groupItemTitle: named?.group ?? spec.group,
    groupItemThreshold: String(market.number % 16),
    questionID: `0x${hexOf(`question/${spec.slug}`, 64)}`,
    hasReviewedDates: true,
    enableOrderBook: spec.kind !== 'legacy',
    orderPriceMinTickSize: priceNumber(market.tickPico),
    orderMinSize: 5,
    umaBond: '500',
    umaReward: '5',
    acceptingOrders: state.isAccepting,
    acceptingOrdersTimestamp: secondTime(lifecycle.opensMs),
    negRisk: event.spec.negRisk,
    ...(event.spec.negRisk
      ? { negRiskMarketID: negRiskId(event), negRiskRequestID: `0x${hexOf(spec.slug, 64)}` }
      : {}),
    negRiskOther: spec.kind === 'other',
    ready: false,
    funded: false,
    approved: true,
    cyom: false,
    pagerDutyNotificationEnabled: false,
    rewardsMinSize: 20,
    rewardsMaxSpread: 3.5,
    automaticallyActive: true,
    clearBookOnStart: true,
    manualActivation: false,
    umaResolutionStatuses: jsonListText(umaHistory(market, nowMs)),
    ...(state.uma === '' ? {} : { umaResolutionStatus: state.uma }),
    ...(state.isClosed && spec.kind !== 'legacy'
      ? {
          closedTime: postgresTime(lifecycle.settledMs),
          umaEndDate: secondTime(lifecycle.settledMs),
          automaticallyResolved: true,
        }
      : {}),
    ...(spec.kind === 'legacy' ? {} : tokensOf(market, protocolV2Share)),
    ...sportOf(market),
    ...figures(market, state),
    feesEnabled: false,
    feeType: null,
    requiresTranslation: false,
  }
}

/** Markets of Protocol V2 have their tokens in an array. Some also have `clobTokenIds`, which then do not count. */
function tokensOf({ seed, tokens }: MarketA, protocolV2Share: number): Json {
  const clobTokenIds = jsonListText(tokens)
  if (fraction(mix(seed, 2)) >= protocolV2Share) return { clobTokenIds }
  const others = tokens.map((token) => token.split('').reverse().join(''))
  return {
    version: 'v2',
    positionIds: tokens,
    ...(seed % 2 === 0 ? { clobTokenIds: jsonListText(others) } : {}),
  }
}

/**
 // * The end date of a game is its start, so it has passed while the game is played. One market in
 // twenty-five has an end date that passed long ago although it is still open.
 */
export function endDateMs({ spec, occasion, lifecycle, seed }: MarketA): number {
  if (seed % 25 === 0) return lifecycle.opensMs
  return spec.sport ? occasion.decidedMs - 2 * 3_600_000 : occasion.endsMs
}

function sportOf({ spec, occasion }: MarketA): Json {
  if (!spec.sport) return {}
  const startMs = occasion.decidedMs - 2 * 3_600_000
  return {
    sportsMarketType: spec.sport.type,
    ...(spec.sport.line === undefined ? {} : { line: spec.sport.line }),
    gameId: String(occasion.number),
    gameStartTime: postgresTime(startMs),
    eventStartTime: secondTime(startMs),
    secondsDelay: 3,
  }
}

function umaHistory({ lifecycle, spec }: MarketA, nowMs: number): readonly string[] {
  if (spec.kind === 'legacy' || nowMs < lifecycle.proposedMs) return []
  return lifecycle.disputedMs !== null && nowMs >= lifecycle.disputedMs
    ? ['proposed', 'disputed']
    : ['proposed']
}

function figures(market: MarketA, state: StateA): Json {
  const liquidity = state.isClosed || state.isPlaceholder ? 0 : liquidityOf(market)
  const spread = (state.bestAsk ?? 1) - (state.bestBid ?? 0)
  return {
    ...(state.volume === 0
      ? {}
      : {
          volume: String(state.volume),
          volumeNum: state.volume,
          volumeClob: state.volume,
          volume1wk: state.volume,
          volume1mo: state.volume,
          volume1yr: state.volume,
        }),
    ...(state.volume24h === 0
      ? {}
      : { volume24hr: state.volume24h, volume24hrClob: state.volume24h }),
    ...(liquidity === 0
      ? {}
      : { liquidity: String(liquidity), liquidityNum: liquidity, liquidityClob: liquidity }),
    spread: Number(spread.toFixed(4)),
    ...(state.bestBid === null ? {} : { bestBid: state.bestBid }),
    ...(state.isPlaceholder ? {} : { bestAsk: state.bestAsk ?? 1 }),
    ...(state.lastPrice === null ? {} : { lastTradePrice: state.lastPrice }),
    competitive: Number(fraction(mix(market.seed, 77)).toFixed(9)),
  }
}

export function liquidityOf({ seed, tradesPerHour }: MarketA): number {
  return Number(((500 + (seed % 9000)) * (1 + tradesPerHour / 4)).toFixed(5))
}

const negRiskId = (event: EventA): string => `0x${hexOf(`neg-risk/${event.spec.slug}`, 62)}00`

export function isEventClosed(event: EventA, nowMs: number): boolean {
  return event.markets.every((market) => isClosed(market, nowMs))
}

export function eventUpdatedMs(world: World, event: EventA, nowMs: number): number {
  return Math.max(...event.markets.map((market) => updatedMs(world, market, nowMs)))
}

/** An event, without its markets. */
export function gammaEvent(world: World, event: EventA, nowMs: number): Json {
  const { spec, occasion } = event
  const states = event.markets.map((market) => stateOf(world, market, nowMs))
  const sum = (of: (state: StateA) => number): number =>
    Number(states.reduce((total, state) => total + of(state), 0).toFixed(6))
  const closed = isEventClosed(event, nowMs)
  const liquidity = closed
    ? 0
    : Number(event.markets.reduce((total, market) => total + liquidityOf(market), 0).toFixed(5))
  const seed = hashOf(spec.slug)
  const sport = event.markets.some((market) => market.spec.sport)
  return {
    id: event.id,
    ticker: spec.slug,
    slug: spec.slug,
    title: spec.title,
    description: spec.description,
    resolutionSource: spec.source,
    startDate: withMicroseconds(occasion.opensMs, seed),
    creationDate: withMicroseconds(occasion.opensMs, seed >>> 3),
    endDate: secondTime(sport ? occasion.decidedMs - 2 * 3_600_000 : occasion.endsMs),
    image: picture(spec.slug),
    icon: picture(spec.slug),
    active: true,
    closed,
    archived: false,
    new: false,
    featured: seed % 9 === 0,
    restricted: true,
    liquidity,
    volume: sum(({ volume }) => volume),
    openInterest: Number((sum(({ volume }) => volume) / 3).toFixed(4)),
    createdAt: withMicroseconds(event.createdMs, seed >>> 5),
    updatedAt: withMicroseconds(eventUpdatedMs(world, event, nowMs), seed >>> 7),
    competitive: Number(fraction(seed).toFixed(6)),
    volume24hr: sum(({ volume24h }) => volume24h),
    volume1wk: sum(({ volume }) => volume),
    enableOrderBook: true,
    liquidityClob: liquidity,
    negRisk: spec.negRisk,
    ...(spec.negRisk
      ? {
          negRiskMarketID: negRiskId(event),
          enableNegRisk: true,
          negRiskAugmented: event.markets.some(({ spec: { kind } }) => kind === 'other'),
        }
      : {}),
    commentCount: seed % 300,
    ...(closed ? { closedTime: secondTime(event.settledMs) } : {}),
    ...(sport
      ? {
          gameId: Number(occasion.number),
          eventDate: dayOf(occasion.decidedMs - 5 * 3_600_000),
          ended: nowMs >= occasion.decidedMs,
          live: nowMs >= occasion.decidedMs - 2 * 3_600_000 && nowMs < occasion.decidedMs,
        }
      : {}),
    ...(spec.series ? { series: [seriesOf(spec.series)] } : {}),
    tags: spec.tags.map(tagOf),
    cyom: false,
    showAllOutcomes: true,
    showMarketImages: true,
    automaticallyActive: true,
    pendingDeployment: false,
    deploying: false,
    requiresTranslation: false,
  }
}

export function seriesOf(series: {
  readonly slug: string
  readonly title: string
  readonly recurrence: string
}): Json {
  return {
    id: String(hashOf(`series/${series.slug}`) % 20_000),
    ticker: series.slug,
    slug: series.slug,
    title: series.title,
    seriesType: 'single',
    recurrence: series.recurrence,
    active: true,
    closed: false,
    archived: false,
    competitive: '0',
    volume: 0,
    liquidity: 0,
    commentCount: 0,
    requiresTranslation: false,
  }
}
