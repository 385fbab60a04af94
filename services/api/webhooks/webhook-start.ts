// Where a new webhook begins: the positions of the first records that are checked for its event, and the price that
// the next trade is compared with.
import type { LogPosition, WebhookDefinition } from '../../../schemas/generated/events.ts'
import { topicOfEvent, type WebhookEvent } from '../../domain/webhook-registry.ts'
import type { EventLog } from '../../lib/log/port.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { invalidParameters, marketNotFound } from '../errors.ts'
import type { MarketHistory } from '../history/market-history.ts'

export type WebhookStart = Pick<WebhookDefinition, 'from' | 'last_price' | 'last_trade_at_ms'>

/**
 * Rejects with a RequestError if the market is unknown or already resolved. `marketId` may be null only for
 * `match.found`.
 */
export type FindWebhookStart = (
  event: WebhookEvent,
  marketId: string | null,
) => Promise<WebhookStart>

/**
 * A new webhook (except for `match.found`) reads its partition from this many records before the end. The api computes
 * the start from its memory, which may lack the newest records, so the webhook must read these. A webhook for
 * `price.crossed` skips the trades up to the newest one in memory, because `last_price` is the price of that trade.
 */
const lookBackRecords = 1_000

export function createFindWebhookStart(options: {
  readonly log: Pick<EventLog, 'ranges'>
  readonly topicPrefix: string
  readonly catalog: Pick<Catalog, 'findMarket'>
  readonly history: Pick<MarketHistory, 'states'>
  /** Returns the partition of a market in the topics whose key is a market. */
  readonly partitionOf: (marketId: string) => number
}): FindWebhookStart {
  const { log, topicPrefix, catalog, history, partitionOf } = options

  async function readEndsOf(topic: string): Promise<readonly LogPosition[]> {
    const ranges = await log.ranges(topicPrefix + topic)
    return ranges.map(({ partition, high: offset }) => ({ topic, partition, offset }))
  }

  async function stateOf(marketId: string) {
    const found = await catalog.findMarket(marketId)
    if (!found) throw marketNotFound('body')
    const { watermarkPosition } = found
    const request = { id: marketId, watermarkPosition, completeUntilMs: Infinity }
    return (await history.states([request])).get(marketId)
  }

  return async (event, marketId) => {
    // read before the state: a record that arrives between the two reads is at or after these ends, so the webhook
    // handles it
    const ends = await readEndsOf(topicOfEvent[event])
    const noTrade = { last_price: null, last_trade_at_ms: 0 }
    if (marketId === null) return { from: [...ends], ...noTrade }
    const state = await stateOf(marketId)
    if (event === 'match.found') return { from: [...ends], ...noTrade }
    if (state?.details?.status === 'resolved')
      throw invalidParameters([
        { loc: ['body', 'market_id'], msg: 'The market is resolved', type: 'market_resolved' },
      ])
    const trade = event === 'price.crossed' ? (state?.trade ?? null) : null
    const from = ends
      .filter(({ partition }) => partition === partitionOf(marketId))
      .map((end) => ({
        ...end,
        offset: Math.max(0, end.offset - lookBackRecords, (trade?.position ?? -1) + 1),
      }))
    return trade === null
      ? { from, ...noTrade }
      : { from, last_price: trade.price, last_trade_at_ms: trade.ms }
  }
}
