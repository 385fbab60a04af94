// Both platforms in small, for the poller's tests: events, markets, trades and books held in memory,
// served in the platforms' own formats and by their own rules (caps, cursors, order, ends of ranges).
import type { TestResponse, ReceivedRequest } from './test-server.ts'

export interface ATrade {
  readonly conditionId: string
  readonly transactionHash: string
  readonly asset: string
  readonly proxyWallet: string
  readonly side: 'BUY' | 'SELL'
  readonly size: number
  readonly price: number
  /** Seconds. */
  readonly timestamp: number
  /** When the row begins to be served, Unix ms. */
  readonly visibleAtMs: number
}

export interface BTrade {
  readonly trade_id: string
  readonly ticker: string
  /** Unix ms. */
  readonly timeMs: number
  readonly visibleAtMs: number
}

type Object_ = Record<string, unknown>

export interface Exchange {
  /** Entries a page of a list has at most; what is asked for by name fits into one. */
  listCap: number
  readonly aEvents: (Object_ & { id: string; markets: Object_[] })[]
  /** Markets without an event. */
  readonly aAlone: Object_[]
  aTrades: ATrade[]
  /** Rows a page of /trades has at most. */
  aPageCap: number
  readonly bEvents: (Object_ & { event_ticker: string; status: string; markets: Object_[] })[]
  bTrades: BTrade[]
  bPageCap: number
  /** Trades before this second are only in the historical tier. */
  bCutoffS: number
  readonly answerA: (asked: ReceivedRequest) => TestResponse
  readonly answerB: (asked: ReceivedRequest) => TestResponse
}

export function createExchange(now: () => number): Exchange {
  const date = (): Record<string, string> => ({ date: new Date(now()).toUTCString() })
  const ok = (json: unknown): TestResponse => ({ json, headers: date() })

  /** The trades newest first, until more are added: sorting them for each request takes long. */
  const sortedTrades = new WeakMap<readonly unknown[], readonly unknown[]>()

  function keyset<T>(
    name: string,
    all: readonly T[],
    query: URLSearchParams,
    toObject: (one: T) => unknown,
  ): TestResponse {
    if (query.has('offset')) return { status: 422, text: '{}' }
    const cap = query.has('id') || query.has('condition_ids') ? 100 : self.listCap
    const limit = Math.min(Number(query.get('limit') ?? 20), cap)
    const from = Number(query.get('after_cursor') ?? 0)
    const page = all.slice(from, from + limit)
    return ok({
      [name]: page.map(toObject),
      ...(from + limit < all.length ? { next_cursor: String(from + limit) } : {}),
    })
  }

  function newestFirst<T extends { visibleAtMs: number }>(
    all: readonly T[],
    at: (one: T) => number,
    isWanted: (one: T) => boolean,
  ): T[] {
    const nowMs = now()
    let known = sortedTrades.get(all) as readonly T[] | undefined
    if (known?.length !== all.length) {
      known = all.toSorted((x, y) => at(y) - at(x))
      sortedTrades.set(all, known)
    }
    return known.filter((one) => one.visibleAtMs <= nowMs && isWanted(one))
  }

  interface Listed {
    readonly market: Object_
    /** With its markets, of which none is served with another market. */
    readonly event: Exchange['aEvents'][number] | null
  }

  /** As the query demands; in the order of the list if it demands none. */
  function sorted(all: readonly Listed[], query: URLSearchParams): readonly Listed[] {
    const order = query.get('order')
    if (order === null || query.get('ascending') !== 'false') return all
    const of = ({ market }: Listed): string => String(market[order])
    return all.toSorted((x, y) => (of(x) < of(y) ? 1 : of(x) > of(y) ? -1 : 0))
  }

  const self: Exchange = {
    listCap: 2,
    aEvents: [],
    aAlone: [],
    aTrades: [],
    aPageCap: 1_000,
    bEvents: [],
    bTrades: [],
    bPageCap: 1_000,
    bCutoffS: 0,

    answerA({ path, query, body }) {
      if (path === '/events/keyset') {
        const closed = query.get('closed') === 'true'
        const ids = query.getAll('id')
        const found = self.aEvents.filter(
          (event) =>
            (event['closed'] ?? false) === closed && (ids.length === 0 || ids.includes(event.id)),
        )
        return keyset('events', found, query, (event) => event)
      }
      if (path === '/markets/keyset') {
        const closed = query.get('closed') === 'true'
        const ids = new Set(query.getAll('condition_ids'))
        // There can be many thousands. Only those that are served are copied.
        const nested = self.aEvents.flatMap((event) =>
          event.markets.map((market): Listed => ({ market, event })),
        )
        const alone = self.aAlone.map((market): Listed => ({ market, event: null }))
        const found = [...nested, ...alone].filter(
          ({ market }) =>
            (market['closed'] ?? false) === closed &&
            (ids.size === 0 || ids.has(String(market['conditionId']))),
        )
        return keyset('markets', sorted(found, query), query, ({ market, event }) =>
          event === null ? market : { ...market, events: [{ ...event, markets: undefined }] },
        )
      }
      if (path === '/trades') {
        const start = Number(query.get('start') ?? 0)
        const end = Number(query.get('end') ?? Infinity)
        const offset = Number(query.get('offset') ?? 0)
        if (offset > 10_000) return { status: 400, text: '{"error":"offset"}', headers: date() }
        const markets = query.get('market')?.split(',')
        const found = newestFirst(
          self.aTrades,
          (one) => one.timestamp,
          (one) =>
            one.timestamp >= start &&
            one.timestamp <= end &&
            (!markets || markets.includes(one.conditionId)),
        )
        const limit = Math.min(Number(query.get('limit') ?? 100), self.aPageCap)
        const page = found.slice(offset, offset + limit)
        return ok(page.map((row) => ({ ...row, outcomeIndex: 0, visibleAtMs: undefined })))
      }
      if (path === '/books') {
        const tokens = (JSON.parse(body) as { token_id: string }[]).map((one) => one.token_id)
        return ok(
          tokens.map((token) => ({
            asset_id: token,
            timestamp: '1',
            hash: 'h',
            bids: [],
            asks: [],
          })),
        )
      }
      return { status: 404, text: '{"error":"not found"}', headers: date() }
    },

    answerB({ path, query }) {
      if (path === '/events') {
        const tickers = query.get('tickers')?.split(',')
        if (tickers) {
          const events = self.bEvents.filter((event) => tickers.includes(event.event_ticker))
          return ok({ events, cursor: '' })
        }
        const cursor = Number(query.get('cursor') ?? 0)
        const found = self.bEvents.filter((event) => event.status === query.get('status'))
        const until = cursor + self.listCap
        const next = until < found.length ? String(until) : ''
        const page = found.slice(cursor, until).map((event) => ({ ...event, status: undefined }))
        return ok({ events: page, cursor: next })
      }
      if (path.startsWith('/events/')) {
        const ticker = decodeURIComponent(path.slice('/events/'.length))
        const event = self.bEvents.find((one) => one.event_ticker === ticker)
        return event ? ok({ event }) : { status: 404, text: '{}', headers: date() }
      }
      if (path === '/markets' || path === '/historical/markets') {
        const tickers = query.has('tickers') && new Set(query.get('tickers')?.split(','))
        const sinceMs = Number(query.get('min_updated_ts') ?? Infinity) * 1000
        const isWanted = (market: Object_): boolean =>
          tickers
            ? tickers.has(String(market['ticker']))
            : Date.parse(String(market['updated_time'])) >= sinceMs
        const found = self.bEvents.flatMap(({ event_ticker, markets }) =>
          markets.filter(isWanted).map((market) => ({ ...market, event_ticker })),
        )
        return ok({ markets: path === '/markets' ? found : [], cursor: '' })
      }
      if (path === '/historical/cutoff') {
        return ok({ trades_created_ts: new Date(self.bCutoffS * 1000).toISOString() })
      }
      if (path === '/markets/trades' || path === '/historical/trades') {
        const isLive = path === '/markets/trades'
        const minMs = Number(query.get('min_ts') ?? 0) * 1000
        const maxMs = Number(query.get('max_ts') ?? Infinity) * 1000
        const ticker = query.get('ticker')
        const found = newestFirst(
          self.bTrades,
          (one) => one.timeMs,
          (one) =>
            one.timeMs >= self.bCutoffS * 1000 === isLive &&
            one.timeMs >= minMs &&
            one.timeMs <= maxMs &&
            (ticker === null || one.ticker === ticker),
        )
        const limit = Math.min(Number(query.get('limit') ?? 100), self.bPageCap)
        // The cursor names the last row given, so that rows that appear do not shift the pages.
        const after = query.get('cursor')
        const from = after === null ? 0 : found.findIndex((one) => one.trade_id === after) + 1
        const page = found.slice(from, from + limit)
        return ok({
          trades: page.map(({ timeMs, trade_id, ticker: of }) => ({
            trade_id,
            ticker: of,
            count_fp: '1.00',
            yes_price_dollars: '0.4000',
            taker_side: 'yes',
            created_time: new Date(timeMs).toISOString(),
          })),
          cursor: from + limit < found.length ? (page.at(-1)?.trade_id ?? '') : '',
        })
      }
      if (path === '/markets/orderbooks') {
        return ok({
          orderbooks: query.getAll('tickers').map((ticker) => ({
            ticker,
            orderbook_fp: { yes_dollars: [], no_dollars: [] },
          })),
        })
      }
      return { status: 404, text: '{}', headers: date() }
    },
  }
  return self
}
