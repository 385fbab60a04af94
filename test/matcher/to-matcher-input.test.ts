import { describe, expect, it } from '@jest/globals'
import { toMatcherInput } from '../../services/matcher/to-matcher-input.ts'
import { marketRecord } from './records.ts'

describe('a market of platform_b', () => {
  const market = marketRecord({
    id: 'pb_KXEPLGAME-26MAY10CRYEVE-CRY',
    question: 'Crystal Palace vs Everton Winner? — Crystal Palace',
    event_id: 'pb_KXEPLGAME-26MAY10CRYEVE',
    event_title: 'Crystal Palace vs Everton',
  })

  it('has its subtitle apart, and the day and event of its ticker', () => {
    expect(toMatcherInput(market)).toEqual({
      id: 'pb_KXEPLGAME-26MAY10CRYEVE-CRY',
      platform: 'platform_b',
      nativeId: 'KXEPLGAME-26MAY10CRYEVE-CRY',
      eventNativeId: 'KXEPLGAME-26MAY10CRYEVE',
      title: 'Crystal Palace vs Everton Winner?',
      subtitle: 'Crystal Palace',
      eventTitle: 'Crystal Palace vs Everton',
      outcomes: ['Yes', 'No'],
      day: '2026-05-10',
      deadline: '2026-05-31',
    })
  })

  it.each([
    ['Will it rain?', 'Will it rain?', null],
    ['Who? — A — B', 'Who?', 'A — B'],
    ['May 8–15 — B', 'May 8–15', 'B'],
    [' — B', '', 'B'],
  ])('%s', (question, title, subtitle) => {
    expect(toMatcherInput({ ...market, question })).toMatchObject({ title, subtitle })
  })

  it('may have no event, no day and no deadline', () => {
    const { event_id: _id, event_title: _title, ...rest } = market
    expect(
      toMatcherInput({ ...rest, event_id: null, event_title: null, close_time: null }),
    ).toMatchObject({ eventNativeId: '', eventTitle: '', day: null, deadline: null })
  })

  it('has no day if its ticker has one that there is not', () => {
    const day = (eventTicker: string) =>
      toMatcherInput({ ...market, event_id: `pb_${eventTicker}` }).day
    expect(day('KXEPLGAME-26XYZ10CRYEVE')).toBeNull()
    expect(day('KXEPLGAME-26MAY32CRYEVE')).toBeNull()
    expect(day('KXEPLGAME-26MAY00CRYEVE')).toBeNull()
  })
})

describe('a market of platform_a', () => {
  const market = marketRecord({
    id: 'pa_0x01',
    question: 'Spread: Pistons (-6.5) — all of it is the title',
    slug: 'nba-cle-det-2026-05-13-spread-home-6pt5',
    event_id: 'pa_443259',
    event_slug: 'nba-cle-det-2026-05-12',
    outcomes: ['Pistons', 'Cavaliers'],
  })

  it('has its day from its slug, and its outcomes in their order', () => {
    expect(toMatcherInput(market)).toMatchObject({
      title: 'Spread: Pistons (-6.5) — all of it is the title',
      subtitle: null,
      eventNativeId: '443259',
      outcomes: ['Pistons', 'Cavaliers'],
      day: '2026-05-13',
    })
  })

  it('else from that of its event', () => {
    expect(toMatcherInput({ ...market, slug: 'spread-home' }).day).toBe('2026-05-12')
    expect(toMatcherInput({ ...market, slug: 'spread-home', event_slug: null }).day).toBeNull()
    expect(
      toMatcherInput({ ...market, slug: 'no-12026-05-13-day', event_slug: null }).day,
    ).toBeNull()
  })
})
