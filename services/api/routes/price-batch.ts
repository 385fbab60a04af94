// POST /v1/prices: the prices of many markets and times.
import type { PriceRecord, PriceResult, PricesRequest } from '../../../schemas/generated/api.ts'
import type { BatchRunner } from '../batches/batch-runner.ts'
import { replaceLocations, toCompleteness, toItemError } from '../batches/item-result.ts'
import { groupBy } from '../../lib/run/group-by.ts'
import { mapWithYields } from '../../lib/run/turns.ts'
import { itemFields, fieldNamesOf, parsePriceItem, type PriceItem } from '../batches/price-items.ts'
import { createBodyParser } from '../body.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import type { StatedCompleteness } from '../completeness.ts'
import { marketNotFound, RequestError } from '../errors.ts'
import { createJsonWriter, type WithExactDecimals } from '../json-writer.ts'
import { createPriceAnswers, type PriceAnswer } from '../price-answers.ts'
import type { Route, RouteContext, RouteResponse } from '../route.ts'
import { ignoredParametersHeader } from '../unknown-parameters.ts'

const parseBody = createBodyParser<PricesRequest>('prices-request')
const toJson = createJsonWriter<PriceResult>('price-result')

/** Maximum length of the body: enough for 1,000 items with ids of the maximum length. */
const maxBytes = 1024 * 1024

export function priceBatchRoute(context: RouteContext, runBatch: BatchRunner): Route {
  const { catalog, now } = context
  const answers = createPriceAnswers(context)

  /** Returns the results by the index of the item. */
  async function answerItems(
    items: ReadonlyMap<number, PriceItem>,
    accountId: string,
    nowMs: number,
  ): Promise<readonly (PriceAnswer | RequestError)[]> {
    const groups = groupByMarket(items)
    const ids = [...groups.keys()]
    const findMarket = catalog.findMarkets(ids)
    const settlements = settlementsOf(ids.map(async (id) => findMarket(id)))
    // prevents an unhandled rejection: the items that await the settlements later handle the error
    settlements.catch(() => undefined)

    return runBatch({
      groups: [...groups.values()],
      async answer(index) {
        const { marketId, atS } = items.get(index) as PriceItem
        const found = await findMarket(marketId)
        if (!found) throw marketNotFound()
        const isResolved = found.market.status === 'resolved'
        const settlement = isResolved ? (await settlements).get(marketId) : undefined
        return answers.answer(found, { accountId, atS, nowMs }, settlement ?? null)
      },
    })
  }

  async function settlementsOf(markets: readonly Promise<FoundMarket | undefined>[]) {
    const found = await Promise.allSettled(markets)
    return answers.settlementsOf(
      found.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])),
    )
  }

  return {
    method: 'POST',
    path: '/v1/prices',
    document: {
      operationId: 'getPrices',
      tag: 'Markets',
      summary: 'Get many prices',
      description:
        'Returns the prices of up to 1,000 markets and times, in the order of the request. Each result is what `GET /v1/markets/{market_id}/price` returns for the item, or its error; an error of one item does not affect the others. Unknown fields have no effect; the header `X-Ignored-Parameters` names them.',
      body: { schema: 'prices-request', maxBytes },
      response: 'price-results',
      notFound: [],
      hasCompletenessHeaders: false,
      cost: { base: 1, portions: { requests: 20 }, max: 50 },
    },
    async handle({ body, accountId }): Promise<RouteResponse> {
      const nowMs = now()
      const { requests } = parseBody(body)
      const parsed = await mapWithYields<unknown, PriceItem | RequestError>(requests, (item, i) =>
        parsePriceItem(item, itemLocationOf(i), nowMs),
      )
      const valid = new Map<number, PriceItem>()
      for (const [i, item] of parsed.entries())
        if (!(item instanceof RequestError)) valid.set(i, item)
      const answered = await answerItems(valid, accountId, nowMs)
      const results = await mapWithYields(parsed, (item, i) =>
        item instanceof RequestError ? toResultJson(item, null) : toItemResultJson(answered[i], i),
      )
      return {
        body: `{"results":[${results.join(',')}]}`,
        headers: ignoredFieldsHeader(body, requests),
      }
    },
  }
}

const itemLocationOf = (index: number): readonly string[] => ['body', 'requests', String(index)]

/** Returns the indexes of the items of each market, earliest time first. */
function groupByMarket(items: ReadonlyMap<number, PriceItem>): ReadonlyMap<string, number[]> {
  const groups = groupBy(items.keys(), (index) => (items.get(index) as PriceItem).marketId)
  const timeOf = (index: number): number => items.get(index)?.atS ?? Number.MAX_SAFE_INTEGER
  for (const group of groups.values()) group.sort((a, b) => timeOf(a) - timeOf(b))
  return groups
}

function toItemResultJson(answer: PriceAnswer | RequestError | undefined, index: number): string {
  if (answer === undefined) throw new Error(`the item ${index} has no result`)
  const withItemLocation = (error: RequestError): RequestError =>
    replaceLocations(error, (name) => [...itemLocationOf(index), name])
  if (answer instanceof RequestError) return toResultJson(withItemLocation(answer), null)
  const { price, completeness } = answer
  return toResultJson(price instanceof RequestError ? withItemLocation(price) : price, completeness)
}

function toResultJson(
  price: WithExactDecimals<PriceRecord> | RequestError,
  completeness: StatedCompleteness | null,
): string {
  const isError = price instanceof RequestError
  return toJson({
    price: isError ? null : price,
    error: isError ? toItemError(price) : null,
    completeness: completeness && toCompleteness(completeness),
  })
}

/** Returns the header X-Ignored-Parameters with the unknown fields of the body and of its items. */
function ignoredFieldsHeader(
  body: unknown,
  items: readonly unknown[],
): Readonly<Record<string, string>> {
  const names = fieldNamesOf(body).filter((name) => name !== 'requests')
  return ignoredParametersHeader([...names, ...items.flatMap(fieldNamesOf)], itemFields)
}
