// Events, markets and tags as the Gamma interface writes them: camel case, JSON arrays inside
// strings, volumes that are strings on a market and numbers on an event, fields missing when zero.
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
/** Microseconds that make a time look measured. */
const finely = (ms: number, seed: number): string => microTime(ms * 1000 + (seed % 1000))

/** A list inside a string, spaced as the platform does. */
const listText = (words: readonly string[]): string =>
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

/** The object of a market; without its parent. */
export function gammaMarket(world: World, market: MarketA, nowMs: number): Json {
  const state = stateOf(world, market, nowMs)
  const { words, life, event, seed } = market
  const named = words.named && nowMs >= words.named.fromMs ? words.named : null
  return {
    id: String(market.number),
    question: named?.question ?? words.question,
    conditionId: market.id,
    slug: words.slug,
    resolutionSource: event.words.source,
    ...(seed % 500 === 0
      ? {}
      : { endDate: secondTime(endDateMs(market)), endDateIso: dayOf(endDateMs(market)) }),
    startDate: finely(life.opensMs, seed),
    startDateIso: dayOf(life.opensMs),
    image: picture(event.words.slug),
    icon: picture(event.words.slug),
    description: words.description,
    outcomes: listText(words.outcomes),
    ...(state.prices === null ? {} : { outcomePrices: listText(state.prices) }),
    ...(words.stand === 'other' && state.prices === null ? { outcomePrices: null } : {}),
    active: state.isActive,
    closed: state.isClosed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    marketMakerAddress: '',
    createdAt: finely(life.createdMs, seed >>> 5),
    updatedAt: finely(state.updatedMs, seed >>> 7),
    submitted_by: resolver,
    resolvedBy: resolver,
    groupItemTitle: named?.group ?? words.group,
    groupItemThreshold: String(market.number % 16),
    questionID: `0x${hexOf(`question/${words.slug}`, 64)}`,
    hasReviewedDates: true,
    enableOrderBook: words.stand !== 'legacy',
    orderPriceMinTickSize: priceNumber(market.tickPico),
    orderMinSize: 5,
    umaBond: '500',
    umaReward: '5',
    acceptingOrders: state.isAccepting,
    acceptingOrdersTimestamp: secondTime(life.opensMs),
    negRisk: event.words.negRisk,
    ...(event.words.negRisk
      ? { negRiskMarketID: negRiskId(event), negRiskRequestID: `0x${hexOf(words.slug, 64)}` }
      : {}),
    negRiskOther: words.stand === 'other',
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
    umaResolutionStatuses: listText(umaHistory(market, nowMs)),
    ...(state.uma === '' ? {} : { umaResolutionStatus: state.uma }),
    ...(state.isClosed && words.stand !== 'legacy'
      ? {
          closedTime: postgresTime(life.settledMs),
          umaEndDate: secondTime(life.settledMs),
          automaticallyResolved: true,
        }
      : {}),
    ...(words.stand === 'legacy' ? {} : { clobTokenIds: listText(market.tokens) }),
    ...sportOf(market),
    ...figures(market, state),
    feesEnabled: false,
    feeType: null,
    requiresTranslation: false,
  }
}

/**
 * Games say when they start, so their end date is over while they are played; and one market in
 * twenty-five has a date that passed long ago, and is open all the same.
 */
export function endDateMs({ words, occasion, life, seed }: MarketA): number {
  if (seed % 25 === 0) return life.opensMs
  return words.sport ? occasion.decidedMs - 2 * 3_600_000 : occasion.endsMs
}

function sportOf({ words, occasion }: MarketA): Json {
  if (!words.sport) return {}
  const startMs = occasion.decidedMs - 2 * 3_600_000
  return {
    sportsMarketType: words.sport.type,
    ...(words.sport.line === undefined ? {} : { line: words.sport.line }),
    gameId: String(occasion.number),
    gameStartTime: postgresTime(startMs),
    eventStartTime: secondTime(startMs),
    secondsDelay: 3,
  }
}

function umaHistory({ life, words }: MarketA, nowMs: number): readonly string[] {
  if (words.stand === 'legacy' || nowMs < life.proposedMs) return []
  return life.disputedMs !== null && nowMs >= life.disputedMs
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

const negRiskId = (event: EventA): string => `0x${hexOf(`neg-risk/${event.words.slug}`, 62)}00`

export function isEventClosed(event: EventA, nowMs: number): boolean {
  return event.markets.every((market) => isClosed(market, nowMs))
}

export function eventUpdatedMs(world: World, event: EventA, nowMs: number): number {
  return Math.max(...event.markets.map((market) => updatedMs(world, market, nowMs)))
}

/** The object of an event; without its markets. */
export function gammaEvent(world: World, event: EventA, nowMs: number): Json {
  const { words, occasion } = event
  const states = event.markets.map((market) => stateOf(world, market, nowMs))
  const sum = (of: (state: StateA) => number): number =>
    Number(states.reduce((total, state) => total + of(state), 0).toFixed(6))
  const closed = isEventClosed(event, nowMs)
  const liquidity = closed
    ? 0
    : Number(event.markets.reduce((total, market) => total + liquidityOf(market), 0).toFixed(5))
  const seed = hashOf(words.slug)
  const sport = event.markets.some((market) => market.words.sport)
  return {
    id: event.id,
    ticker: words.slug,
    slug: words.slug,
    title: words.title,
    description: words.description,
    resolutionSource: words.source,
    startDate: finely(occasion.opensMs, seed),
    creationDate: finely(occasion.opensMs, seed >>> 3),
    endDate: secondTime(sport ? occasion.decidedMs - 2 * 3_600_000 : occasion.endsMs),
    image: picture(words.slug),
    icon: picture(words.slug),
    active: true,
    closed,
    archived: false,
    new: false,
    featured: seed % 9 === 0,
    restricted: true,
    liquidity,
    volume: sum(({ volume }) => volume),
    openInterest: Number((sum(({ volume }) => volume) / 3).toFixed(4)),
    createdAt: finely(event.createdMs, seed >>> 5),
    updatedAt: finely(eventUpdatedMs(world, event, nowMs), seed >>> 7),
    competitive: Number(fraction(seed).toFixed(6)),
    volume24hr: sum(({ volume24h }) => volume24h),
    volume1wk: sum(({ volume }) => volume),
    enableOrderBook: true,
    liquidityClob: liquidity,
    negRisk: words.negRisk,
    ...(words.negRisk
      ? {
          negRiskMarketID: negRiskId(event),
          enableNegRisk: true,
          negRiskAugmented: event.markets.some(({ words: { stand } }) => stand === 'other'),
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
    ...(words.series ? { series: [seriesOf(words.series)] } : {}),
    tags: words.tags.map(tagOf),
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
