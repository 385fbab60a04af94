// Polls of one wallet, driven to the end or broken off anywhere, with a platform that caps, fails and
// shows rows late, and a log that fails: the log holds every row once, and no watermark covers a row that is missing.
import { describe, expect, it } from '@jest/globals'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import type { ActivityRow } from '../../../services/platforms/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import {
  expectActivityExact,
  expectWalletWatermarksTrue,
  factOf,
  type ActivityFact,
} from '../support/activity.ts'
import { createRandom } from '../../../simulator/random.ts'
import { nowMs as startMs } from '../support/source.ts'
import { drive, settleLagMs, tried, wallet, World } from '../support/wallet-world.ts'

const ago = (seconds: number): number => startMs / 1000 - seconds
const history = (count: number, everyS = 60): ActivityFact[] =>
  Array.from({ length: count }, (_, n) => factOf(wallet, n, ago(10 + n * everyS)))

describe('a poll of a wallet', () => {
  it('publishes an unknown wallet as complete at once', async () => {
    const world = new World()
    expect(await drive(await world.begin())).toBe(1)
    expect(world.watermark()).toEqual({ from: 0, until: startMs - settleLagMs, gaps: [] })
    expect(world.asked).toEqual([{ fromS: 0, untilS: (startMs - settleLagMs) / 1000 }])
  })

  it('reads the past newest first, piece by piece, and then only what is new', async () => {
    const world = new World()
    world.facts = history(200)
    const walletPoll = await world.begin()
    expect(await drive(walletPoll)).toBeGreaterThan(4)
    expect(world.largestAppend).toBeLessThanOrEqual(world.cap)
    expect(world.watermark()).toEqual({ from: 0, until: startMs - settleLagMs, gaps: [] })
    const watermarks = world.log.values('raw.wallets').flatMap(({ value }) => value.progress ?? [])
    const starts = watermarks.map((watermark) => watermark.complete_from_ms)
    expect(starts).toEqual(starts.toSorted((a, b) => b - a))
    world.expectTrue()

    world.nowMs += 30_000
    world.facts.push(factOf(wallet, 9_000, ago(-12)))
    world.asked = []
    expect(await drive(walletPoll)).toBe(1)
    expect(world.asked).toHaveLength(1)
    expect(world.asked[0]?.fromS).toBe(ago(5 + 120))
    expect(world.watermark().until).toBe(world.nowMs - settleLagMs)
    world.expectTrue()
  })

  it('moves the watermark of a wallet without new rows', async () => {
    const world = new World()
    const walletPoll = await world.begin()
    await drive(walletPoll)
    for (let n = 1; n <= 3; n += 1) {
      world.nowMs += 30_000
      await drive(walletPoll)
      expect(world.watermark()).toEqual({ from: 0, until: world.nowMs - settleLagMs, gaps: [] })
    }
    // The clock may stand still: the watermark is published again, because it says when it was true.
    const watermark = world.watermark()
    const { appends } = world.log
    await drive(walletPoll)
    expect(world.log.appends).toBe(appends + 1)
    expect(world.watermark()).toEqual(watermark)
  })

  it('does not move the watermark beyond the settle lag when the platform turns out to be behind', async () => {
    const world = new World()
    world.facts = history(5)
    const { activity } = world
    world.activity = async (...asked) => {
      const answer = await activity(...asked)
      world.nowMs -= 60_000
      return { ...answer, asOfMs: world.nowMs }
    }
    await drive(await world.begin())
    expect(world.watermark().until).toBe(startMs - 60_000 - settleLagMs)
    world.activity = activity
    world.nowMs = startMs + 60_000
    world.facts.push({ ...factOf(wallet, 77, ago(40)), visibleAtMs: startMs + 1 })
    await drive(await world.begin())
    world.expectTrue()
  })

  it('publishes rows that appear late once, and those with the same words as often as they are', async () => {
    const world = new World()
    const twin = factOf(wallet, 500, ago(20))
    world.facts = [...history(30), twin, twin, { ...twin, visibleAtMs: startMs + 20_000 }]
    world.facts.push({ ...factOf(wallet, 600, ago(100)), visibleAtMs: startMs + 20_000 })
    let walletPoll = await world.begin()
    await drive(walletPoll)
    for (let n = 0; n < 4; n += 1) {
      world.nowMs += 15_000
      if (n === 2) walletPoll = await world.begin()
      await drive(walletPoll)
    }
    expectActivityExact(world.log, world.facts)
    expect(world.odd).toEqual(['late', 'late'])
    const repeats = world.log
      .values('raw.wallets')
      .flatMap(({ value }) => (value.body?.includes('"0x500"') === true ? value.repeat : []))
    expect(repeats).toEqual([0, 1, 2])
  })

  it('catches up newest first, and until then reports what is missing', async () => {
    const world = new World()
    world.facts = history(30)
    await drive(await world.begin())
    const wokenMs = startMs + 40 * 86_400_000
    world.nowMs = wokenMs
    world.facts.push(
      ...Array.from({ length: 100 }, (_, n) => factOf(wallet, 1_000 + n, ago(-10 - n * 30_000))),
    )
    const going = (await world.begin())(wallet)
    await going.next()
    const { until, gaps } = world.watermark()
    expect(until).toBe(wokenMs - settleLagMs)
    expect(gaps).toEqual([
      {
        from_ms: startMs - settleLagMs - 120_000,
        until_ms: expect.any(Number),
        reason: 'unreachable',
      },
    ])
    // Another process continues.
    await drive(await world.begin())
    expect(world.watermark().gaps).toEqual([])
    world.expectTrue()
  })

  it('asks what is older than a second with too many rows, which stays a gap', async () => {
    const world = new World()
    const crowd = Array.from({ length: 50 }, (_, n) => factOf(wallet, 3_000 + n, ago(2_000)))
    world.facts = [...history(60), ...crowd]
    const walletPoll = await world.begin()
    await drive(walletPoll)
    const gap = { from_ms: ago(2_000) * 1000, until_ms: ago(1_999) * 1000, reason: 'truncated' }
    expect(world.watermark()).toEqual({ from: 0, until: startMs - settleLagMs, gaps: [gap] })
    expectWalletWatermarksTrue(world.log, world.facts)
    expect(world.odd).toEqual(['truncated'])
    world.nowMs += 30_000
    world.asked = []
    await drive(walletPoll)
    // Not to be had is not asked for again.
    expect(world.asked).toHaveLength(1)
  })

  it('splits where the platform does not give the newest first', async () => {
    const world = new World()
    world.isNewestFirst = false
    world.facts = history(300)
    await drive(await world.begin())
    expect(world.watermark()).toEqual({ from: 0, until: startMs - settleLagMs, gaps: [] })
    world.expectTrue()
    expect(world.asked.length).toBeLessThan(150)
  })

  it('records an unreadable history as a gap, and fills it later', async () => {
    const world = new World()
    world.facts = history(100)
    const borderS = ago(50 * 60)
    world.fails = ({ fromS, untilS }) => fromS < borderS && untilS <= ago(39 * 60)
    const walletPoll = await world.begin()
    expect([await tried(walletPoll), await tried(walletPoll)]).toEqual([false, false])
    expect(world.watermark().from).toBeGreaterThan(0)
    expect(await tried(walletPoll)).toBe(false)
    expect(world.watermark()).toMatchObject({
      from: 0,
      until: startMs - settleLagMs,
      gaps: [{ from_ms: 0, reason: 'unreachable' }],
    })
    expect(world.odd).toEqual(['unreachable'])
    expectWalletWatermarksTrue(world.log, world.facts)

    // What is new is had meanwhile.
    world.nowMs += 30_000
    world.facts.push(factOf(wallet, 9_000, ago(-10)))
    expect(await tried(walletPoll)).toBe(false)
    expect(world.watermark().until).toBe(world.nowMs - settleLagMs)
    world.fails = () => false
    expect(await tried(await world.begin())).toBe(true)
    expect(world.watermark().gaps).toEqual([])
    world.expectTrue()
  })

  it('tells of a wallet that cannot be had at all, and of nothing new while it cannot', async () => {
    const world = new World()
    world.facts = history(10)
    world.fails = () => true
    const walletPoll = await world.begin()
    for (let n = 0; n < 6; n += 1) {
      expect(await tried(walletPoll)).toBe(false)
      world.nowMs += 10_000
    }
    const until = startMs + 20_000 - settleLagMs
    const gaps = [{ from_ms: 0, until_ms: until, reason: 'unreachable' }]
    expect(world.watermark()).toEqual({ from: 0, until, gaps })
    world.fails = () => false
    expect(await tried(walletPoll)).toBe(true)
    expect(world.watermark().gaps).toEqual([])
    world.expectTrue()
  })

  it('continues after new rows that cannot be read, which become a gap that does not grow', async () => {
    const world = new World()
    world.facts = history(10)
    const walletPoll = await world.begin()
    await drive(walletPoll)
    const poisonS = ago(-7)
    world.facts.push(factOf(wallet, 800, poisonS))
    world.fails = ({ fromS, untilS }) => fromS <= poisonS && untilS > poisonS
    for (let n = 0; n < 12; n += 1) {
      world.nowMs += 30_000
      world.facts.push(factOf(wallet, 900 + n, Math.floor(world.nowMs / 1000) - 10))
      await tried(walletPoll)
    }
    const { until, gaps } = world.watermark()
    expect(until).toBe(world.nowMs - settleLagMs)
    expect(gaps).toHaveLength(1)
    expect(gaps[0]?.until_ms).toBeLessThan(startMs + 150_000)
    expectWalletWatermarksTrue(world.log, world.facts)
    world.fails = () => false
    expect(await tried(walletPoll)).toBe(true)
    world.expectTrue()
  })

  it('publishes rows without a time once, and gives up a platform that gives many of them', async () => {
    const world = new World()
    const undated = factOf(wallet, 1, ago(50))
    const { activity } = world
    let count = 1
    world.activity = async (...asked) => {
      const answer = await activity(...asked)
      const more = Array.from({ length: count }, (_, n): ActivityRow => {
        const body = JSON.stringify({ ...undated, transactionHash: `0xu${n}`, timestamp: 'soon' })
        const row = identifyActivity(JSON.parse(body), body)
        return { ...row, body, url: 'u', receivedAtMs: world.nowMs }
      })
      return { ...answer, rows: [...answer.rows, ...more] }
    }
    world.facts = history(100)
    const walletPoll = await world.begin()
    await drive(walletPoll)
    await drive(await world.begin())
    const bodies = world.log.values('raw.wallets').flatMap(({ value }) => value.body ?? [])
    expect(bodies.filter((body) => body.includes('soon'))).toHaveLength(1)
    expect(bodies).toHaveLength(101)
    expect(world.odd).toEqual(['undated'])
    count = 1_500
    world.nowMs += 30_000
    expect(await tried(await world.begin())).toBe(false)
    expect(world.log.values('raw.wallets').flatMap(({ value }) => value.body ?? [])).toHaveLength(
      101,
    )
  })

  it('remembers no more of a crowded end than it must, and repeats none of it', async () => {
    const world = new World()
    world.cap = 5_000
    world.facts = Array.from({ length: 13_000 }, (_, n) =>
      factOf(wallet, n, ago(10 + Math.floor(n / 250))),
    )
    const walletPoll = await world.begin()
    await drive(walletPoll)
    const sizes = world.log.values('poll-checkpoints').map(({ value }) => value.state.length)
    expect(Math.max(...sizes)).toBeLessThan(500_000)
    world.nowMs += 20_000
    world.facts.push(factOf(wallet, 50_000, ago(-3)))
    await drive(await world.begin())
    world.expectTrue()
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'loses and repeats nothing, broken off anywhere (seed %i)',
    async (seed) => {
      const random = createRandom(seed).next
      const world = new World()
      world.cap = 60 + Math.floor(random() * 60)
      world.isNewestFirst = random() < 0.7
      let number = 0
      /** Some with the same field values, some visible late but within the settle lag. */
      const happen = (atMs: number): void => {
        const timestamp = Math.floor(atMs / 1000)
        const late = random() < 0.2 ? Math.floor(random() * 3_900) : 0
        number += 1
        const fact = { ...factOf(wallet, number, timestamp), visibleAtMs: atMs + late }
        const times = random() < 0.1 ? 3 : 1
        for (let n = 0; n < times; n += 1) world.facts.push(fact)
      }
      for (let n = 0; n < 400; n += 1) happen(startMs - Math.floor(random() ** 4 * 5_000_000_000))
      world.fails = () => random() < 0.15
      world.log.onAppend = () => {
        const dice = random()
        if (dice < 0.06) return 'lost'
        return dice < 0.12 ? 'unknown' : 'none'
      }
      let walletPoll = await world.begin()
      for (let step = 0; step < 80; step += 1) {
        const stopAt = random() < 0.4 ? Math.floor(random() * 4) : Infinity
        try {
          let pieces = 0
          for await (const _ of walletPoll(wallet)) if ((pieces += 1) > stopAt) break
          if (stopAt !== Infinity) walletPoll = await world.begin()
        } catch (error) {
          // The log failed: begin again with what it holds.
          if (!(error instanceof UpstreamError)) walletPoll = await world.begin()
        }
        const isLong = random() < 0.1
        const passedMs = isLong ? 3_600_000 : Math.floor(random() * 60_000)
        for (let n = isLong ? 150 : 2; n > 0; n -= 1) {
          happen(world.nowMs + Math.floor(random() * passedMs))
        }
        world.nowMs += passedMs
      }
      world.fails = () => false
      world.log.onAppend = () => 'none'
      world.nowMs += 60_000
      await drive(await world.begin())
      expect(world.watermark().gaps).toEqual([])
      expect(world.watermark().from).toBe(0)
      world.expectTrue()
    },
    60_000,
  )
})
