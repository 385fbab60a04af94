// Both platforms on a loopback port, for one run of the pipeline: answers what the poller asks with the
// objects of some recordings, byte for byte, in pages and wrappers of the platforms' own form.
import { openWeb, type TestResponse, type ReceivedRequest } from '../poller/support/test-server.ts'
import { childrenOf, onceEach, type Json, type Recording, type Observation } from './recordings.ts'

export interface RecordedUpstream {
  readonly environment: Readonly<Record<string, string>>
  /** Paths that were asked for, each once. */
  asked(): readonly string[]
  /** Unanswered requests: endpoints that the pipeline uses and the test does not know. */
  unanswered(): readonly string[]
  close(): Promise<void>
}

/** Between the recorded trades: those before it are in the historical tier only. */
const cutoff = '2026-03-01T00:00:00Z'
/** As platform_a caps its pages, whatever was asked for. */
const pageCap = 100
/** So low that what is recorded of a wallet takes several pages, and several windows of time. */
const activityPageCap = 20
const maxActivityOffset = 30

const notFound: TestResponse = { status: 404, text: '{"error":"not found"}' }

/** `extra`: markets that no recording lists, though trades or books of theirs are recorded. */
export async function openRecordedUpstream(
  recordings: readonly Recording[],
  extra: {
    readonly platform_a: readonly Observation[]
    readonly platform_b: readonly Observation[]
  },
): Promise<RecordedUpstream> {
  const of = (platform: Recording['platform'], kind: Recording['kind']): readonly Observation[] =>
    recordings
      .filter((one) => one.platform === platform && one.kind === kind)
      .flatMap(({ objects }) => objects)
  const a = {
    events: of('platform_a', 'events'),
    markets: [...of('platform_a', 'markets'), ...extra.platform_a],
    trades: of('platform_a', 'trades'),
    activity: onceEach(recordings.filter(({ kind }) => kind === 'activity')).toSorted(
      (one, other) => Number(other.json['timestamp']) - Number(one.json['timestamp']),
    ),
    books: byName(of('platform_a', 'books'), 'asset_id'),
  }
  const b = {
    events: of('platform_b', 'events'),
    named: byName(
      [...of('platform_b', 'events'), ...of('platform_b', 'named events')],
      'event_ticker',
    ),
    markets: [...of('platform_b', 'markets'), ...extra.platform_b],
    trades: of('platform_b', 'trades'),
    books: new Map(
      recordings
        .filter((one) => one.platform === 'platform_b' && one.kind === 'books')
        .flatMap(({ bookTicker, objects }) =>
          objects.map(
            (recordedBody) =>
              [bookTicker ?? String(recordedBody.json['ticker']), recordedBody] as const,
          ),
        ),
    ),
  }
  const unanswered = new Set<string>()

  function answerA({ path, query, body }: ReceivedRequest): TestResponse | null {
    const isWanted = ({ json }: Observation): boolean =>
      (json['closed'] === true) === (query.get('closed') === 'true')
    const isNamed = (parameter: string, field: string) => {
      const names = query.getAll(parameter)
      return ({ json }: Observation): boolean =>
        names.length === 0 || names.includes(String(json[field]))
    }
    switch (path) {
      case '/gamma/events/keyset':
        return page(a.events.filter(isWanted).filter(isNamed('id', 'id')), query, [
          'events',
          'after_cursor',
          'next_cursor',
        ])
      case '/gamma/markets/keyset':
        return page(
          a.markets.filter(isWanted).filter(isNamed('condition_ids', 'conditionId')),
          query,
          ['markets', 'after_cursor', 'next_cursor'],
        )
      case '/clob/books': {
        const tokens = (JSON.parse(body) as readonly { token_id: string }[]).map((t) => t.token_id)
        return text(array(tokens.flatMap((token) => a.books.get(token) ?? [])))
      }
      case '/data/trades': {
        const markets = query.get('market')?.split(',')
        const found = a.trades.filter(
          ({ json }) =>
            isBetween(json['timestamp'] as number, query, ['start', 'end']) &&
            (!markets || markets.includes(String(json['conditionId']))),
        )
        const offset = Number(query.get('offset') ?? 0)
        return text(array(found.slice(offset, offset + Number(query.get('limit') ?? 100))))
      }
      case '/data/activity': {
        const found = a.activity.filter(
          ({ json }) =>
            json['proxyWallet'] === query.get('user') &&
            isBetween(json['timestamp'] as number, query, ['start', 'end']),
        )
        const offset = Number(query.get('offset') ?? 0)
        if (offset > maxActivityOffset) return { status: 400, text: '{"error":"offset"}' }
        return text(array(found.slice(offset, offset + activityPageCap)))
      }
      default:
        return null
    }
  }

  function answerB({ path, query }: ReceivedRequest): TestResponse | null {
    const named = /^\/b\/events\/([^/]+)$/.exec(path)?.[1]
    if (named !== undefined) return eventAnswer(decodeURIComponent(named))
    const bookOf = /^\/b\/markets\/([^/]+)\/orderbook$/.exec(path)?.[1]
    if (bookOf !== undefined) {
      const book = b.books.get(decodeURIComponent(bookOf))
      return book ? text(book.text) : notFound
    }
    if (/^\/b\/(historical\/)?markets\/K[^/]+$/.test(path)) return notFound
    switch (path) {
      case '/b/events':
        return page(query.get('status') === 'open' ? b.events : [], query, [
          'events',
          'cursor',
          'cursor',
        ])
      case '/b/historical/markets':
        return page(b.markets, query, ['markets', 'cursor', 'cursor'])
      case '/b/markets': {
        const tickers = query.get('tickers')?.split(',') ?? []
        const nested = b.events.flatMap(childrenOf)
        const found = [...nested, ...b.markets].filter(({ json }) =>
          tickers.includes(String(json['ticker'])),
        )
        return page(found, query, ['markets', 'cursor', 'cursor'])
      }
      case '/b/markets/orderbooks':
        return { status: 401, text: '{"error":"missing key"}' }
      case '/b/historical/cutoff':
        return { json: { trades_created_ts: cutoff } }
      case '/b/markets/trades':
      case '/b/historical/trades': {
        const isLive = path === '/b/markets/trades'
        const ticker = query.get('ticker')
        const found = b.trades.filter(({ json }) => {
          const ms = Date.parse(String(json['created_time']))
          return (
            ms >= Date.parse(cutoff) === isLive &&
            isBetween(ms / 1000, query, ['min_ts', 'max_ts']) &&
            (ticker === null || ticker === json['ticker'])
          )
        })
        return page(found, query, ['trades', 'cursor', 'cursor'])
      }
      default:
        return null
    }
  }

  /** The platform's format without nesting: the markets are next to the event. */
  function eventAnswer(ticker: string): TestResponse {
    const event = b.named.get(ticker)
    if (!event) return notFound
    const markets = b.markets.filter(({ json }) => json['event_ticker'] === ticker)
    return text(`{"event":${event.text},"markets":${array(markets)}}`)
  }

  const web = await openWeb((asked) => {
    const answer = answerA(asked) ?? answerB(asked)
    if (!answer) unanswered.add(asked.path)
    return answer ?? notFound
  })
  return {
    environment: {
      PLATFORM_A_GAMMA_URL: `${web.url}/gamma`,
      PLATFORM_A_CLOB_URL: `${web.url}/clob`,
      PLATFORM_A_DATA_URL: `${web.url}/data`,
      PLATFORM_B_URL: `${web.url}/b`,
    },
    asked: () => [...new Set(web.asked.map(({ path }) => path))],
    unanswered: () => [...unanswered],
    close: () => web.close(),
  }
}

function byName(all: readonly Observation[], field: keyof Json): ReadonlyMap<string, Observation> {
  return new Map(all.map((recordedBody) => [String(recordedBody.json[field]), recordedBody]))
}

function array(all: readonly Observation[]): string {
  return `[${all.map(({ text: one }) => one).join(',')}]`
}

function text(body: string): TestResponse {
  return { status: 200, text: body }
}

/** One page; the cursor is the place of the next one. */
function page(
  all: readonly Observation[],
  query: URLSearchParams,
  [name, cursorParameter, cursorField]: readonly [string, string, string],
): TestResponse {
  const from = Number(query.get(cursorParameter) ?? 0)
  const until = from + Math.min(Number(query.get('limit') ?? pageCap), pageCap)
  const cursor = until < all.length ? `,"${cursorField}":"${until}"` : ''
  return text(`{"${name}":${array(all.slice(from, until))}${cursor}}`)
}

/** Both ends included. */
function isBetween(
  seconds: number,
  query: URLSearchParams,
  [from, until]: readonly [string, string],
): boolean {
  return seconds >= Number(query.get(from) ?? 0) && seconds <= Number(query.get(until) ?? Infinity)
}
