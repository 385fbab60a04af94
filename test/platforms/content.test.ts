// Which changes of a market or event count as a change of its content, of its figures, or of nothing.
import { describe, expect, it } from '@jest/globals'
import * as a from '../../services/platforms/platform-a/source/snapshots.ts'
import * as b from '../../services/platforms/platform-b/source/snapshots.ts'
import { createDigestRules, digestContent } from '../../services/platforms/content.ts'

type Fields = Readonly<Record<string, unknown>>

const marketA = {
  id: '5',
  conditionId: '0x1',
  question: 'Q?',
  closed: false,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.5", "0.5"]',
  volumeNum: 10,
  updatedAt: '2026-11-01T00:00:00Z',
  feeSchedule: { rate: 0.05 },
}
const marketB = {
  ticker: 'T',
  status: 'active',
  title: 'Q?',
  volume_fp: '10.00',
  updated_time: '2026-11-01T00:00:00Z',
}
const eventA = {
  id: '7',
  title: 'E',
  volume: 10,
  updatedAt: '2026-11-01T00:00:00Z',
  series: [{ slug: 's', volume: 10, updatedAt: '2026-11-01T00:00:00Z' }],
  tags: [{ id: '1', label: 'L', updatedAt: '2026-11-01T00:00:00Z' }],
}
const eventB = { event_ticker: 'E', title: 'E', last_updated_ts: '2026-11-01T00:00:00Z' }

const changeOf = (of: (text: string) => object, before: Fields, after: Fields): string[] => {
  const [one, two] = [before, { ...before, ...after }].map((fields) => of(JSON.stringify(fields)))
  return ['content', 'figures'].filter(
    (name) => Reflect.get(one!, name) !== Reflect.get(two!, name),
  )
}

describe('a changed market of platform_a', () => {
  it.each<[Fields, string[]]>([
    [{ updatedAt: '2026-11-01T00:01:00Z' }, []],
    [{ events: [{ id: '7', volume: 11 }] }, []],
    [{ volumeNum: 10.5, volume24hr: 0.5 }, ['figures']],
    [{ volumeNum: undefined }, ['figures']],
    [{ outcomePrices: '["0.6", "0.4"]', bestBid: 0.59, lastTradePrice: 0.6 }, ['figures']],
    [{ question: 'R?' }, ['content']],
    [{ umaResolutionStatus: 'proposed' }, ['content']],
    [{ nobodyKnowsThis: 1 }, ['content']],
    [{ feeSchedule: { rate: 0.06 } }, ['content']],
    [{ closed: true }, ['content']],
    // the same field decides about the result
    [{ closed: true, outcomePrices: '["1", "0"]' }, ['content', 'figures']],
  ])('%j: %j', (after, expected) => {
    expect(changeOf(a.toMarket, marketA, after)).toEqual(expected)
  })

  it('has a final result as soon as the prices say so', () => {
    const closed = { ...marketA, closed: true }
    expect(changeOf(a.toMarket, closed, { outcomePrices: '["0.6", "0.4"]' })).toEqual(['figures'])
    expect(changeOf(a.toMarket, closed, { outcomePrices: '["1", "0"]' })).toEqual([
      'content',
      'figures',
    ])
  })
})

describe('a changed market of platform_b', () => {
  it.each<[Fields, string[]]>([
    [{ updated_time: '2026-11-01T00:01:00Z' }, []],
    [{ volume_fp: '11.00', volume_24h: 3, yes_bid_dollars: '0.5000' }, ['figures']],
    [{ yes_ask_size_fp: '5.00', previous_yes_bid: 3, liquidity_dollars: '1' }, ['figures']],
    [{ status: 'closed' }, ['content']],
    [{ close_time: '2026-11-02T00:00:00Z' }, ['content']],
    [{ nobody_knows_this: 1 }, ['content']],
  ])('%j: %j', (after, expected) => {
    expect(changeOf(b.toMarket, marketB, after)).toEqual(expected)
  })
})

describe('a changed event', () => {
  const ofA = (text: string) => a.toSnapshotGroup(text, { url: '', receivedAtMs: 1 }).event!
  const ofB = (text: string) => b.toSnapshotGroup(text, { url: '', receivedAtMs: 1 }).event!
  it.each<[typeof ofA, Fields, Fields, boolean]>([
    [ofA, eventA, { updatedAt: 'x', volume: 11, commentCount: 5 }, false],
    [ofA, eventA, { series: [{ slug: 's', volume: 11, updatedAt: 'x' }] }, false],
    [ofA, eventA, { tags: [{ id: '1', label: 'L', updatedAt: 'x' }] }, false],
    [ofA, eventA, { markets: [{ conditionId: '0x1' }] }, false],
    [ofA, eventA, { tags: [{ id: '1', label: 'M' }] }, true],
    [ofA, eventA, { series: [] }, true],
    [ofA, eventA, { description: 'D' }, true],
    [ofB, eventB, { last_updated_ts: 'x' }, false],
    [ofB, eventB, { title: 'F' }, true],
  ])('%#', (of, before, after, isChanged) => {
    expect(changeOf(of, before, after)).toEqual(isChanged ? ['content'] : [])
  })

  it('changes the fields that its markets copy only with a label', () => {
    const fieldsOf = (fields: Fields) => ofA(JSON.stringify({ ...eventA, ...fields })).marketFields
    expect(fieldsOf({ tags: [{ label: 'L', updatedAt: 'x' }] })).toBe(fieldsOf({}))
    expect(fieldsOf({ tags: [{ label: 'M' }] })).not.toBe(fieldsOf({}))
  })
})

describe('digestContent', () => {
  const kinds = createDigestRules({ nested: { list: createDigestRules({ ignored: ['x'] }) } })
  it.each(['null', '5', '[]', '[[{}]]', '{}', '{"list":[[{"x":1}],5]}'])('digests %s', (text) => {
    expect(digestContent(text, kinds).content).toHaveLength(8)
  })
  it('does not confuse fields of neighbouring objects', () => {
    const of = (list: string) => digestContent(`{"list":${list}}`, kinds).content
    expect(of('[{"a":1},{"b":2}]')).not.toBe(of('[{"a":1,"b":2}]'))
  })
})
