// The matcher over a real log: which records it appends to `matches` for the contents of `markets`.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Market, Match } from '../../schemas/generated/events.ts'
import { LogError, type EventLog } from '../../services/lib/log/port.ts'
import {
  createObservedMatcher,
  openMatcherLog,
  type MatcherLog,
  type ObservedMatcher,
} from './open-matcher.ts'
import { sleep, until } from '../support/waiting.ts'
import { marketRecord, receivedAtMs } from './records.ts'

const hourMs = 3_600_000
const startMs = receivedAtMs
const day = '2026-05-10'
const event = { event_id: 'pa_1', event_title: 'Crystal Palace FC vs. Everton FC' }
const palaceWins = marketRecord({
  id: 'pa_0x1',
  question: `Will Crystal Palace FC win on ${day}?`,
  slug: `epl-cry-eve-${day}-cry`,
  ...event,
})
const evertonWins = marketRecord({
  id: 'pa_0x2',
  question: `Will Everton FC win on ${day}?`,
  slug: `epl-cry-eve-${day}-eve`,
  ...event,
})
const ofGame = (code: string, subtitle: string): Market =>
  marketRecord({
    id: `pb_KXEPLGAME-26MAY10CRYEVE-${code}`,
    question: `Crystal Palace vs Everton Winner? — ${subtitle}`,
    event_id: 'pb_KXEPLGAME-26MAY10CRYEVE',
    event_title: 'Crystal Palace vs Everton',
  })
const palace = ofGame('CRY', 'Crystal Palace')
const everton = ofGame('EVE', 'Everton')
const tie = ofGame('TIE', 'Tie')

let nowMs = startMs
let on: MatcherLog
let open: ObservedMatcher[] = []

beforeEach(async () => {
  nowMs = startMs
  on = await openMatcherLog(() => nowMs)
})
afterEach(async () => {
  for (const { matcher } of open) await matcher.stop()
  open = []
  await on.close()
})

async function start(log?: EventLog): Promise<ObservedMatcher> {
  const observed = createObservedMatcher(on, () => nowMs, log)
  open.push(observed)
  await observed.matcher.start()
  return observed
}

async function stop(observed: ObservedMatcher): Promise<void> {
  open = open.filter((other) => other !== observed)
  await observed.matcher.stop()
}

const linkOf = (matches: readonly Match[], { id }: Market) =>
  matches.findLast(({ market_id: b }) => b === id)?.link

describe('announces', () => {
  it('what matches at its start, with why', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    const { counts } = await start()
    const [match, ...more] = await on.matches()
    expect(more).toEqual([])
    expect(match).toMatchObject({
      market_id: palace.id,
      changed_at_ms: startMs,
      link: {
        other_market_id: palaceWins.id,
        confidence: 'high',
        relation: 'identical',
        outcome_index: 0,
        matched_at_ms: startMs,
      },
    })
    expect(match?.link?.score).toBeGreaterThanOrEqual(85)
    expect(match?.link?.reasons.map(({ verdict }) => verdict)).not.toContain('different')
    expect(counts.at(-1)).toEqual({ markets: 3, high: 1, medium: 0 })
  })

  it('a new match with one time, by which webhooks recognize it, while the clock advances', async () => {
    await on.appendMarkets(palaceWins, palace)
    const observed = createObservedMatcher(on, () => (nowMs += 1))
    open.push(observed)
    await observed.matcher.start()
    const [match] = await on.matches()
    expect(match?.link?.matched_at_ms).toBe(match?.changed_at_ms)
  })

  it('what matches so far while it reads many markets, if nothing has matched before', async () => {
    const published: number[] = []
    const oneByOne: EventLog = {
      ...on.log,
      follow: (options, handle) =>
        on.log.follow(options, async (batch, signal) => {
          for (const record of batch) {
            nowMs += 60_000
            await handle([record], signal)
            published.push((await on.matches()).length)
          }
        }),
    }
    await on.appendMarkets(palaceWins, palace)
    await stop(await start(oneByOne))
    expect(published).toEqual([0, 1])
    await on.appendMarkets(tie)
    published.length = 0
    const again = await start(oneByOne)
    // it waits for all markets, and then changes the score
    expect(published).toEqual([1, 1, 1])
    expect(await on.matches()).toHaveLength(2)
    expect(again.fatal).toEqual([])
  })

  it('what matches later, and changes of its score, keeping when it was first matched', async () => {
    await on.appendMarkets(palaceWins, palace)
    const observed = await start()
    const before = linkOf(await on.matches(), palace)
    nowMs += 60_000
    // a draw in the same event makes it certain
    await on.appendMarkets(tie)
    const matches = await until(
      () => on.matches(),
      (all) => all.length === 2,
    )
    const after = linkOf(matches, palace)
    expect(before?.matched_at_ms).toBe(startMs)
    expect(after?.score).toBeGreaterThan(before?.score ?? 100)
    expect(after?.matched_at_ms).toBe(startMs)
    expect(matches.at(-1)?.changed_at_ms).toBe(nowMs)
    expect(observed.counts.at(-1)?.markets).toBe(3)
  })

  it('that a match is withdrawn, and a new one when it comes again', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    const { counts } = await start()
    await on.appendMarkets({ ...palaceWins, question: 'Will Crystal Palace FC win on 2026-05-11?' })
    await until(
      () => on.matches(),
      (all) => linkOf(all, palace) === null,
    )
    expect(counts.at(-1)).toMatchObject({ high: 0, medium: 0 })
    nowMs += 1_000
    await on.appendMarkets(palaceWins)
    const matches = await until(
      () => on.matches(),
      (all) => all.length === 3,
    )
    expect(linkOf(matches, palace)?.matched_at_ms).toBe(nowMs)
  })

  it('nothing of a tie, nor of two that are equal to what was there', async () => {
    await on.appendMarkets(
      palaceWins,
      { ...palaceWins, id: 'pa_0x9', native_id: '0x9' },
      palace,
      tie,
    )
    const { counts } = await start()
    await on.appendMarkets(palace, tie, palaceWins, everton)
    await until(
      () => counts.at(-1)?.markets,
      (markets) => markets === 5,
    )
    expect(await on.matches()).toEqual([])
  })

  it('of a market that closes while it is matched that it still is', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    const observed = await start()
    await on.appendMarkets({ ...palace, status: 'closed' }, evertonWins, everton)
    const matches = await until(
      () => on.matches(),
      (all) => all.length === 2,
    )
    expect(linkOf(matches, palace)?.other_market_id).toBe(palaceWins.id)
    expect(observed.counts.at(-1)).toMatchObject({ high: 2 })
  })
})

describe('a match of markets that name no day', () => {
  const may = Date.UTC(2026, 4, 20) / 1000
  const secretary = marketRecord({
    id: 'pa_0x7',
    question: 'Will Rafael Grossi win the UN Secretary-General race?',
    event_id: 'pa_2',
    event_title: 'UN Secretary-General race',
    close_time: Date.UTC(2027, 11, 31) / 1000,
  })
  const grossi = marketRecord({
    id: 'pb_KXUNSG-GROS',
    question: 'Who will win the UN Secretary-General race? — Rafael Grossi',
    event_id: 'pb_KXUNSG',
    event_title: 'UN Secretary-General race',
    close_time: Date.UTC(2027, 11, 31) / 1000,
  })
  const other = { ...grossi, question: 'Who will win the UN Secretary-General race? — Bob Smith' }

  it('ends when the deadline of one moves, but not when it moves because it closes', async () => {
    await on.appendMarkets(secretary, grossi)
    const observed = await start()
    expect(observed.counts.at(-1)).toMatchObject({ high: 1 })
    await on.appendMarkets({ ...grossi, status: 'closed', close_time: may })
    await on.appendMarkets(palaceWins, palace, tie)
    await until(
      () => observed.counts.at(-1),
      (counts) => counts?.markets === 5,
    )
    expect(observed.counts.at(-1)).toMatchObject({ high: 2 })
    await stop(observed)
    expect((await start()).counts.at(-1)).toMatchObject({ high: 2 })
    await on.appendMarkets({ ...grossi, close_time: may })
    await until(
      () => on.matches(),
      (all) => linkOf(all, grossi) === null,
    )
  })

  it('ends when it closes with another name', async () => {
    await on.appendMarkets(secretary, grossi)
    await start()
    await on.appendMarkets({ ...other, status: 'closed', close_time: may })
    await until(
      () => on.matches(),
      (all) => linkOf(all, grossi) === null,
    )
  })
})

describe('a restart', () => {
  it('repeats nothing', async () => {
    await on.appendMarkets(palaceWins, evertonWins, palace, everton, tie)
    await stop(await start())
    const announced = await on.matches()
    nowMs += 60_000
    const { counts } = await start()
    expect(await on.matches()).toEqual(announced)
    expect(counts.at(-1)).toEqual({ markets: 5, high: 2, medium: 0 })
  })

  it('announces what has changed meanwhile, and nothing else', async () => {
    await on.appendMarkets(palaceWins, evertonWins, palace, everton, tie)
    await stop(await start())
    await on.appendMarkets({ ...everton, question: 'Who knows? — Nobody' })
    await start()
    const matches = await on.matches()
    expect(matches).toHaveLength(3)
    expect(linkOf(matches, everton)).toBeNull()
    expect(linkOf(matches, palace)?.other_market_id).toBe(palaceWins.id)
  })

  it('replaces reasons that an earlier version worded otherwise', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    await stop(await start())
    const [match] = await on.matches()
    const reasons = [{ dimension: 'subject', verdict: 'same', evidence: ' and B' }]
    const earlier = match?.link ? { ...match, link: { ...match.link, reasons } } : match
    const writer = await on.log.openWriter('earlier version')
    const value = on.codec.encode('matches', earlier as Match)
    await writer.append([{ topic: 'pm.matches', key: palace.id, value }])
    nowMs += 60_000
    await start()
    const matches = await on.matches()
    expect(matches.slice(1)).toEqual([earlier, { ...match, changed_at_ms: nowMs }])
    expect(match?.link?.reasons).toHaveLength(5)
  })

  it('keeps the matches of markets that ended more than a day ago', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    await stop(await start())
    const announced = await on.matches()
    for (const market of [palaceWins, palace, tie])
      await on.appendMarkets({ ...market, status: 'resolved', question: 'Amended?' })
    nowMs += 25 * hourMs
    const { counts } = await start()
    expect(await on.matches()).toEqual(announced)
    expect(counts.at(-1)).toEqual({ markets: 0, high: 0, medium: 0 })
  })

  it('withdraws the matches of markets that ended less than a day ago', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    await stop(await start())
    await on.appendMarkets({ ...palace, status: 'resolved', question: 'Who knows? — Nobody' })
    nowMs += 23 * hourMs
    await start()
    expect(linkOf(await on.matches(), palace)).toBeNull()
  })
})

describe('a market that has ended', () => {
  it('leaves after a day, keeps its match, and is compared again when it comes back', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    const { matcher, counts } = await start()
    await on.appendMarkets({ ...palace, status: 'closed' })
    nowMs += 25 * hourMs
    await on.appendMarkets(evertonWins)
    await until(
      () => matcher.explainPair(palaceWins.id, palace.id),
      (explanation) => explanation === null,
    )
    expect(await on.matches()).toHaveLength(1)
    const isBack = { ...palace, question: 'Who knows? — Nobody', received_at_ms: nowMs }
    await on.appendMarkets(isBack)
    const matches = await until(
      () => on.matches(),
      (all) => all.length === 2,
    )
    expect(linkOf(matches, palace)).toBeNull()
    await until(
      () => counts.at(-1),
      (last) => last?.markets === 4,
    )
  })
})

describe('failures', () => {
  /** Its next append fails; `isDone`: although it was done. */
  function failingOnce(isDone: boolean): EventLog & { fail(): void } {
    let isToFail = false
    return {
      ...on.log,
      fail() {
        isToFail = true
      },
      async openWriter(name) {
        const writer = await on.log.openWriter(name)
        return {
          ...writer,
          async append(records) {
            if (!isToFail) return writer.append(records)
            isToFail = false
            if (isDone) await writer.append(records)
            throw new LogError('no', { retriable: true, unknown: isDone })
          },
        }
      },
    }
  }

  it.each([false, true])('a failed append is repeated (it was durable: %s)', async (isDone) => {
    const log = failingOnce(isDone)
    await on.appendMarkets(palaceWins, tie)
    const { fatal } = await start(log)
    log.fail()
    await on.appendMarkets(palace)
    await until(
      () => on.matches(),
      (all) => linkOf(all, palace)?.other_market_id === palaceWins.id,
    )
    await on.appendMarkets(everton, evertonWins)
    await until(
      () => on.matches(),
      (all) => linkOf(all, everton)?.other_market_id === evertonWins.id,
    )
    expect(fatal).toEqual([])
  })

  it('a change during an announcement is announced next', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const log: EventLog = {
      ...on.log,
      async openWriter(name) {
        const writer = await on.log.openWriter(name)
        return {
          ...writer,
          async append(records) {
            await released
            return writer.append(records)
          },
        }
      },
    }
    const observed = createObservedMatcher(on, () => nowMs, log)
    open.push(observed)
    const { matcher } = observed
    const started = matcher.start()
    await until(
      () => matcher.explainPair(palaceWins.id, palace.id),
      (explanation) => explanation !== null,
    )
    await sleep(20)
    await on.appendMarkets({ ...palaceWins, question: evertonWins.question })
    await until(
      () => matcher.explainPair(palaceWins.id, palace.id)?.score,
      (score) => score === 0,
    )
    release()
    await started
    await until(
      () => on.matches(),
      (all) => all.length === 2,
    )
    expect(linkOf(await on.matches(), palace)).toBeNull()
  })

  it('a start that cannot announce rejects, and the next one announces', async () => {
    await on.appendMarkets(palaceWins, palace, tie)
    const log = failingOnce(false)
    log.fail()
    const observed = createObservedMatcher(on, () => nowMs, log)
    await expect(observed.matcher.start()).rejects.toThrow('no')
    await observed.matcher.stop()
    await start()
    expect(linkOf(await on.matches(), palace)?.other_market_id).toBe(palaceWins.id)
  })

  it('a record that is none is counted and passed over', async () => {
    await on.appendRubbish('pa_rubbish')
    await on.appendMarkets(palaceWins, palace, tie)
    const { undecodable } = await start()
    expect(undecodable).toHaveLength(1)
    expect(await on.matches()).toHaveLength(1)
  })

  it('a market of no registered platform is counted and passed over', async () => {
    await on.appendMarkets({ ...palaceWins, id: 'pz_1' }, palaceWins, palace, tie)
    const { counts, undecodable } = await start()
    expect(undecodable.map(({ message }) => message)).toEqual(['no platform has the id pz_1'])
    expect(counts.at(-1)?.markets).toBe(3)
  })

  it('a second matcher takes over, and the first ends', async () => {
    await on.appendMarkets(palaceWins, tie)
    const first = await start()
    const second = await start()
    await on.appendMarkets(palace)
    await until(
      () => first.fatal.length,
      (count) => count === 1,
    )
    await until(
      () => on.matches(),
      (all) => all.length === 1,
    )
    expect(second.fatal).toEqual([])
  })

  it('markets that say nothing are taken in', async () => {
    const empty = ['', ' ', ' — ', 'Person A', '\u0000', '\uD800', '\u202E?'].flatMap(
      (question, n) => [
        marketRecord({ id: `pa_0x${n}`, question }),
        marketRecord({ id: `pb_KX-${n}`, question, event_id: 'pb_KX' }),
      ],
    )
    await on.appendMarkets(...empty)
    const { counts } = await start()
    expect(counts.at(-1)?.markets).toBe(empty.length)
    expect(await on.matches()).toEqual([])
  })
})

describe('explains', () => {
  it('a match and a refusal, in any order', async () => {
    await on.appendMarkets(palaceWins, evertonWins, palace, tie)
    const { matcher } = await start()
    expect(matcher.explainPair(palace.id, palaceWins.id)).toMatchObject({ isMatch: true })
    expect(matcher.explainPair(palaceWins.id, palace.id)).toMatchObject({ isMatch: true })
    const refusal = matcher.explainPair(evertonWins.id, palace.id)
    expect(refusal).toMatchObject({ score: 0, isMatch: false })
    expect(refusal?.reasons.map(({ verdict }) => verdict)).toContain('different')
    expect(matcher.explainPair(palaceWins.id, evertonWins.id)).toBeNull()
    expect(matcher.explainPair(palace.id, 'pa_unknown')).toBeNull()
  })
})
