// GET /v1/candles: the candles of several markets.
import type { CandleBatchQuery, CandlePage, CandleResult } from '../../../schemas/generated/api.ts'
import type { BatchRunner } from '../batches/batch-runner.ts'
import { replaceLocations, toCompleteness, toItemError } from '../batches/item-result.ts'
import { createCandleReader } from '../candle-answers.ts'
import { marketNotFound, RequestError, type ErrorDetail } from '../errors.ts'
import { toOneBuffer } from '../http/response.ts'
import { createJsonWriter, RenderedJson } from '../json-writer.ts'
import { createQueryParser, findRangeErrors, valueError } from '../parameters.ts'
import type { Caching, Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<CandleBatchQuery>('query-candle-batch')
const toJson = createJsonWriter<CandleResult>('candle-result')

/** Maximum number of candles for all markets of a request together, about 17 MB. */
const maxCandles = 100_000

export function candleBatchRoute(context: RouteContext, runBatch: BatchRunner): Route {
  const { catalog, now } = context
  const answer = createCandleReader(context)
  return {
    path: '/v1/candles',
    document: {
      operationId: 'listCandles',
      tag: 'Markets',
      summary: 'List the candles of several markets',
      description:
        'Returns the candles of up to 100 markets, in the order of `market_ids`. Each result is what `GET /v1/markets/{market_id}/candles` returns for the market, or its error; an error of one market does not affect the others.',
      query: 'query-candle-batch',
      response: 'candle-results',
      notFound: [],
      hasCompletenessHeaders: false,
      cost: { base: 1, portions: { market_ids: 5, limit: 2_000 } },
    },
    async handle({ search, accountId }) {
      const query = parseQuery(search, (valid) => [
        ...findRangeErrors(valid),
        ...candleCountErrors(valid),
      ])
      const { market_ids: ids } = query
      const findMarket = catalog.findMarkets(ids)
      const question = { query, accountId, nowMs: now() }
      const results = await runBatch({
        groups: ids.map((_, i) => [i]),
        async answer(index): Promise<BatchedCandles> {
          const found = await findMarket(ids[index] ?? '')
          if (!found) throw marketNotFound()
          const { rows, before, after, completeness, caching } = await answer(found, question)
          const page = toOneBuffer(rows.toBody(before, after).body).toString()
          const json = toJson({
            page: new RenderedJson<CandlePage>(page),
            error: null,
            completeness: toCompleteness(completeness),
          })
          return { json: Buffer.from(json), caching }
        },
      })
      return { body: toBody(results), caching: cachingOfAll(results) }
    },
  }
}

interface BatchedCandles {
  /**
   * Bytes instead of text: converting the text of all pages to bytes at once, when the response is sent, would
   * block other requests.
   */
  readonly json: Buffer
  readonly caching: Caching
}

type Result = BatchedCandles | RequestError

function toBody(results: readonly Result[]): Buffer {
  const parts = results.flatMap((result, i) => [
    Buffer.from(i === 0 ? '' : ','),
    result instanceof RequestError ? Buffer.from(toErrorResult(result, i)) : result.json,
  ])
  return Buffer.concat([Buffer.from('{"results":['), ...parts, Buffer.from(']}')])
}

function toErrorResult(error: RequestError, index: number): string {
  const placed = replaceLocations(error, () => ['query', 'market_ids', String(index)])
  return toJson({ page: null, error: toItemError(placed), completeness: null })
}

/** Returns how the whole response may be cached: as its most restricted result may be cached. */
function cachingOfAll(results: readonly Result[]): Caching {
  const all = new Set(results.map((one) => (one instanceof RequestError ? 'none' : one.caching)))
  return (['none', 'complete', 'immutable'] as const).find((caching) => all.has(caching)) ?? 'none'
}

function candleCountErrors({ market_ids: ids = [], limit = 0 }: Partial<CandleBatchQuery>) {
  const most = Math.floor(maxCandles / Math.max(1, ids.length))
  const errors: readonly ErrorDetail[] = [
    valueError('limit', `limit should be at most ${most} for ${ids.length} markets`),
  ]
  return limit > most ? errors : []
}
