// The simulated platform_a: the Gamma, CLOB and Data APIs for 84,000 open markets, in the shapes of the
// recordings. Its lists stamp every open market each minute, books have the time of their last change, and
// its trades appear some seconds late.
import { bookOf, type Level } from './book.ts'
import { integerOf } from '../../simulator/server/routes.ts'
import { createListings, originMs, type Trade } from './listings.ts'
import { createStreamedBooks } from './streamed-books.ts'
import { subjectOf } from './subjects.ts'
import {
  pick,
  range,
  type PlatformRequest,
  type PlatformResponse,
  type RequestClass,
} from './route.ts'

/** How long after a trade the Data API returns it. */
const visibleAfterMs = 5_000
/** From the end of a market until its result is final. */
const disputePeriodMs = 600_000
const stampPeriodMs = 60_000
const description =
  'This market resolves according to the official result that the organizer publishes. If the result is not published within seven days after the date in the title, or if what the title describes is cancelled or postponed beyond that time, the market resolves to 50-50. Statements of the participants do not count. '.repeat(
    4,
  )

export function createPlatformA(openMarkets: number, tradesPerS: number) {
  const marketsPerEvent = 8
  const listings = createListings({
    openEvents: Math.floor(openMarkets / marketsPerEvent),
    marketsPerEvent,
    lifetimeMs: 8.4 * 86_400_000,
    tradesPerS,
  })
  const { openEvents } = listings.plan
  const streamedBooks = createStreamedBooks(listings)
  const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0')
  const conditionId = (market: number): string => `0x${hex(market, 64)}`
  /** Tokens have 76 digits and contain the number of the market and the outcome. */
  const tokenId = (market: number, outcome: 0 | 1): string =>
    `7${String(market * 2 + outcome).padStart(75, '0')}`
  const marketOfCondition = (id: string): number => Number.parseInt(id.slice(2), 16)
  const marketOfToken = (id: string): number => Math.floor(Number(id.slice(1)) / 2)
  const timeText = (ms: number): string => new Date(ms).toISOString()
  const marketsOf = (event: number): number[] =>
    range(event * marketsPerEvent, event * marketsPerEvent + marketsPerEvent - 1)

  /** The last time before `nowMs` at which the platform stamped the market. */
  function updatedMs(market: number, nowMs: number): number {
    const event = listings.eventOf(market)
    const changed = Math.min(nowMs, listings.endMs(event))
    const phaseMs = Math.floor(((event % openEvents) * stampPeriodMs) / openEvents)
    return Math.max(
      listings.createdMs(event),
      Math.floor((changed - originMs - phaseMs) / stampPeriodMs) * stampPeriodMs +
        phaseMs +
        originMs,
    )
  }

  function eventText(event: number, nowMs: number, markets: readonly number[] | null): string {
    const subject = subjectOf(event, listings.endMs(event))
    const closed = !listings.isOpen(event, nowMs)
    const created = timeText(listings.createdMs(event))
    const slug = `event-${event}`
    const figures = marketsOf(event).map((market) => listings.traded(market, 0, nowMs).dollars)
    const volume = figures.reduce((sum, dollars) => sum + dollars, 0)
    return `{"id":"${event}","ticker":"${slug}","slug":"${slug}","title":"${subject.event}","description":"${description}","resolutionSource":"","startDate":"${created}","creationDate":"${created}","endDate":"${timeText(listings.endMs(event))}","image":"https://pictures.invalid/${slug}.png","icon":"https://pictures.invalid/${slug}.png","active":true,"closed":${closed},"archived":false,"new":false,"featured":false,"restricted":true,"liquidity":${pick(event, 1e6)},"volume":${volume.toFixed(6)},"openInterest":${(volume / 3).toFixed(4)},"createdAt":"${created}","updatedAt":"${timeText(updatedMs(event * marketsPerEvent, nowMs))}","competitive":0.9${pick(event, 1e5)},"enableOrderBook":true,"liquidityClob":${pick(event, 1e6)},"negRisk":false,"commentCount":${event % 300},"tags":[{"id":"${pick(event % 3, 1e5)}","label":"${subject.category}","slug":"${subject.category.toLowerCase()}"},{"id":"${100 + (event % 40)}","label":"Topic ${event % 40}","slug":"topic-${event % 40}"}],"cyom":false,"showAllOutcomes":true,"showMarketImages":true,"automaticallyActive":true,"pendingDeployment":false,"deploying":false${markets === null ? '' : `,"markets":[${markets.map((market) => marketText(market, nowMs, false)).join(',')}]`}}`
  }

  function marketText(market: number, nowMs: number, withEvent: boolean): string {
    const event = listings.eventOf(market)
    const child = market % marketsPerEvent
    const subject = subjectOf(event, listings.endMs(event))
    const closed = !listings.isOpen(event, nowMs)
    const isFinal = nowMs >= listings.endMs(event) + disputePeriodMs
    const visibleMs = nowMs - visibleAfterMs
    const total = listings.traded(market, 0, visibleMs)
    const day = listings.traded(market, visibleMs - 86_400_000, visibleMs)
    const cents = listings.lastPriceCents(market, visibleMs)
    const prices = closed
      ? isFinal
        ? market % 2 === 0
          ? ['1', '0']
          : ['0', '1']
        : ['0.9995', '0.0005']
      : [`${cents / 100}`, `${(100 - cents) / 100}`]
    const created = timeText(listings.createdMs(event))
    const ended = timeText(listings.endMs(event))
    const slug = `market-${market}`
    const uma = !closed ? '' : `,"umaResolutionStatus":"${isFinal ? 'resolved' : 'proposed'}"`
    const closedFields = closed
      ? `,"closedTime":"${ended.replace('T', ' ').slice(0, 19)}+00","umaEndDate":"${ended}"`
      : ''
    const dollars = total.dollars.toFixed(6)
    return `{"id":"${market}","question":"${subject.question(child)}","conditionId":"${conditionId(market)}","slug":"${slug}","resolutionSource":"","endDate":"${ended}","endDateIso":"${ended.slice(0, 10)}","startDate":"${created}","startDateIso":"${created.slice(0, 10)}","image":"https://pictures.invalid/${slug}.png","icon":"https://pictures.invalid/${slug}.png","description":"${description}","outcomes":"[\\"Yes\\", \\"No\\"]","outcomePrices":"[\\"${prices[0]}\\", \\"${prices[1]}\\"]","volume":"${dollars}","active":true,"closed":${closed},"archived":false,"new":false,"featured":false,"restricted":true,"marketMakerAddress":"","createdAt":"${created}","updatedAt":"${timeText(updatedMs(market, nowMs))}","submitted_by":"0x${hex(event, 40)}","resolvedBy":"0x${hex(7, 40)}","groupItemTitle":"${subject.label(child)}","groupItemThreshold":"${child}","questionID":"0x${hex(market + 1, 64)}","hasReviewedDates":true,"enableOrderBook":true,"orderPriceMinTickSize":0.01,"orderMinSize":5,"umaBond":"500","umaReward":"5","volumeNum":${dollars},"volume24hr":${day.dollars.toFixed(6)},"volume1wk":${dollars},"volume1mo":${dollars},"volume1yr":${dollars},"clobTokenIds":"[\\"${tokenId(market, 0)}\\", \\"${tokenId(market, 1)}\\"]","liquidity":"${pick(market, 1e5)}.5","liquidityNum":${pick(market, 1e5)}.5,"acceptingOrders":${!closed},"acceptingOrdersTimestamp":"${created}","negRisk":false,"ready":false,"funded":false,"approved":true,"cyom":false,"pagerDutyNotificationEnabled":false,"rewardsMinSize":20,"rewardsMaxSpread":3.5,"spread":0.02,"bestBid":${(cents - 1) / 100},"bestAsk":${(cents + 1) / 100},"lastTradePrice":${cents / 100},"oneDayPriceChange":0.01,"oneHourPriceChange":0,"automaticallyActive":true,"clearBookOnStart":true,"manualActivation":false,"umaResolutionStatuses":"[]"${uma}${closedFields},"feesEnabled":false,"requiresTranslation":false${withEvent ? `,"events":[${eventText(event, nowMs, null)}]` : ''}}`
  }

  /** The numbers of events, in the requested order, that come after the cursor. */
  function eventPage(query: URLSearchParams, limit: number, nowMs: number): number[] {
    const newest = listings.newestAt(nowMs)
    const oldestOpen = newest - openEvents + 1
    const cursor = query.get('after_cursor')
    const after = cursor === null ? null : Number(cursor)
    const descending = query.get('ascending') === 'false'
    if (query.get('closed') === 'true') {
      const from = after === null ? oldestOpen - 1 : after - 1
      return from < 0 ? [] : range(from, Math.max(0, from - limit + 1))
    }
    if (query.get('order') === 'volume24hr') {
      const rank = after === null ? 0 : listings.rankOf(after) + 1
      return range(rank, Math.min(openEvents - 1, rank + limit - 1))
        .slice(0, Math.max(0, openEvents - rank))
        .map((each) => listings.eventOfRank(each, nowMs))
    }
    if (descending) {
      const from = after === null ? newest : after - 1
      return from < oldestOpen ? [] : range(from, Math.max(oldestOpen, from - limit + 1))
    }
    const from = Math.max(oldestOpen, after === null ? 0 : after + 1)
    return from > newest ? [] : range(from, Math.min(newest, from + limit - 1))
  }

  function eventList({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(500, integerOf(query, 'limit') ?? 20)
    const ids = query.getAll('id')
    const isClosed = query.get('closed') === 'true'
    if (ids.length > 0) {
      const found = ids
        .map(Number)
        .filter((id) => listings.exists(id, nowMs) && listings.isOpen(id, nowMs) !== isClosed)
      return {
        class: 'lookups',
        text: `{"events":[${found.map((id) => eventText(id, nowMs, marketsOf(id))).join(',')}]}`,
      }
    }
    const events = eventPage(query, limit, nowMs)
    const texts = events.map((event) => eventText(event, nowMs, marketsOf(event)))
    return { class: 'lists', text: `{"events":[${texts.join(',')}]${nextCursor(events, limit)}}` }
  }

  /** The platform leaves the cursor out if the page is not full. */
  const nextCursor = (page: readonly number[], limit: number): string =>
    page.length < limit ? '' : `,"next_cursor":"${page.at(-1)}"`

  function marketList({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(100, integerOf(query, 'limit') ?? 20)
    const isClosed = query.get('closed') === 'true'
    const conditions = query.getAll('condition_ids')
    const list = (markets: readonly number[]): string =>
      `"markets":[${markets.map((market) => marketText(market, nowMs, true)).join(',')}]`
    if (conditions.length > 0) {
      const found = conditions.map(marketOfCondition).filter((market) => {
        const event = listings.eventOf(market)
        return listings.exists(event, nowMs) && listings.isOpen(event, nowMs) !== isClosed
      })
      return { class: 'lookups', text: `{${list(found)}}` }
    }
    if (isClosed && query.get('order') === 'updatedAt') {
      const markets = recentlyClosed(query.get('after_cursor'), limit, nowMs)
      return { class: 'changes', text: `{${list(markets)}${nextCursor(markets, limit)}}` }
    }
    const after = query.get('after_cursor')
    const skipped = after === null ? 0 : (Number(after) % marketsPerEvent) + 1
    const page = new URLSearchParams(query)
    // an event may be on two pages
    if (after !== null) {
      const event = listings.eventOf(Number(after))
      const descending = query.get('ascending') === 'false'
      page.set(
        'after_cursor',
        String(skipped === marketsPerEvent ? event : event + (descending ? 1 : -1)),
      )
    }
    const markets = eventPage(page, Math.ceil(limit / marketsPerEvent) + 1, nowMs)
      .flatMap(marketsOf)
      .slice(skipped % marketsPerEvent, (skipped % marketsPerEvent) + limit)
    const isOfChanges = query.get('order') === 'createdAt'
    return {
      class: isOfChanges ? 'changes' : 'lists',
      text: `{${list(markets)}${nextCursor(markets, limit)}}`,
    }
  }

  /** Closed markets by the time of their last stamp: those that ended last come first. */
  function recentlyClosed(after: string | null, limit: number, nowMs: number): number[] {
    const last = (listings.newestAt(nowMs) - openEvents + 1) * marketsPerEvent - 1
    const from = after === null ? last : Number(after) - 1
    return range(from, from - limit + 1)
  }

  function bookText(market: number, nowMs: number): string {
    const streamed = streamedBooks.get(market)
    const { bids, asks, version } = streamed ?? bookOf(listings, market, nowMs)
    const changedMs = streamed?.changedMs ?? listings.bookChangedMs(market, nowMs)
    // the worst level first, as on the platform
    const side = (levels: readonly Level[]): string =>
      levels
        .map(({ cents, size }) => `{"price":"${cents / 100}","size":"${size}"}`)
        .reverse()
        .join(',')
    return `{"market":"${conditionId(market)}","asset_id":"${tokenId(market, 0)}","timestamp":"${changedMs}","hash":"${hex(version, 40)}","bids":[${side(bids)}],"asks":[${side(asks)}],"min_order_size":"5","tick_size":"0.01","neg_risk":false,"last_trade_price":"${listings.lastPriceCents(market, nowMs) / 100}"}`
  }

  function books(tokens: readonly string[], nowMs: number): { texts: string[]; markets: number[] } {
    const markets = tokens
      .map(marketOfToken)
      .filter((market) => listings.isOpen(listings.eventOf(market), nowMs))
    return { texts: markets.map((market) => bookText(market, nowMs)), markets }
  }

  /** The message of the live stream about one change of a book that the stream follows. */
  function bookChangeText(market: number, nowMs: number, isBest: boolean): string {
    const { before, after } = streamedBooks.change(market, nowMs, isBest)
    const entry = ({ cents }: Level, size: number): string =>
      `{"asset_id":"${tokenId(market, 0)}","price":"${cents / 100}","size":"${size}","side":"BUY"}`
    return `{"event_type":"price_change","market":"${conditionId(market)}","timestamp":"${nowMs}","price_changes":[${entry(before, 0)},${entry(after, after.size)}]}`
  }

  function tradeText({ market, number, ms, priceCents, size, side }: Trade): string {
    const slug = `market-${market}`
    const event = listings.eventOf(market)
    const wallet = hex(1 + pick(market * 31 + number, 50_000), 40)
    const subject = subjectOf(event, listings.endMs(event))
    return `{"proxyWallet":"0x${wallet}","side":"${side.toUpperCase()}","asset":"${tokenId(market, 0)}","conditionId":"${conditionId(market)}","size":${size},"price":${priceCents / 100},"timestamp":${Math.floor(ms / 1000)},"title":"${subject.question(market % marketsPerEvent)}","slug":"${slug}","icon":"https://pictures.invalid/${slug}.png","eventSlug":"event-${event}","outcome":"Yes","outcomeIndex":0,"name":"trader${number % 997}","pseudonym":"Quiet-Heron-${number % 997}","bio":"","profileImage":"","profileImageOptimized":"","transactionHash":"0x${hex(market, 32)}${hex(number, 32)}"}`
  }

  function trades({ query, nowMs }: PlatformRequest): PlatformResponse {
    const limit = Math.min(10_000, integerOf(query, 'limit') ?? 100)
    const offset = integerOf(query, 'offset') ?? 0
    const asked = query.get('market')
    const kind: RequestClass = asked === null ? 'tape' : 'history'
    if (offset > 10_000) return { class: kind, status: 400, text: '{"error":"offset too large"}' }
    const visibleMs = nowMs - visibleAfterMs
    const toMs = query.has('end')
      ? Math.min(visibleMs, ((integerOf(query, 'end') ?? 0) + 1) * 1000)
      : visibleMs
    const fromMs = query.has('start') ? (integerOf(query, 'start') ?? 0) * 1000 : toMs - 3_600_000
    const rows =
      asked === null
        ? newestOfTape(fromMs, toMs, offset + limit)
        : asked
            .split(',')
            .flatMap((id) => listings.tradesOf(marketOfCondition(id), fromMs, toMs, offset + limit))
            .sort((a, b) => a.ms - b.ms)
    return {
      class: kind,
      text: `[${rows
        .reverse()
        .slice(offset, offset + limit)
        .map(tradeText)
        .join(',')}]`,
    }
  }

  /** The newest rows of a window: a long window is not computed whole. */
  function newestOfTape(fromMs: number, toMs: number, count: number): Trade[] {
    const enoughMs = (2_000 * count) / tradesPerS + 60_000
    return listings.tape(Math.max(fromMs, toMs - enoughMs), toMs)
  }

  function respond(request: PlatformRequest): PlatformResponse | null {
    const { path, query, body, nowMs } = request
    switch (path) {
      case '/gamma/events/keyset':
        return eventList(request)
      case '/gamma/markets/keyset':
        return marketList(request)
      case '/clob/books': {
        const tokens = (JSON.parse(body) as { token_id: string }[]).map((one) => one.token_id)
        const { texts, markets } = books(tokens, nowMs)
        return { class: 'books', text: `[${texts.join(',')}]`, books: markets }
      }
      case '/clob/book': {
        const { texts, markets } = books([query.get('token_id') ?? ''], nowMs)
        const [text] = texts
        return text === undefined
          ? {
              class: 'books',
              status: 404,
              text: '{"error":"No orderbook exists for the requested token id"}',
            }
          : { class: 'books', text, books: markets }
      }
      case '/data/trades':
        return trades(request)
      case '/data/activity':
        return { class: 'wallets', text: '[]' }
      default:
        return null
    }
  }

  return {
    respond,
    listings,
    idOf: (market: number): string => `pa_${conditionId(market)}`,
    streamedBooks,
    bookText,
    bookChangeText,
    marketOfToken,
  }
}
