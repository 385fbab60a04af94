// The tools that find and describe markets.
import { z } from 'zod'
import type { Answer, Market } from '../../../clients/typescript/src/client.ts'
import { cursor, limit, marketId, platform, query, status } from '../arguments.ts'
import {
  answeredAt,
  answeredAtOf,
  truncateText,
  truncateOrNull,
  describeResult,
  maxLabelLength,
  maxQuestionLength,
  nextCursor,
  secondsToIso,
  toText,
} from '../result.ts'
import { defineTool } from '../tool.ts'

const maxOutcomes = 10
const maxRulesLength = 4_000

const outcome = z.object({
  label: z.string(),
  price: z.number().describe('Probability, 0 to 1; of a resolved market the payout'),
})

/** A market in lists. */
const marketFields = {
  id: z.string(),
  question: z.string(),
  status: z.string(),
  platform: z.string(),
  outcomes: z
    .array(outcome)
    .describe(`The first ${maxOutcomes} outcomes. All prices of a market refer to the first one`),
  outcome_count: z.int(),
  best_bid: z.number().describe('Highest bid for the first outcome; 0 if there is none'),
  best_ask: z.number().describe('Lowest ask for the first outcome; 1 if there is none'),
  volume_24h: z
    .number()
    .describe('As the platform reports it: dollars, or contracts of one dollar'),
  close_time: z.string().nullable().describe('End of trading, planned or actual'),
  category: z.string().nullable(),
}

function toMarket({ id, question, status: state, outcomes, platforms, ...rest }: Market) {
  const [listing] = platforms
  return {
    id,
    question: truncateText(question, maxQuestionLength),
    status: state,
    platform: listing?.platform ?? '',
    outcomes: outcomes
      .slice(0, maxOutcomes)
      .map(({ label, price }) => ({ label: truncateText(label, maxLabelLength), price })),
    outcome_count: outcomes.length,
    best_bid: listing?.best_bid ?? 0,
    best_ask: listing?.best_ask ?? 1,
    volume_24h: rest.volume_24h,
    close_time: secondsToIso(rest.close_time),
    category: truncateOrNull(rest.category, maxLabelLength),
  }
}

export const searchMarkets = defineTool({
  name: 'search_markets',
  title: 'Search prediction markets',
  description:
    'Finds markets by words, with their present prices; without `q` it lists markets, most traded first. ' +
    'Begin here: all other tools take the ids that it returns. Each word must match the question, slug, tag or event; ' +
    '`btc` also finds Bitcoin, `96k` also $96,000, and typing errors are corrected, so use few and telling words. ' +
    'Markets that ended more than 30 days ago are left out. Prices are probabilities from 0 to 1.',
  input: z.strictObject({
    q: query.optional().describe('Search words, 2 to 300 characters'),
    platform,
    status,
    category: z
      .string()
      .max(200)
      .optional()
      .describe(
        'politics, world, sports, crypto, economics, finance, climate, science, culture, health, mentions or other',
      ),
    sort_by: z
      .enum(['relevance', 'volume', 'created_at'])
      .optional()
      .describe('relevance (only with `q`, and its default), volume of 24 hours, or newest first'),
    limit: limit(25, 10),
    cursor,
  }),
  output: z.object({
    markets: z.array(z.object(marketFields)),
    total: z.int().nullable().describe('Number of markets found, on all pages; null without `q`'),
    answered_at: answeredAt,
    next_cursor: nextCursor,
  }),
  async run(client, { q, sort_by: order, ...filters }, signal) {
    const answer = await (q === undefined && order !== 'relevance'
      ? client.listMarkets({ ...filters, sort_by: order }, { signal })
      : client.searchMarkets({ ...filters, q: q ?? '', sort_by: order ?? 'relevance' }, { signal }))
    return toMarketPage(answer)
  },
})

function toMarketPage(answer: Answer<readonly Market[]>) {
  const stated = answer.headers.get('X-Total-Count')
  const total = stated === null ? null : Number(stated)
  const markets = answer.data.map(toMarket)
  const structured = {
    markets,
    total,
    answered_at: answeredAtOf(answer),
    next_cursor: answer.headers.get('X-Next-Cursor'),
  }
  const found = `Markets: ${markets.length}${total === null ? '' : ` of ${total}`}.`
  const advice = markets.length === 0 ? ' Use fewer or other words, or fewer filters.' : ''
  return { text: toText(found + advice, markets, describeResult(structured)), structured }
}

export const getMarket = defineTool({
  name: 'get_market',
  title: 'Get a market with its rules',
  description:
    'Returns one market by its id, with the rules by which it is resolved, its page, volumes, and whether its recorded ' +
    'trades add up to the volume that the platform states. Use it before you judge what a question means, or whether ' +
    'two markets are really the same.',
  input: z.strictObject({ market_id: marketId }),
  output: z.object({
    ...marketFields,
    rules: z
      .string()
      .nullable()
      .describe(`Rules for resolving the market, cut after ${maxRulesLength} characters`),
    url: z.string(),
    event_slug: z.string().nullable(),
    volume_total: z.number().nullable().describe('In the unit of volume_24h'),
    open_interest: z.number().nullable().describe('In the unit of volume_24h'),
    created_at: z.string().nullable(),
    data_quality: z
      .string()
      .nullable()
      .describe(
        'agrees: no trade is missing; missing: trades are being fetched; unexplained; null: not compared yet',
      ),
    answered_at: answeredAt,
  }),
  async run(client, input, signal) {
    const answer = await client.getMarket(input, { signal })
    const { data } = answer
    const structured = {
      ...toMarket(data),
      rules: truncateOrNull(data.description, maxRulesLength),
      url: truncateText(data.platforms[0]?.url ?? '', 1_000),
      event_slug: truncateOrNull(data.event_slug, maxQuestionLength),
      volume_total: data.volume_total,
      open_interest: data.open_interest,
      created_at: secondsToIso(data.created_at),
      data_quality: data.data_quality?.status ?? null,
      answered_at: answeredAtOf(answer),
    }
    const lines = Object.entries(structured).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    )
    return { text: lines.join('\n'), structured }
  },
})
