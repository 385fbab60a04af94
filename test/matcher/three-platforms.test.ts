// Matching with three platforms at once: each pair of platforms has a match of its own, which is published and
// withdrawn independently of the others.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Market, Match } from '../../schemas/generated/events.ts'
import { registerSampleExchange } from '../sample-exchange/register.ts'
import { identity } from '../sample-exchange/registration.ts'
import { until } from '../support/waiting.ts'
import type * as matcherModule from './open-matcher.ts'
import { marketRecord, receivedAtMs } from './records.ts'

const now = (): number => receivedAtMs
const day = '2026-05-10'
const game = 'Crystal Palace FC vs. Everton FC'
const ofA = marketRecord({
  id: 'pa_0x1',
  question: `Will Crystal Palace FC win on ${day}?`,
  slug: `epl-cry-eve-${day}-cry`,
  event_id: 'pa_1',
  event_title: game,
})
const ofB = marketRecord({
  id: 'pb_KXEPLGAME-26MAY10CRYEVE-CRY',
  question: 'Crystal Palace vs Everton Winner? — Crystal Palace',
  event_id: 'pb_KXEPLGAME-26MAY10CRYEVE',
  event_title: 'Crystal Palace vs Everton',
})
const ofSample: Market = {
  ...marketRecord({
    id: 'sx_palace-wins',
    question: `Will Crystal Palace FC beat Everton FC on ${day}?`,
    slug: `palace-wins-${day}`,
    event_id: 'sx_palace-everton',
    event_title: game,
  }),
  platform: identity.name,
}

let open: typeof matcherModule
let on: matcherModule.MatcherLog
let observed: matcherModule.ObservedMatcher

beforeAll(async () => {
  await registerSampleExchange()
  open = await import('./open-matcher.ts')
})
beforeEach(async () => {
  on = await open.openMatcherLog(now)
  observed = open.createObservedMatcher(on, now)
})
afterEach(async () => {
  await observed.matcher.stop()
  await on.close()
  expect([...observed.undecodable, ...observed.fatal]).toEqual([])
})

const ofBAndA = `${ofB.id} ${ofA.id}`
const ofSampleAndA = `${ofSample.id} ${ofA.id}`
const ofSampleAndB = `${ofSample.id} ${ofB.id}`

/** The pairs whose newest record is a match: the market of the later registered platform first. */
function pairsIn(matches: readonly Match[]): readonly string[] {
  const newest = new Map(
    matches.map((match) => [`${match.market_id} ${match.other_platform}`, match]),
  )
  return [...newest.values()]
    .flatMap(({ market_id: id, link }) => (link ? `${id} ${link.other_market_id}` : []))
    .toSorted()
}

const waitForPairs = (...expected: readonly string[]): Promise<unknown> =>
  until(
    () => on.matches(),
    (matches) => pairsIn(matches).join() === expected.join(),
  )

describe('three platforms that list one question', () => {
  it('have a match for each two of them', async () => {
    await on.appendMarkets(ofA, ofB, ofSample)
    await observed.matcher.start()
    const matches = await on.matches()
    expect(pairsIn(matches)).toEqual([ofBAndA, ofSampleAndA, ofSampleAndB])
    expect(matches).toHaveLength(3)
    const { markets = 0, high = 0, medium = 0 } = observed.counts.at(-1) ?? {}
    expect([markets, high + medium]).toEqual([3, 3])
  })

  it.each([
    ['the first', [ofB, ofSample], ofA],
    ['the second', [ofA, ofSample], ofB],
    ['the third', [ofA, ofB], ofSample],
  ])('have them, too, if %s lists it last', async (_name, before, last) => {
    await on.appendMarkets(...before)
    await observed.matcher.start()
    expect(await on.matches()).toHaveLength(1)
    await on.appendMarkets(last)
    await waitForPairs(ofBAndA, ofSampleAndA, ofSampleAndB)
    expect(await on.matches()).toHaveLength(3)
  })

  it('keep the match of two of them when the question of the third changes', async () => {
    await on.appendMarkets(ofA, ofB, ofSample)
    await observed.matcher.start()
    const question = 'Will Crystal Palace FC win on 2026-05-11?'
    await on.appendMarkets({ ...ofA, question })
    await waitForPairs(ofSampleAndB)
    await on.appendMarkets(ofA)
    await waitForPairs(ofBAndA, ofSampleAndA, ofSampleAndB)
    await on.appendMarkets({ ...ofSample, question })
    await waitForPairs(ofBAndA)
  })
})
