// The simulated platform_b: the Trade API for 196,000 open markets, 70,000 of which are settled each day, in
// the shapes of the recordings. It refuses more requests than a keyless client may make.
import { bookOf, type Level } from './book.ts'
import { integerOf } from '../../simulator/server/routes.ts'
import { createListings, type Trade } from './listings.ts'
import { subjectOf } from './subjects.ts'
import { createRequestLimit } from './request-limit.ts'
import { pick, range, type PlatformRequest, type PlatformResponse } from './route.ts'

const base = '/trade-api/v2'
/** From the end of a market until it is final. */
const settlementMs = 600_000
/** What ended longer ago is in the historical tier. */
const liveMs = 90 * 86_400_000
const rules =
  'If the outcome that the title names occurs before the expiration time, as reported by the settlement source, then the market resolves to Yes. Revisions of the source that are published after the expiration do not count. '
const rulesMore = 'The market may close early if the event occurs before its end. '.repeat(4)

/** The tier's limit of reads: 20 requests a second, three seconds of which can be saved up. */
const readLimit = { requestsPerS: 20, maxSavedRequests: 60 }

export function createPlatformB(openMarkets: number, tradesPerS: number) {
  const marketsPerEvent = 14
  const listings = createListings({
    openEvents: Math.floor(openMarkets / marketsPerEvent),
    marketsPerEvent,
    lifetimeMs: 2.8 * 86_400_000,
    tradesPerS,
  })
  const { openEvents } = listings.plan
  const seriesOf = (event: number): string => `KXS${event % 400}`
  const eventTicker = (event: number): string => `${seriesOf(event)}-E${event}`
  const ticker = (market: number): string =>
    `${eventTicker(listings.eventOf(market))}-M${market % marketsPerEvent}`
  const eventOfTicker = (text: string): number => Number(/-E(\d+)/.exec(text)?.[1])
  const marketOfTicker = (text: string): number =>
    eventOfTicker(text) * marketsPerEvent + Number(/-M(\d+)$/.exec(text)?.[1])
  const timeText = (ms: number): string => new Date(ms).toISOString()
  const dollars = (cents: number): string => (cents / 100).toFixed(4)
  const marketsOf = (event: number): number[] =>
    range(event * marketsPerEvent, event * marketsPerEvent + marketsPerEvent - 1)

  function statusOf(event: number, nowMs: number): 'active' | 'determined' | 'finalized' {
    if (listings.isOpen(event, nowMs)) return 'active'
    return nowMs < listings.endMs(event) + settlementMs ? 'determined' : 'finalized'
  }

  /** The last change other than by trading. */
  function updatedMs(event: number, nowMs: number): number {
    const endMs = listings.endMs(event)
    if (nowMs >= endMs + settlementMs) return endMs + settlementMs
    return nowMs >= endMs ? endMs : listings.createdMs(event)
  }

  function marketText(market: number, nowMs: number): string {
    const event = listings.eventOf(market)
    const child = market % marketsPerEvent
    const status = statusOf(event, nowMs)
    const subject = subjectOf(event, listings.endMs(event))
    const [created, ended] = [timeText(listings.createdMs(event)), timeText(listings.endMs(event))]
    const total = listings.traded(market, 0, nowMs)
    const day = listings.traded(market, nowMs - 86_400_000, nowMs)
    const cents = listings.lastPriceCents(market, nowMs)
    const isActive = status === 'active'
    const won = market % 3 === 0
    const result = isActive
      ? '"result":""'
      : `"result":"${won ? 'yes' : 'no'}","settlement_value_dollars":"${won ? '1.0000' : '0.0000'}"`
    const settled =
      status === 'finalized'
        ? `,"settlement_ts":"${timeText(listings.endMs(event) + settlementMs)}"`
        : ''
    const [bid, ask] = isActive ? [cents - 1, cents + 1] : [0, 100]
    return `{"can_close_early":true,"close_time":"${ended}","created_time":"${created}","early_close_condition":"This market will close and expire early if the event occurs.","event_ticker":"${eventTicker(event)}","exchange_index":0,"expected_expiration_time":"${ended}","expiration_time":"${ended}","expiration_value":"","latest_expiration_time":"${ended}","market_type":"binary","no_sub_title":"${subject.label(child)}","notional_value_dollars":"1.0000","occurrence_datetime":"${ended}","open_time":"${created}","price_level_structure":"linear_cent","price_ranges":[{"start":"0.0000","end":"1.0000","step":"0.0100"}],"yes_bid_dollars":"${dollars(bid)}","yes_bid_size_fp":"${pick(market, 900)}.00","yes_ask_dollars":"${dollars(ask)}","yes_ask_size_fp":"${pick(market + 1, 900)}.00","no_bid_dollars":"${dollars(100 - ask)}","no_ask_dollars":"${dollars(100 - bid)}","last_price_dollars":"${dollars(total.trades === 0 ? 0 : cents)}","previous_price_dollars":"${dollars(cents)}","previous_yes_bid_dollars":"${dollars(bid)}","previous_yes_ask_dollars":"${dollars(ask)}","volume_fp":"${total.contracts}.00","volume_24h_fp":"${day.contracts}.00","open_interest_fp":"${Math.floor(total.contracts / 2)}.00",${result},"rules_primary":"${rules}","rules_secondary":"${rulesMore}","settlement_timer_seconds":300${settled},"status":"${status}","strike_type":"custom","ticker":"${ticker(market)}","title":"${subject.question(child)}","subtitle":"","updated_time":"${timeText(updatedMs(event, nowMs))}","yes_sub_title":"${subject.label(child)}"}`
  }

  function eventText(event: number, nowMs: number, markets: readonly number[] | null): string {
    const subject = subjectOf(event, listings.endMs(event))
    return `{"category":"${subject.category}","collateral_return_type":"","event_ticker":"${eventTicker(event)}","exchange_index":0,"last_updated_ts":"${timeText(updatedMs(event, nowMs))}","mutually_exclusive":false,"product_metadata":{},"series_ticker":"${seriesOf(event)}","settlement_sources":[{"name":"Organizer","url":"https://organizer.invalid"}],"strike_date":"${timeText(listings.endMs(event))}","sub_title":"${subject.event}","title":"${subject.event}"${markets === null ? '' : `,"markets":[${markets.map((market) => marketText(market, nowMs)).join(',')}]`}}`
  }

  /** The first and last number of the events in a state, newest first; the first is smaller if there are none. */
  function boundsOf(status: string, nowMs: number): readonly [number, number] {
    const newest = listings.newestAt(nowMs)
    const oldestOpen = newest - openEvents + 1
    const newestFinal = listings.newestAt(nowMs - settlementMs) - openEvents
    switch (status) {
      case 'open':
        return [newest, oldestOpen]
      case 'closed':
        return [oldestOpen - 1, newestFinal + 1]
      case 'settled':
        return [newestFinal, 0]
      case 'historical':
        return [listings.newestAt(nowMs - settlementMs - liveMs) - openEvents, 0]
      case 'unopened':
      case 'paused':
        return [0, 1]
      default:
        return [newest, 0]
    }
  }

  function eventPage(bounds: readonly [number, number], limit: number, cursor: string | null) {
    const [newest, oldest] = bounds
    const from = cursor === null || cursor === '' ? newest : Number(cursor) - 1
    const events = from < oldest ? [] : range(from, Math.max(oldest, from - limit + 1))
    return { events, next: (events.at(-1) ?? oldest) > oldest ? String(events.at(-1)) : '' }
  }

  function eventList({ query, nowMs }: PlatformRequest): PlatformResponse {
    const isNested = query.get('with_nested_markets') === 'true'
    const toText = (event: number): string =>
      eventText(event, nowMs, isNested ? marketsOf(event) : null)
    const tickers = query.get('tickers')
    if (tickers !== null) {
      const found = tickers
        .split(',')
        .map(eventOfTicker)
        .filter((one) => listings.exists(one, nowMs))
      return {
        class: 'lookups',
        text: `{"cursor":"","events":[${found.map(toText).join(',')}],"milestones":[]}`,
      }
    }
    const limit = Math.min(200, integerOf(query, 'limit') ?? 200)
    const { events, next } = eventPage(
      boundsOf(query.get('status') ?? '', nowMs),
      limit,
      query.get('cursor'),
    )
    return {
      class: 'lists',
      text: `{"cursor":"${next}","events":[${events.map(toText).join(',')}],"milestones":[]}`,
    }
  }

  function marketList({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(1_000, integerOf(query, 'limit') ?? 100)
    const tickers = query.get('tickers')
    const list = (markets: readonly number[], cursor: string): string =>
      `{"cursor":"${cursor}","markets":[${markets.map((market) => marketText(market, nowMs)).join(',')}]}`
    if (tickers !== null) {
      const found = tickers
        .split(',')
        .map(marketOfTicker)
        .filter((market) => listings.exists(listings.eventOf(market), nowMs))
      return { class: 'lookups', text: list(found, '') }
    }
    const perPage = Math.max(1, Math.floor(limit / marketsPerEvent))
    if (query.has('min_updated_ts')) {
      // the pages of one list show the same time: with a fast clock, the list would grow faster than it is read
      const [untilMs = nowMs, from = 0] = (query.get('cursor') ?? '')
        .split('-')
        .filter(Boolean)
        .map(Number)
      const events = updatedSince((integerOf(query, 'min_updated_ts') ?? 0) * 1000, untilMs)
      const page = events.slice(from, from + perPage)
      const next = from + perPage < events.length ? `${untilMs}-${from + perPage}` : ''
      return { class: 'changes', text: list(page.flatMap(marketsOf), next) }
    }
    const { events, next } = eventPage(
      boundsOf(query.get('status') ?? '', nowMs),
      perPage,
      query.get('cursor'),
    )
    return { class: 'lists', text: list(events.flatMap(marketsOf), next) }
  }

  /** Events that opened, ended or were settled since. */
  function updatedSince(sinceMs: number, nowMs: number): number[] {
    const between = (fromMs: number, untilMs: number, shift: number): number[] => {
      const [first, last] = [
        listings.newestAt(fromMs) + 1 - shift,
        listings.newestAt(untilMs) - shift,
      ]
      return last < first ? [] : range(last, first)
    }
    return [
      ...between(sinceMs, nowMs, 0),
      ...between(sinceMs, nowMs, openEvents),
      ...between(sinceMs - settlementMs, nowMs - settlementMs, openEvents),
    ]
  }

  function historicalMarkets({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(1_000, integerOf(query, 'limit') ?? 100)
    const perPage = Math.max(1, Math.floor(limit / marketsPerEvent))
    const { events, next } = eventPage(boundsOf('historical', nowMs), perPage, query.get('cursor'))
    const texts = events.flatMap(marketsOf).map((market) => marketText(market, nowMs))
    return { class: 'lists', text: `{"cursor":"${next}","markets":[${texts.join(',')}]}` }
  }

  function tradeText({ market, number, ms, priceCents, size, side }: Trade): string {
    const hex = market.toString(16).padStart(16, '0') + number.toString(16).padStart(16, '0')
    const id = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ]
    const taker = side === 'buy' ? 'yes' : 'no'
    return `{"count_fp":"${size}.00","created_time":"${timeText(ms).slice(0, -1)}000Z","is_block_trade":false,"no_price_dollars":"${dollars(100 - priceCents)}","taker_book_side":"${taker === 'yes' ? 'bid' : 'ask'}","taker_outcome_side":"${taker}","taker_side":"${taker}","ticker":"${ticker(market)}","trade_id":"${id.join('-')}","yes_price_dollars":"${dollars(priceCents)}"}`
  }

  function trades({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(1_000, integerOf(query, 'limit') ?? 100)
    const asked = query.get('ticker')
    const toMs = Math.min(
      nowMs,
      query.has('cursor')
        ? Number(query.get('cursor'))
        : ((integerOf(query, 'max_ts') ?? Math.floor(nowMs / 1000)) + 1) * 1000,
    )
    const fromMs = query.has('min_ts') ? (integerOf(query, 'min_ts') ?? 0) * 1000 : toMs - 60_000
    // a long window is not computed whole
    const tapeFromMs = Math.max(fromMs, toMs - (2_000 * limit) / tradesPerS - 5_000)
    const rows =
      asked === null
        ? listings.tape(tapeFromMs, toMs)
        : listings.tradesOf(marketOfTicker(asked), fromMs, toMs, limit)
    // a page ends before a millisecond that does not fit, so that the cursor can be a time
    const page = rows.reverse().slice(0, limit)
    const lastMs = page.at(-1)?.ms ?? 0
    const fits = page.length < limit ? page : page.filter(({ ms }) => ms > lastMs)
    const readFromMs = asked === null ? tapeFromMs : fromMs
    const oldestMs = page.length < limit ? readFromMs : (fits.at(-1)?.ms ?? readFromMs)
    const cursor = oldestMs <= fromMs ? '' : String(oldestMs)
    return {
      class: asked === null ? 'tape' : 'history',
      text: `{"cursor":"${cursor}","trades":[${fits.map(tradeText).join(',')}]}`,
    }
  }

  function bookText(market: number, nowMs: number): string {
    const { bids, asks } = bookOf(listings, market, nowMs)
    // bids only on both sides, the best level last
    const side = (levels: readonly Level[], priceOf: (cents: number) => number): string =>
      levels
        .map(({ cents, size }) => `["${dollars(priceOf(cents))}","${size}.00"]`)
        .reverse()
        .join(',')
    return `{"yes_dollars":[${side(bids, (cents) => cents)}],"no_dollars":[${side(asks, (cents) => 100 - cents)}]}`
  }

  const isKnown = (market: number, nowMs: number): boolean =>
    listings.exists(listings.eventOf(market), nowMs)

  function books({ query, nowMs }: PlatformRequest): PlatformResponse {
    const markets = query
      .getAll('tickers')
      .flatMap((text) => text.split(','))
      .map(marketOfTicker)
      .filter((market) => isKnown(market, nowMs))
    const texts = markets.map(
      (market) => `{"ticker":"${ticker(market)}","orderbook_fp":${bookText(market, nowMs)}}`,
    )
    return { class: 'books', text: `{"orderbooks":[${texts.join(',')}]}`, books: markets }
  }

  const notFound = {
    status: 404,
    text: '{"error":{"code":"not_found","message":"not found"}}',
  } as const

  function respond(request: PlatformRequest): PlatformResponse | null {
    const { nowMs } = request
    if (!request.path.startsWith(base)) return null
    const [, collection, id, part] = request.path
      .slice(base.length)
      .split('/')
      .map(decodeURIComponent)
    switch (`/${collection}${id === undefined ? '' : `/${id}`}`) {
      case '/events':
        return eventList(request)
      case '/markets':
        return marketList(request)
      case '/historical/markets':
        return historicalMarkets(request)
      case '/historical/cutoff': {
        const cutoff = timeText(nowMs - liveMs)
        return {
          class: 'other',
          text: `{"market_settled_ts":"${cutoff}","trades_created_ts":"${cutoff}","orders_updated_ts":"${cutoff}"}`,
        }
      }
      case '/markets/trades':
      case '/historical/trades':
        return trades(request)
      case '/markets/orderbooks':
        return books(request)
    }
    if (collection === 'events' && id !== undefined) {
      const event = eventOfTicker(id)
      if (!listings.exists(event, nowMs)) return { class: 'lookups', ...notFound }
      return { class: 'lookups', text: `{"event":${eventText(event, nowMs, marketsOf(event))}}` }
    }
    if (collection === 'markets' && id !== undefined) {
      const market = marketOfTicker(id)
      if (!isKnown(market, nowMs)) return { class: 'lookups', ...notFound }
      return part === 'orderbook'
        ? { class: 'books', text: `{"orderbook_fp":${bookText(market, nowMs)}}`, books: [market] }
        : { class: 'lookups', text: `{"market":${marketText(market, nowMs)}}` }
    }
    return null
  }

  const takeRequest = createRequestLimit(readLimit)
  function respondWithinLimit(request: PlatformRequest): PlatformResponse | null {
    const response = respond(request)
    if (response === null || takeRequest(request.nowMs)) return response
    return { class: response.class, status: 429, text: '{"error":"too many requests"}' }
  }

  return {
    respond: respondWithinLimit,
    listings,
    idOf: (market: number): string => `pb_${ticker(market)}`,
  }
}
