// Random questions about the past and the newest state of markets, each with the answer of the model.
import { expect } from '@jest/globals'
import { isComplete } from '../../../services/api/completeness.ts'
import { newestSortKey, type TimeSortKey } from '../../../services/api/cursor.ts'
import { toCandleRange, type CandleText } from '../../../services/api/candle-series.ts'
import type { Completeness } from '../../../services/api/catalog/feed-catalog.ts'
import type {
  CandleRangeRequest,
  MarketHistory,
  MarketRef,
} from '../../../services/api/history/market-history.ts'
import type { MarketState } from '../../../services/api/history/market-state.ts'
import { toOneBuffer } from '../../../services/api/http/response.ts'
import { toStateRequest } from '../../../services/api/market-response.ts'
import type { BucketValues } from '../../../services/api/queries/bucket-values.ts'
import type { RenderedRows } from '../../../services/api/rendered-rows.ts'
import { candleGrids, candleIntervals } from '../../../services/domain/candle.ts'
import type { createSeededRandom } from '../../support/random.ts'
import { marketIds, type createGenerator } from './generate.ts'
import { textOfTrade, type createModel } from './model.ts'
import { createPageQuestion, type PageHistory } from './page-questions.ts'

const toAsked = (id: string): MarketRef => ({
  id,
  platform: id.startsWith('pa_') ? 'platform_a' : 'platform_b',
  labels: ['Yes/\u2028"\\\u001f', 'No \\u001f'],
  watermarkPosition: 0,
})

/** What a response with the rows would have. The same rows have the same tag, whatever blocks they are in. */
function contentOf(rows: RenderedRows) {
  const texts = rows.texts()
  const { body, tag } = rows.toBody('[', ']')
  expect(toOneBuffer(body).toString()).toBe(`[${texts.join(',')}]`)
  return { rows: texts, tag }
}

export interface Question {
  readonly text: string
  readonly ask: (history: MarketHistory) => unknown
  /** The part of an answer that the model knows. */
  readonly select: (answer: never) => unknown
  readonly ofModel: () => unknown
}

interface QuestionsOptions {
  readonly random: ReturnType<typeof createSeededRandom>
  readonly generator: ReturnType<typeof createGenerator>
  readonly model: ReturnType<typeof createModel>
  /** How many questions about one market there are for each that asks for the values of buckets. */
  readonly marketQuestionsPerValues: number
}

export function createQuestions({
  random,
  generator,
  model,
  marketQuestionsPerValues,
}: QuestionsOptions) {
  function question(): Question {
    return random.below(3) === 0 ? pageQuestion() : marketQuestion()
  }

  function pageQuestion(): Question {
    // prices can be from the future, and audits can be ahead of what the response states
    const nowMs = generator.nowMs - (random.below(4) ? 0 : random.below(20_000))
    const stated = generator.nowMs - (random.below(2) ? 0 : random.below(10_000))
    const { text, ask } = createPageQuestion(random, nowMs, stated)
    return {
      text,
      ask,
      select: (body) => body,
      ofModel: () => ask(historyOfModel),
    }
  }

  const historyOfModel: PageHistory = {
    states: (asked) => new Map(asked.map(({ id }) => [id, model.state(id)])),
    priceAt: ({ id }, atMs) => model.priceAt(id, atMs),
  }

  function marketQuestion(): Question {
    const id = marketIds[random.below(marketIds.length)] ?? 'pa_0x01'
    const asked = toAsked(id)
    if (random.below(marketQuestionsPerValues) === 0) return valuesQuestion(id, asked)
    const kind = random.below(17)
    if (kind >= 14) return stateQuestion(id)
    if (kind >= 10) return candlesQuestion(id, asked)
    if (kind < 5) {
      const atMs = generator.pastMs()
      return {
        text: `price of ${id} at ${atMs}`,
        ask: (h) => h.priceAt(asked, atMs),
        select: (answer) => answer,
        ofModel: () => model.priceAt(id, atMs),
      }
    }
    if (kind < 8) {
      const after: TimeSortKey = random.below(3)
        ? [generator.pastMs(), random.below(2) ? '0x8' : '']
        : newestSortKey
      const page = {
        after,
        fromMs: random.below(2) ? 0 : generator.pastMs(),
        limit: 1 + random.below(120),
      }
      return {
        text: `trades of ${id}: ${JSON.stringify(page)}`,
        async ask(h) {
          const { trades, ...rest } = await h.tradesPage(asked, page)
          return { ...rest, ...contentOf(trades) }
        },
        select: ({ rows, hasMore }: { rows: readonly string[]; hasMore: boolean }) => ({
          trades: rows.map(textOfTrade),
          hasMore,
        }),
        ofModel: () => model.page(id, page),
      }
    }
    if (kind < 9)
      return {
        text: `first price of ${id}`,
        ask: (h) => h.firstPriceMs(asked),
        select: (answer) => answer,
        ofModel: () => model.firstPriceMs(id),
      }
    return {
      text: `order book of ${id}`,
      ask: (h) => h.orderBook(asked),
      select: (book: { timestampMs: number } | null) => book?.timestampMs ?? null,
      ofModel: () => model.bookTime(id),
    }
  }

  /** About the part of a state that comes from one topic. */
  function stateQuestion(id: string): Question {
    const part = (['details', 'trade', 'best', 'audit'] as const)[random.below(4)] ?? 'trade'
    const select = (state: Omit<MarketState, 'revision'>) => {
      const { details, trade, best, audit } = state
      const { question, volume_24h: volume } = details ?? {}
      return {
        details: [question, volume],
        trade: [trade?.ms, trade?.id, trade?.price],
        best: [best?.bid, best?.ask],
        audit: audit?.difference,
      }[part]
    }
    return {
      text: `${part} of ${id}`,
      async ask(h) {
        const found: Partial<MarketState> = (await h.states([toStateRequest(id)])).get(id) ?? {}
        const { revision: _, quote, ...state } = found
        // A replaced quote may have the position of either record. Whether a quote was replaced is only read from the
        // tables if it is newer than the trade: otherwise it is no price.
        const isPrice = (quote?.ms ?? 0) > (state.trade?.ms ?? 0)
        return { ...state, quote: [quote?.ms, isPrice && quote?.price] }
      },
      select,
      ofModel: () => select(model.state(id)),
    }
  }

  function candlesQuestion(id: string, asked: MarketRef): Question {
    const interval = candleIntervals[random.below(candleIntervals.length)] ?? '1m'
    const startS = Math.floor(generator.pastMs() / 1000)
    const lengthS = random.below(3) ? 600 : 5_000_000
    const request = {
      interval,
      ...toCandleRange(interval, startS - (random.below(2) ? lengthS : 0), startS + lengthS),
      limit: 1 + random.below(6),
      keep: random.below(2) ? 'oldest' : 'newest',
    } as const
    if (random.below(2)) return candlePageQuestion(asked, request)
    return {
      text: `candles of ${id}: ${JSON.stringify(request)}`,
      ask: (h) => h.candles(asked, request),
      select: (candles: readonly CandleText[]) => candles.map(({ json }) => json),
      ofModel: () => model.candles(id, request),
    }
  }

  function valuesQuestion(id: string, asked: MarketRef): Question {
    const interval = (['1m', '5m', '1h'] as const)[random.below(3)] ?? '1m'
    const startS = Math.floor(generator.pastMs() / 1000)
    const request = {
      source: (['trades', 'mid', 'bid', 'ask'] as const)[random.below(4)] ?? 'mid',
      interval,
      ...toCandleRange(interval, startS - random.below(600), startS + random.below(600)),
      limit: 1 + random.below(8),
      keep: random.below(2) ? 'oldest' : 'newest',
    } as const
    return {
      text: `values of ${id}: ${JSON.stringify(request)}`,
      ask: (h) => h.bucketValues(asked, request),
      // what is around the range is unknown if the limit may have cut off buckets
      select: ({ buckets, ...around }: BucketValues) =>
        buckets.length < request.limit ? { buckets, ...around } : buckets,
      ofModel: () => model.bucketValues(id, request),
    }
  }

  function candlePageQuestion(asked: MarketRef, request: CandleRangeRequest): Question {
    const { id } = asked
    const gapMs = generator.pastMs()
    const gap = { from_ms: gapMs, until_ms: gapMs + 600_000, reason: 'repair' }
    const gaps = random.below(2) ? [gap] : []
    const completeness = { completeUntilMs: generator.pastMs(), gaps } as Completeness
    const { interval } = request
    const stepMs = candleGrids[interval].stepS * 1000
    return {
      text: `page of candles of ${id}: ${JSON.stringify({ ...request, completeness })}`,
      async ask(h) {
        const { rows, ...page } = await h.candlePage(asked, { ...request, completeness })
        return { ...page, ...contentOf(rows) }
      },
      select: ({ rows }: { rows: readonly string[] }) => rows,
      ofModel: () =>
        model.candles(id, request).map((json) => {
          const startMs = (JSON.parse(json) as { start_ts: number }).start_ts * 1000
          const isFinal = isComplete(completeness, startMs, startMs + stepMs)
          return `${json.slice(0, -1)},"is_final":${isFinal}}`
        }),
    }
  }

  return { question, marketQuestion }
}
