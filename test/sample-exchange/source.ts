// The sample exchange for the poller. It has no tape, no batches of books and no wallets. Every answer is
// one page.
import type { SourceDeps, PlatformUrls } from '../../services/platforms/module.ts'
import { toFields, toNumber, toText } from '../../services/platforms/json.ts'
import { requestListPage } from '../../services/platforms/lists.ts'
import { digestContent } from '../../services/platforms/content.ts'
import { toPlausibleMs } from '../../services/platforms/time.ts'
import { toId } from '../../services/platforms/identity.ts'
import type { ListPage, ListEntry, Source, TradeIdentity } from '../../services/platforms/source.ts'
import { createTokenBucket } from '../../services/platforms/upstream/token-bucket.ts'
import { createUpstream, type Query } from '../../services/platforms/upstream/upstream.ts'
import { identity } from './registration.ts'
import { marketDigestRules, stateOf, type SampleMarket, type SampleTrade } from './wire.ts'

const platform = identity.name

function identify(body: string): TradeIdentity {
  const trade: SampleTrade = toFields(JSON.parse(body))
  return {
    marketNativeId: toText(trade.market),
    key: toText(trade.id) || body,
    timeMs: toPlausibleMs(trade.time),
  }
}

function toListEntry(body: string, answer: { url: string; receivedAtMs: number }): ListEntry {
  const market: SampleMarket = toFields(JSON.parse(body))
  const nativeId = toText(market.id)
  const volume = toNumber(market.volume)
  const state = stateOf(market)
  return {
    market: {
      id: toId(platform, nativeId),
      nativeId,
      body,
      ...digestContent(body, marketDigestRules),
      facts: {
        phase: state === 'trading' ? 'open' : state === 'settled' ? 'final' : 'settling',
        hasBook: state === 'trading',
        tokens: [],
        outcomes: ['Yes', 'No'],
        volume24h: 0,
        volumeTotal: volume ?? 0,
        neverTraded: volume === 0,
        createdMs: toPlausibleMs(market.opens),
        closedMs: state === 'trading' ? null : toPlausibleMs(market.ends),
        changedMs: toPlausibleMs(market.changed),
      },
    },
    eventNativeId: null,
    url: answer.url,
    receivedAtMs: answer.receivedAtMs,
  }
}

export function createSampleExchange(
  { url }: PlatformUrls<'url'>,
  deps: SourceDeps,
): Source & { readonly activity: null } {
  const api = createUpstream(url, { ...deps, platform })
  const bucket = createTokenBucket({ perSecond: 50, burst: 10, now: deps.now, sleep: deps.sleep })

  async function ask(name: 'markets' | 'trades' | 'books', query: Query, signal: AbortSignal) {
    const list = { path: `/${name}`, name, query, bucket, requestClass: 'lists' } as const
    const { texts, url: from, receivedAtMs, asOfMs } = await requestListPage(api, list, signal)
    return { asOfMs, rows: texts.map((body) => ({ body, url: from, receivedAtMs })) }
  }

  async function markets(query: Query, signal: AbortSignal): Promise<ListEntry[]> {
    const { rows } = await ask('markets', query, signal)
    return rows.map((one) => toListEntry(one.body, one))
  }

  const list = (name: string, kind: 'open' | 'past', states: string) => ({
    name,
    kind,
    pageSize: 1_000,
    async page(_cursor: string | null, _size: number, signal: AbortSignal): Promise<ListPage> {
      const entries = await markets([['states', states]], signal)
      return { groups: [], entries, firstKey: entries[0]?.market.id ?? null, nextCursor: null }
    },
  })

  return {
    platform,
    lists: [list('current', 'open', 'trading,ended'), list('settled', 'past', 'settled')],
    async *changedMarkets(sinceMs, signal) {
      yield await markets([['changed_since', new Date(sinceMs).toISOString()]], signal)
    },
    events: () => Promise.resolve([]),
    lookup: (nativeIds, signal) => markets([['ids', nativeIds.join(',')]], signal),
    isDiscoverable: (nativeId) => nativeId !== '',
    hasNoTradesBeforeCreation: true,
    marketsPerTradeRequest: 20,

    async trades(nativeIds, { fromS, untilS }, _maxRows, signal) {
      const query: Query = [
        ['from', String(fromS)],
        ['until', String(untilS)],
        ['markets', nativeIds.join(',')],
      ]
      const { rows, asOfMs } = await ask('trades', query, signal)
      const trades = rows.map((row) => ({ ...row, ...identify(row.body) }))
      return { rows: trades, asOfMs, isComplete: true }
    },

    tape: null,
    tapePageRows: null,
    batchBooks: null,
    activity: null,
    identifyTrade: identify,
    async ping(signal) {
      await ask('trades', [['limit', '0']], signal)
    },
    nowMs: api.nowMs,
    clockDifferenceMs: api.clockDifferenceMs,

    async book({ id, nativeId }, _depth, signal) {
      const { rows } = await ask('books', [['markets', nativeId]], signal)
      const [found] = rows
      return found
        ? { id, ...found, clockDifferenceMs: api.clockDifferenceMs(), stamp: null }
        : null
    },

    close: () => api.close(),
  }
}
