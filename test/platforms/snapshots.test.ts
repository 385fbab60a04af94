// What the poller reads of markets and events, and that it hands their text on unchanged.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import * as a from '../../services/platforms/platform-a/source/snapshots.ts'
import * as b from '../../services/platforms/platform-b/source/snapshots.ts'
import { elementTexts } from '../../services/platforms/upstream/json-slices.ts'
import { describeWithRecordings, recordingsFolder } from '../support/recordings-folder.ts'

const answer = { url: 'u', text: '', value: null, receivedAtMs: 1 }
const facts = (market: unknown) => a.toMarket(JSON.stringify(market)).facts
const factsB = (market: unknown) => b.toMarket(JSON.stringify(market)).facts

/** More than JSON.stringify can take. */
const deep = '['.repeat(5_000) + ']'.repeat(5_000)

describe('a market or event with a value that is nested too deep', () => {
  it.each([
    ['platform_a', a.toSnapshotGroup, `{"id":"7","tags":${deep},"markets":[{"outcomes":${deep}}]}`],
    [
      'platform_b',
      b.toSnapshotGroup,
      `{"event_ticker":"7","title":${deep},"category":${deep},"markets":[{"ticker":${deep}}]}`,
    ],
  ])('of %s is read, and its text is unchanged', (_platform, toSnapshotGroup, text) => {
    const { event, markets } = toSnapshotGroup(text, answer)
    expect(event?.nativeId).toBe('7')
    expect(event?.body).toContain(deep)
    expect(markets.map(({ body }) => body)).toEqual([expect.stringContaining(deep)])
  })
})

describe('platform_a snapshots', () => {
  it.each([
    [{ closed: false }, 'open'],
    [{ closed: false, umaResolutionStatus: 'disputed' }, 'open'],
    [{ active: false, closed: false }, 'open'],
    [{ closed: true, umaResolutionStatus: 'resolved', outcomePrices: '["0.5","0.5"]' }, 'final'],
    [{ closed: true, outcomePrices: '["0", "1"]' }, 'final'],
    [{ closed: true, outcomePrices: '["0", "0"]' }, 'settling'],
    [
      { closed: true, umaResolutionStatus: 'proposed', outcomePrices: '["0.99","0.01"]' },
      'settling',
    ],
    [{ closed: true, umaResolutionStatus: 'proposed', outcomePrices: '["1", "0"]' }, 'settling'],
    [{ closed: true, umaResolutionStatus: 'disputed', outcomePrices: '["1", "0"]' }, 'settling'],
    [{ closed: true, outcomePrices: null }, 'settling'],
  ])('%j is %s', (market, phase) => {
    expect(facts(market).phase).toBe(phase)
  })

  it.each([
    [{ volumeNum: 0 }, true],
    [{ volume: '0' }, true],
    [{ volume: '0.1' }, false],
    [{}, false],
    [{ volume: null, volumeNum: '' }, false],
  ])('%j: never traded %s', (market, expected) => {
    expect(facts(market).neverTraded).toBe(expected)
  })

  it('reads what is needed and survives what is not there', () => {
    const market = {
      conditionId: '0xc',
      outcomes: '["Up", "Down"]',
      clobTokenIds: '["71321045861084981365469005770620412523470742", "2"]',
      createdAt: '2026-11-01T00:00:00.123456Z',
      closedTime: '2026-07-24 00:25:21+00',
      updatedAt: 'x',
      volume24hr: '12.5',
    }
    expect(facts(market)).toMatchObject({
      tokens: ['71321045861084981365469005770620412523470742', '2'],
      outcomes: ['Up', 'Down'],
      volume24h: 12.5,
      hasBook: true,
      createdMs: Date.UTC(2026, 10, 1, 0, 0, 0, 123),
      closedMs: Date.UTC(2026, 6, 24, 0, 25, 21),
    })
    const odd = { outcomes: 'no json', clobTokenIds: null, createdAt: '0001-01-01T00:00:00Z' }
    expect(facts(odd)).toMatchObject({ tokens: [], outcomes: [], hasBook: false, createdMs: null })
    for (const text of ['null', '5', '"x"', '[]', '[{}]', '{"clobTokenIds":"{}"}']) {
      expect(a.toMarket(text).body).toBe(text)
      expect(a.toSnapshotGroup(text, answer).event?.body).toBe(text)
    }
  })

  it('gives a market without a condition id a key of its own, and no native id', () => {
    expect(a.toMarket('{"id":"12","conditionId":""}')).toMatchObject({ id: 'pa_12', nativeId: '' })
    const [one, two] = [a.toMarket('{"x":1}'), a.toMarket('{"x":2}')]
    expect(one.id).toMatch(/^pa_#/)
    expect(one.id).not.toBe(two.id)
    expect(a.toMarket('{"x":1}').id).toBe(one.id)
  })

  it('shows a change of title or tags, and none of volume', () => {
    const shown = (event: unknown) =>
      a.toSnapshotGroup(JSON.stringify(event), answer).event?.marketFields
    const event = { id: '1', title: 'T', tags: [{ slug: 'x' }], volume: 1 }
    expect(shown({ ...event, volume: 2 })).toBe(shown(event))
    expect(shown({ ...event, title: 'U' })).not.toBe(shown(event))
    expect(shown({ ...event, tags: [] })).not.toBe(shown(event))
  })

  it('takes the event out of a market that names it', () => {
    const entry = a.toListEntry('{"conditionId":"0x1","events":[{"id":"9"}]}', answer)
    expect(entry).toMatchObject({ eventNativeId: '9', market: { id: 'pa_0x1' } })
    for (const events of ['[]', 'null', '[null]', '"x"']) {
      expect(a.toListEntry(`{"events":${events}}`, answer).eventNativeId).toBeNull()
    }
  })
})

describe('platform_b snapshots', () => {
  it.each([
    ['initialized', 'open', false],
    ['active', 'open', true],
    ['inactive', 'open', false],
    ['closed', 'settling', false],
    ['determined', 'settling', false],
    ['disputed', 'settling', false],
    ['amended', 'settling', false],
    ['finalized', 'final', false],
    ['a word of tomorrow', 'settling', false],
  ])('%s is %s', (status, phase, hasBook) => {
    expect(factsB({ status })).toMatchObject({ phase, hasBook })
  })

  it('reads counts of both generations', () => {
    expect(factsB({ volume_fp: '0.00' }).neverTraded).toBe(true)
    expect(factsB({ volume: 0 }).neverTraded).toBe(true)
    expect(factsB({ volume: 12, volume_24h: 3 })).toMatchObject({ volumeTotal: 12, volume24h: 3 })
    expect(factsB({ volume_fp: '28.74' }).volumeTotal).toBe(28.74)
    expect(factsB({}).neverTraded).toBe(false)
  })

  it('takes markets from within the event and from beside it', () => {
    const nested = b.toSnapshotGroup(
      '{"event_ticker":"E","markets":[{"ticker":"E-1"}],"x":1}',
      answer,
    )
    expect(nested.event).toMatchObject({ id: 'pb_E', body: '{"event_ticker":"E","x":1}' })
    expect(nested.markets.map(({ id }) => id)).toEqual(['pb_E-1'])
    const separate = b.toSnapshotGroup('{"event_ticker":"E"}', answer, {
      marketTexts: ['{"ticker":"E-2"}'],
    })
    expect(separate.markets.map(({ id }) => id)).toEqual(['pb_E-2'])
    expect(b.toSnapshotGroup('{"event_ticker":"E","markets":null}', answer).markets).toEqual([])
  })
})

describeWithRecordings('lists of snapshots')('recorded lists', () => {
  it.each([
    ['platform_a/gamma-events/2025-06-events.json', a],
    ['platform_a/gamma-events/gamma_event.json', a],
    ['platform_b/events/events_sports_nested.json', b],
  ])('%s: each event and market as it was sent', (file, platform) => {
    const text = readFileSync(new URL(file, recordingsFolder), 'utf8')
    const events = JSON.parse(text) as Record<string, unknown>[]
    const groups = elementTexts(text).map((one) => platform.toSnapshotGroup(one, answer))
    expect(groups).toHaveLength(events.length)
    for (const [n, group] of groups.entries()) {
      const { markets, ...event } = events[n] ?? {}
      expect(JSON.parse(group.event?.body ?? '')).toEqual(event)
      expect(group.markets.map(({ body }) => JSON.parse(body) as unknown)).toEqual(markets ?? [])
      expect(group.markets.every(({ body }) => text.includes(body))).toBe(true)
    }
  })
})
