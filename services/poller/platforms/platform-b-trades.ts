// platform_b: trades by windows of time, from the live tier and, for what has left it, the
// historical one. Trades have ids, and pages have cursors.
import { elementTexts, memberText } from '../upstream/json-slices.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { hasArray, toFields, toInstantMs, toText } from './fields.ts'
import type { TradeAnswer, TradeIdentity, TradeRow, TradeScope, Window } from './source.ts'
import { walkPages } from './walk-pages.ts'

const pageRows = 1_000
const historicalPath = '/historical/trades'
/** The border between the tiers moves, and slowly: how old our knowledge of it may be. */
const cutoffAgeMs = 600_000
/** On either side of the border both tiers are read. */
const borderS = 2 * 86_400
/** A row this far outside the window that was asked for belongs to another question. */
const slackMs = 5_000
/** How often such an answer is asked for again before it is taken as it is. */
const secondLooks = 2

export function identifyTrade(value: unknown, body: string): TradeIdentity {
  const row = toFields(value)
  return {
    marketNativeId: toText(row['ticker']),
    key: toText(row['trade_id']) || body,
    timeMs: toInstantMs(row['created_time']),
  }
}

function isRefused(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind === 'refused'
}

/** The historical tier says 404 for a market that has nothing in it. */
async function* noneIfUnknown<T>(path: string, pages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pages
  } catch (error) {
    if (!(path === historicalPath && isRefused(error) && error.status === 404)) throw error
  }
}

export function createPlatformBTrades(api: Upstream, bucket: TokenBucket, now: () => number) {
  let cutoff = { knownAtMs: -Infinity, tradesS: 0 }

  /** Trades before this second have left the live tier; -Infinity where there is no other. */
  async function cutoffS(signal: AbortSignal): Promise<number> {
    if (now() - cutoff.knownAtMs > cutoffAgeMs) {
      cutoff = { knownAtMs: now(), tradesS: await askCutoffS(signal) }
    }
    return cutoff.tradesS
  }

  async function askCutoffS(signal: AbortSignal): Promise<number> {
    // Believing a wrong border would leave a whole tier unread.
    const tradesMs = (value: unknown): number | null =>
      toInstantMs(toFields(value)['trades_created_ts'])
    try {
      const answer = await api.ask(
        {
          route: '/historical/cutoff',
          path: '/historical/cutoff',
          bucket,
          isExpected: (value) => tradesMs(value) !== null,
        },
        signal,
      )
      return Math.floor((tradesMs(answer.value) ?? 0) / 1000)
    } catch (error) {
      if (isRefused(error)) return -Infinity
      throw error
    }
  }

  async function ask(
    path: string,
    ticker: string | null,
    window: Window,
    cursor: string | null,
    signal: AbortSignal,
  ) {
    // A second more on either side, because it is not documented which ends are included.
    const answer = await api.ask(
      {
        route: path,
        path,
        query: [
          ...(ticker === null ? [] : ([['ticker', ticker]] as const)),
          ['limit', String(pageRows)],
          ['min_ts', String(Math.max(0, window.fromS - 1))],
          ['max_ts', String(window.untilS)],
          ...(cursor === null ? [] : ([['cursor', cursor]] as const)),
        ],
        bucket,
        isExpected: hasArray('trades'),
      },
      signal,
    )
    const values = toFields(answer.value)['trades'] as readonly unknown[]
    const rows = elementTexts(memberText(answer.text, 'trades') ?? '[]').map(
      (body, index): TradeRow => ({
        ...identifyTrade(values[index], body),
        body,
        url: answer.url,
        receivedAtMs: answer.receivedAtMs,
      }),
    )
    const next = toText(toFields(answer.value)['cursor'])
    return { rows, first: rows[0]?.key ?? null, next: next === '' ? null : next }
  }

  /** A cache or a fault may answer with the page of another window: that is noticed here. */
  async function page(...question: Parameters<typeof ask>): ReturnType<typeof ask> {
    const [, ticker, { fromS, untilS }] = question
    const isForeign = ({ marketNativeId, timeMs }: TradeRow): boolean =>
      (ticker !== null && marketNativeId !== ticker) ||
      (timeMs !== null && (timeMs < fromS * 1000 - slackMs || timeMs > untilS * 1000 + slackMs))
    let answer = await ask(...question)
    for (let looks = 0; looks < secondLooks && answer.rows.some(isForeign); looks += 1) {
      answer = await ask(...question)
    }
    return answer
  }

  return async function trades(
    scope: TradeScope,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer> {
    const borderAtS = await cutoffS(signal)
    const paths = [
      ...(window.fromS < borderAtS + borderS ? [historicalPath] : []),
      ...(window.untilS > borderAtS - borderS ? ['/markets/trades'] : []),
    ]
    const tickers = scope.kind === 'tape' ? [null] : scope.nativeIds
    /** A single second is read to its end: it cannot be split. */
    const most = window.untilS - window.fromS > 1 ? maxRows : Infinity
    const rows = new Map<string, TradeRow>()
    for (const ticker of tickers) {
      for (const path of paths) {
        const pages = walkPages(null, (cursor) => page(path, ticker, window, cursor, signal))
        for await (const { rows: found } of noneIfUnknown(path, pages)) {
          for (const row of found) {
            const isOurs = ticker === null || row.marketNativeId === ticker
            const isInside =
              row.timeMs === null ||
              (row.timeMs >= window.fromS * 1000 && row.timeMs < window.untilS * 1000)
            if (isOurs && isInside) rows.set(row.key, row)
          }
          if (rows.size > most) return { rows: [...rows.values()], isWhole: false }
        }
      }
    }
    return { rows: [...rows.values()], isWhole: true }
  }
}
