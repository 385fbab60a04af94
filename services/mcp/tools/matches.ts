// The tools about pairs of markets, on two platforms, that ask the same question.
import { z } from 'zod'
import type { Client, MatchedMarket } from '../../../clients/typescript/src/client.ts'
import { parseDecimal, subtractDecimals } from '../../domain/money.ts'
import { cursor, endTs, interval, limit, marketId, query, startTs, status } from '../arguments.ts'
import {
  answeredAt,
  answeredAtOf,
  completeness,
  completenessOf,
  truncateText,
  describeOmittedRows,
  describeResult,
  maxLabelLength,
  maxQuestionLength,
  nextCursor,
  toIsoTime,
  toText,
} from '../result.ts'
import { defineTool } from '../tool.ts'

const warning =
  'The matcher does not read rules: compare both with get_market before you rely on a match.'

export const findMatches = defineTool({
  name: 'find_matches',
  title: 'Find the same market on two platforms',
  description:
    'Finds pairs of markets on two platforms that ask the same question, best match first, with the present prices of ' +
    'both and their difference: for arbitrage, and to compare platforms. `ids` finds the matches of markets that you ' +
    'have. `difference` is `price` minus `other_price`, both in terms of the first outcome of `market_id`; it takes ' +
    'no account of fees or of how old the prices are. For bids and asks, and for the past, use get_spread. ' +
    warning,
  input: z.strictObject({
    q: query.optional().describe('Search words that one of the two markets must have'),
    ids: z.array(marketId).min(1).max(20).optional().describe('Only matches of these markets'),
    confidence: z
      .enum(['high', 'medium'])
      .optional()
      .describe('high: a score of 85 or more; medium: from 70 on, to be checked by reading'),
    status: status.describe(
      'Only pairs of which both markets have this status; open: both can be traded',
    ),
    limit: limit(20, 10),
    cursor,
  }),
  output: z.object({
    matches: z.array(
      z.object({
        market_id: z.string(),
        question: z.string(),
        status: z.string(),
        other_market_id: z.string(),
        other_question: z.string(),
        other_status: z.string(),
        score: z.number().describe('Certainty of the match, 70 to 100'),
        confidence: z.string(),
        polarity: z
          .string()
          .describe(
            'inverted: the first outcome of one pays when the second outcome of the other pays',
          ),
        outcome: z
          .string()
          .describe(
            'The outcome of market_id that pays when the first outcome of other_market_id pays',
          ),
        price: z
          .number()
          .nullable()
          .describe('Of the first outcome of market_id; null: none is known'),
        other_price: z
          .number()
          .nullable()
          .describe('Of other_market_id, in terms of the same outcome; null: none is known'),
        difference: z.number().nullable().describe('price minus other_price'),
        reasons: z.string().describe('What the matcher compared'),
      }),
    ),
    total: z.int().describe('Number of matches, on all pages'),
    answered_at: answeredAt,
    next_cursor: nextCursor,
  }),
  async run(client, input, signal) {
    const answer = await client.listMatchingMarkets(input, { signal })
    const { matches: found, total, cursor: next } = answer.data
    const prices = await readPrices(client, found, signal)
    const matches = found.map((match) => toMatch(match, prices))
    const structured = {
      matches,
      total,
      answered_at: answeredAtOf(answer),
      next_cursor: next,
    }
    const notes = [...(matches.length > 0 ? [warning] : []), ...describeResult(structured)]
    return { text: toText(`Matches: ${matches.length} of ${total}.`, matches, notes), structured }
  },
})

/** Returns the present prices of the markets of the matches, by market id. Omits markets without a price. */
async function readPrices(
  client: Client,
  matches: readonly MatchedMarket[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const ids = matches.flatMap(({ platform_a: one, platform_b: other }) => [one.id, other.id])
  if (ids.length === 0) return new Map()
  const requests = ids.map((id) => ({ market_id: id }))
  const { data } = await client.getPrices({ requests }, { signal })
  return new Map(
    data.results.flatMap(({ price }) => (price ? [[price.market_id, price.price] as const] : [])),
  )
}

function toMatch(match: MatchedMarket, prices: ReadonlyMap<string, number>) {
  const { platform_a: one, platform_b: other, score, confidence, polarity } = match
  const price = prices.get(one.id) ?? null
  const known = prices.get(other.id) ?? null
  const otherPrice = known === null || polarity === 'same' ? known : subtract(1, known)
  return {
    market_id: one.id,
    question: truncateText(one.question, maxQuestionLength),
    status: one.status,
    other_market_id: other.id,
    other_question: truncateText(other.question, maxQuestionLength),
    other_status: other.status,
    score,
    confidence,
    polarity,
    outcome: truncateText(match.outcome, maxLabelLength),
    price,
    other_price: otherPrice,
    difference: price === null || otherPrice === null ? null : subtract(price, otherPrice),
    reasons: truncateText(
      match.reasons.map(({ dimension, evidence }) => `${dimension}: ${evidence}`).join('; '),
      maxQuestionLength,
    ),
  }
}

/** Subtracts exactly: prices are decimals, and the subtraction of doubles would have rounding errors. */
function subtract(a: number, b: number): number {
  return Number(subtractDecimals(parseDecimal(a) ?? '0', parseDecimal(b) ?? '0'))
}

export const getSpread = defineTool({
  name: 'get_spread',
  title: 'Get the spread of a match over time',
  description:
    'Returns the values of two matching markets and their difference in time buckets, oldest first. Both values are ' +
    'probabilities of the first outcome of `market_id`; an inverted match is taken into account. Find the pair with ' +
    'find_matches. To see whether a trade was possible, compare the `bid` of one with the `ask` of the other: call ' +
    'twice, with source bid and with source ask. Without `start_ts` the result has the newest points. A value stays ' +
    'in force until the next observation: `observed` says how old it is, so distrust differences of old values.',
  input: z.strictObject({
    market_id: marketId,
    other_market_id: marketId.describe('The other market of the match'),
    interval,
    source: z
      .enum(['mid', 'bid', 'ask', 'trades'])
      .default('mid')
      .describe('mid: middle of bid and ask; trades: the last trade, which can be old'),
    start_ts: startTs,
    end_ts: endTs,
    limit: limit(200, 48),
  }),
  output: z.object({
    market_id: z.string(),
    other_market_id: z.string(),
    polarity: z.string(),
    source: z.string(),
    interval: z.string(),
    points: z.array(
      z.object({
        start: z.string().describe('Start of the bucket; the values are those at its end'),
        value: z.number(),
        other_value: z.number(),
        difference: z.number().describe('value minus other_value'),
        observed: z.string(),
        other_observed: z.string(),
        is_final: z.boolean(),
      }),
    ),
    has_more: z
      .boolean()
      .describe('The limit left out points: later ones with `start_ts`, else earlier ones'),
    answered_at: answeredAt,
    completeness,
  }),
  async run(client, input, signal) {
    const answer = await client.listSpread(input, { signal })
    const { points: found, has_more: hasMore, ...pair } = answer.data
    const points = found.map((point) => ({
      start: toIsoTime(point.start_ts * 1000),
      value: point.value,
      other_value: point.other_value,
      difference: point.difference,
      observed: toIsoTime(point.observed_at_ms),
      other_observed: toIsoTime(point.other_observed_at_ms),
      is_final: point.is_final,
    }))
    const structured = {
      market_id: pair.market_id,
      other_market_id: pair.other_market_id,
      polarity: pair.polarity,
      source: pair.source,
      interval: pair.interval,
      points,
      has_more: hasMore,
      answered_at: answeredAtOf(answer),
      completeness: completenessOf(answer),
    }
    const summary = `Spread between ${pair.market_id} and ${pair.other_market_id} (${pair.source}, ${pair.interval}, polarity ${pair.polarity}), points: ${points.length}.${describeOmittedRows(points, input.start_ts, hasMore)}`
    return { text: toText(summary, points, describeResult(structured)), structured }
  },
})
