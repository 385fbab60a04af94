// The tools about wallets.
import { z } from 'zod'
import type { Answer } from '../../../clients/typescript/src/client.ts'
import { address, cursor, endTs, limit, startTs } from '../arguments.ts'
import {
  answeredAt,
  answeredAtOf,
  completeness,
  completenessOf,
  truncateText,
  truncateOrNull,
  describeResult,
  maxLabelLength,
  maxQuestionLength,
  nextCursor,
  toIsoTime,
  toText,
} from '../result.ts'
import { defineTool } from '../tool.ts'

const complete = z
  .boolean()
  .describe('false: the activity of the wallet is still being fetched; call again in 10 seconds')

const incomplete =
  'Not all activity of this wallet is fetched yet, so rows are missing and sums are wrong: call again in 10 seconds.'

/** Returns the fields that the results of both wallet tools share: all fields except the rows. */
const sharedFieldsOf = (
  answer: Answer<{
    readonly address: string
    readonly complete: boolean
    readonly cursor: string | null
  }>,
) => ({
  address: answer.data.address,
  complete: answer.data.complete,
  answered_at: answeredAtOf(answer),
  completeness: completenessOf(answer),
  next_cursor: answer.data.cursor,
})

const noteIfIncomplete = (isComplete: boolean): string[] => (isComplete ? [] : [incomplete])

export const getWalletPositions = defineTool({
  name: 'get_wallet_positions',
  title: 'Get what a wallet holds',
  description:
    'Returns the positions of a wallet: what it holds, its average cost, present value and profit, in dollars, without ' +
    'fees. Only one of the platforms has public wallets. Losing positions of resolved markets stay listed with ' +
    'price 0. The first call about a wallet starts fetching its past.',
  input: z.strictObject({
    address,
    sort_by: z
      .enum(['CURRENT', 'CASHPNL', 'PERCENTPNL', 'INITIAL', 'SIZE'])
      .default('CURRENT')
      .describe('Descending by present value, profit in dollars, profit in percent, cost, or size'),
    redeemable: z
      .boolean()
      .optional()
      .describe('true: only positions of resolved markets; false: only others'),
    limit: limit(50, 20),
    cursor,
  }),
  output: z.object({
    address: z.string(),
    complete,
    positions: z.array(
      z.object({
        market_id: z.string(),
        title: z.string().nullable(),
        outcome: z.string().describe('The outcome that is held'),
        size: z.number().describe('Contracts of one dollar'),
        avg_price: z.number().describe('Average cost of one contract'),
        cur_price: z.number().nullable().describe('Present price of the outcome, or its payout'),
        current_value: z.number().nullable().describe('Dollars'),
        cash_pnl: z.number().nullable().describe('Present value minus cost, dollars'),
        percent_pnl: z.number().nullable(),
        realized_pnl: z.number().describe('Profit from contracts no longer held, dollars'),
        redeemable: z.boolean().describe('Whether the market is resolved'),
      }),
    ),
    answered_at: answeredAt,
    completeness,
    next_cursor: nextCursor,
  }),
  async run(client, input, signal) {
    const answer = await client.listWalletPositions(input, { signal })
    const { data } = answer
    const positions = data.positions.map((position) => ({
      market_id: position.market_id,
      title: truncateOrNull(position.title, maxQuestionLength),
      outcome: truncateText(position.outcome, maxLabelLength),
      size: position.size,
      avg_price: position.avg_price,
      cur_price: position.cur_price,
      current_value: position.current_value,
      cash_pnl: position.cash_pnl,
      percent_pnl: position.percent_pnl,
      realized_pnl: position.realized_pnl,
      redeemable: position.redeemable,
    }))
    const structured = { ...sharedFieldsOf(answer), positions }
    const notes = [...noteIfIncomplete(data.complete), ...describeResult(structured)]
    return {
      text: toText(`Positions of ${data.address}: ${positions.length}.`, positions, notes),
      structured,
    }
  },
})

export const getWalletActivity = defineTool({
  name: 'get_wallet_activity',
  title: 'Get what a wallet did',
  description:
    'Returns the activity of a wallet, newest first: trades, splits, merges, redemptions, rewards and conversions, with ' +
    'price, contracts and dollars. Only one of the platforms has public wallets. The first call about a wallet starts ' +
    'fetching its past.',
  input: z.strictObject({
    address,
    activity_type: z
      .enum(['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'])
      .optional()
      .describe('Only activity of this type'),
    start_ts: startTs,
    end_ts: endTs,
    limit: limit(50, 20),
    cursor,
  }),
  output: z.object({
    address: z.string(),
    complete,
    activity: z.array(
      z.object({
        time: z.string(),
        type: z.string(),
        market_id: z.string().nullable(),
        title: z.string().nullable(),
        outcome: z.string().nullable(),
        side: z.string().nullable().describe('Of a trade: the side of the wallet'),
        price: z.number().nullable().describe('Of a trade: the price of the outcome, 0 to 1'),
        size: z.number().describe('Contracts of one dollar; of a reward: dollars'),
        usdc_size: z.number().describe('Dollars paid or received'),
      }),
    ),
    answered_at: answeredAt,
    completeness,
    next_cursor: nextCursor,
  }),
  async run(client, input, signal) {
    const answer = await client.listWalletActivity(input, { signal })
    const { data } = answer
    const activity = data.activity.map((one) => ({
      time: toIsoTime(one.timestamp_ms),
      type: one.type,
      market_id: one.market_id,
      title: truncateOrNull(one.title, maxQuestionLength),
      outcome: truncateOrNull(one.outcome, maxLabelLength),
      side: one.side,
      price: one.price,
      size: one.size,
      usdc_size: one.usdc_size,
    }))
    const structured = { ...sharedFieldsOf(answer), activity }
    const notes = [...noteIfIncomplete(data.complete), ...describeResult(structured)]
    return {
      text: toText(
        `Activity of ${data.address}, newest first: ${activity.length}.`,
        activity,
        notes,
      ),
      structured,
    }
  },
})
