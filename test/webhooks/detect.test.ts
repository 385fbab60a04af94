// Which records are events of a webhook.
import { describe, expect, it } from '@jest/globals'
import type { WebhookDefinition, WebhookDetection } from '../../schemas/generated/events.ts'
import { detect, createInitialDetection, type InputRecord } from '../../services/webhooks/detect.ts'
import { marketOf, matchOf, tradeOf, webhookOf, type TradeFields } from './webhook-records.ts'

/** Runs the records through the detection. Returns the events, each as its key. */
function eventsOf(
  definition: Partial<WebhookDefinition>,
  records: readonly InputRecord[],
  from?: Partial<WebhookDetection>,
): string[] {
  const webhook = webhookOf(definition)
  let detection: WebhookDetection = { ...createInitialDetection(webhook), ...from }
  return records.flatMap((record) => {
    const detected = detect(webhook, detection, record)
    detection = detected.detection
    return detected.event ? [detected.event.key] : []
  })
}

const trades = (...fields: readonly TradeFields[]): InputRecord[] =>
  fields.map((one, i) => tradeOf({ id: `t${i}`, rawOffset: i, ms: 1_000 * i, ...one }))

describe('price.crossed', () => {
  const any = { event: 'price.crossed', level: 0.5, direction: 'any' }

  it('needs a price before: the first trade is none', () => {
    expect(eventsOf(any, trades({ price: '0.7' }, { price: '0.8' }))).toEqual([])
  })

  it('compares the first trade with the price at the creation of the webhook', () => {
    const created = { ...any, last_price: '0.4', last_trade_at_ms: 500 }
    expect(eventsOf(created, trades({ price: '0.7', ms: 600 }))).toEqual(['t0'])
    expect(eventsOf(created, trades({ price: '0.7', ms: 499 }))).toEqual([])
  })

  it('reports every crossing once, in both directions', () => {
    const moves = trades({ price: '0.4' }, { price: '0.6' }, { price: '0.7' }, { price: '0.3' })
    expect(eventsOf(any, moves)).toEqual(['t1', 't3'])
    expect(eventsOf({ ...any, direction: 'up' }, moves)).toEqual(['t1'])
    expect(eventsOf({ ...any, direction: 'down' }, moves)).toEqual(['t3'])
  })

  it('leaves out a late trade, which says nothing about the price now', () => {
    const late = trades({ price: '0.4' }, { price: '0.45' }, { price: '0.9', ms: 500 })
    expect(eventsOf(any, late)).toEqual([])
    expect(eventsOf(any, [...late, tradeOf({ rawOffset: 9, ms: 3_000, price: '0.48' })])).toEqual(
      [],
    )
  })

  it('takes trades of the same time in the order of the log', () => {
    const sameTime = trades(
      { price: '0.4', ms: 1 },
      { price: '0.6', ms: 1 },
      { price: '0.4', ms: 1 },
    )
    expect(eventsOf(any, sameTime)).toEqual(['t1', 't2'])
  })

  it('leaves out repeated trades, as a replay of the normalizer appends them', () => {
    const once = trades({ price: '0.4', ms: 1 }, { price: '0.6', ms: 1 })
    expect(eventsOf(any, [...once, ...once, ...once])).toEqual(['t1'])
  })

  it('leaves out watermarks and trades that the tables leave out', () => {
    const watermark = { ...tradeOf({}), value: { trade: null, progress: null } } as InputRecord
    const beyond = tradeOf({ rawOffset: 5, ms: 9e15, price: '0.9' })
    expect(eventsOf(any, [watermark, beyond], { price: '0.1' })).toEqual([])
  })

  it('says what happened', () => {
    const webhook = webhookOf({ ...any, last_price: '0.4' })
    const record = tradeOf({ id: 't1', price: '0.62', ms: 7_000, rawOffset: 3 })
    expect(detect(webhook, createInitialDetection(webhook), record).event).toEqual({
      key: 't1',
      type: 'price.crossed',
      occurredAtMs: 7_000,
      data: {
        market_id: 'pa_1',
        level: 0.5,
        direction: 'up',
        price: 0.62,
        previous_price: 0.4,
        trade_id: 't1',
        timestamp_ms: 7_000,
      },
    })
  })
})

describe('market.resolved', () => {
  const resolved = { event: 'market.resolved' }

  it('reports the first record that says so, and none of the later ones', () => {
    const records = [
      marketOf({ status: 'open' }),
      marketOf({ status: 'closed' }),
      marketOf({ status: 'resolved', resolved_at: 77 }),
      marketOf({ status: 'resolved', resolved_at: 77 }),
    ]
    expect(eventsOf(resolved, records)).toEqual(['resolved/77'])
  })

  it('states the payouts', () => {
    const webhook = webhookOf(resolved)
    const record = marketOf({ status: 'resolved', resolved_at: 77 })
    expect(detect(webhook, createInitialDetection(webhook), record).event?.data).toEqual({
      market_id: 'pa_1',
      question: 'Will it rain?',
      resolved_at: 77,
      outcomes: [
        { label: 'Yes', payout: 1 },
        { label: 'No', payout: null },
      ],
    })
  })
})

describe('match.found', () => {
  const found = { event: 'match.found', market_id: null }

  it('reports a new match, but neither a changed nor a withdrawn one', () => {
    const records = [matchOf({}), matchOf({ changedAtMs: 6_000 }), matchOf({ isWithdrawn: true })]
    expect(eventsOf(found, records)).toEqual(['match/pb_1/pa_1/5000'])
  })

  it('reports those of one market only, on either side', () => {
    const records = [matchOf({}), matchOf({ marketId: 'pb_2', otherId: 'pa_2' })]
    expect(eventsOf({ ...found, market_id: 'pa_1' }, records)).toEqual(['match/pb_1/pa_1/5000'])
    expect(eventsOf({ ...found, market_id: 'pb_2' }, records)).toEqual(['match/pb_2/pa_2/5000'])
    expect(eventsOf({ ...found, market_id: 'pa_3' }, records)).toEqual([])
  })
})
