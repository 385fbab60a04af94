// Markets that ended a day ago are asked for once more, on both platforms, over restarts: the volume of
// their last day, which stood still in our log, is over.
import { afterEach, describe, expect, it } from '@jest/globals'
import type { PlatformStates } from '../../../services/poller/checkpoints.ts'
import { followEndedMarkets } from '../../../services/poller/feeds/ended-markets.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { openCheckpointView } from '../../../services/poller/checkpoint-view.ts'
import * as a from '../../../services/platforms/platform-a/source/snapshots.ts'
import * as b from '../../../services/platforms/platform-b/source/snapshots.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createExchange } from '../support/fake-platforms.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps } from '../support/source.ts'
import { openWeb, type TestResponse, type ReceivedRequest } from '../support/test-server.ts'

const hour = 3_600_000
const endedMs = Date.UTC(2026, 10, 1, 12)
const end = new Date(endedMs).toISOString()

type Platform = 'platform_a' | 'platform_b'
const platforms = ['platform_a', 'platform_b'] as const

const marketOfA = (n: string, volume24hr: number) => ({
  id: `1${n}`,
  conditionId: `0x${n}`,
  closed: true,
  outcomePrices: '["1", "0"]',
  closedTime: '2026-11-01 12:00:00+00',
  updatedAt: end,
  volumeNum: 100,
  volume24hr,
})
const marketOfB = (n: string, volume24h: number) => ({
  ticker: `KX-${n}`,
  status: 'finalized',
  close_time: end,
  settlement_ts: end,
  updated_time: end,
  volume_fp: '100.00',
  volume_24h_fp: String(volume24h),
})

describe('markets that ended', () => {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  /** A platform with events of some markets, and a log that knows them as they were at `metMs`. */
  async function open(
    platform: Platform,
    {
      names = ['1', '2'],
      perEvent = 50,
      metMs = endedMs + hour,
      volume24h = 50,
    }: {
      readonly names?: readonly string[]
      readonly perEvent?: number
      readonly metMs?: number
      readonly volume24h?: number
    } = {},
  ) {
    const clock = { ms: metMs }
    const exchange = createExchange(() => clock.ms)
    let spoil = (_: ReceivedRequest, good: () => TestResponse): TestResponse => good()
    const web = await openWeb((asked) =>
      spoil(asked, () =>
        platform === 'platform_a' ? exchange.answerA(asked) : exchange.answerB(asked),
      ),
    )
    opened.push(web)
    const log = createMemoryLog(() => clock.ms)

    /** What the platform says from now on; no names: it does not know any of them. */
    function say(volume: number, some = names): void {
      exchange.aEvents.length = 0
      exchange.bEvents.length = 0
      for (let at = 0; at < some.length; at += perEvent) {
        const of = some.slice(at, at + perEvent)
        const id = `${at / perEvent}`
        exchange.aEvents.push({
          id: `5${id}`,
          title: 'E',
          closed: true,
          markets: of.map((n) => marketOfA(n, volume)),
        })
        exchange.bEvents.push({
          event_ticker: `KX${id}`,
          title: 'E',
          status: 'settled',
          markets: of.map((n) => marketOfB(n, volume)),
        })
      }
    }

    async function session(
      work: (
        common: Parameters<typeof createSnapshotPublisher>[0] & { memory: PlatformStates },
      ) => Promise<void>,
    ): Promise<PlatformStates> {
      const ended = new AbortController()
      const sleep = async (ms: number): Promise<void> => {
        clock.ms += ms
        await Promise.resolve()
      }
      const deps = { ...createDeps(), now: () => clock.ms, sleep }
      const source =
        platform === 'platform_a'
          ? createPlatformA({ gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url }, deps)
          : createPlatformB({ url: web.url }, deps)
      const writer = await log.openWriter('poller')
      const place = { codec: jsonCodec, topicPrefix: 'pm.' }
      const publisher = createPublisher({ writer, ...place, observer: deps.observer })
      const platforms = [platform]
      const fold = await openCheckpointView({ log, ...place, platforms, signal: ended.signal })
      const memory = fold.statesForPlatformTask(platform, ended.signal)
      await work({ ...deps, source, memory, publisher, signal: ended.signal })
      await source.close()
      await fold.stop()
      return memory
    }

    say(volume24h)
    await session(async (common) => {
      const { toSnapshotGroup } = platform === 'platform_a' ? a : b
      const all: readonly object[] = platform === 'platform_a' ? exchange.aEvents : exchange.bEvents
      const answer = { url: 'u', text: '', value: null, receivedAtMs: clock.ms }
      await createSnapshotPublisher(common).publish(
        all.map((event) => toSnapshotGroup(JSON.stringify(event), answer)),
      )
    })

    return {
      exchange,
      say,
      spoil: (with_: typeof spoil) => {
        spoil = with_
      },
      /** Starts a poller, which scans its markets once or more; returns its requests. */
      poll: async (atMs: number, scans = 1): Promise<readonly ReceivedRequest[]> => {
        clock.ms = atMs
        web.asked.length = 0
        await session(async (common) => {
          const ended = new AbortController()
          const polling = followEndedMarkets({
            ...common,
            ...createDeps(),
            now: () => clock.ms,
            snapshots: createSnapshotPublisher(common),
            signal: ended.signal,
            sleep: async (ms) => {
              clock.ms += ms
              scans -= 1
              if (scans === 0) ended.abort(new Error('enough'))
              ended.signal.throwIfAborted()
              await Promise.resolve()
            },
          })
          await expect(polling).rejects.toThrow('enough')
        })
        return [...web.asked]
      },
      /** The published volumes of each market, oldest first. */
      published: (): Readonly<Record<string, readonly number[]>> => {
        const volumes: Record<string, number[]> = {}
        for (const { key, value } of log.values('raw.markets')) {
          if (value.kind !== 'market') continue
          const responses = JSON.parse(value.body) as Record<string, unknown>
          const volume = Number(responses['volume24hr'] ?? responses['volume_24h_fp'])
          volumes[key ?? ''] = [...(volumes[key ?? ''] ?? []), volume]
        }
        return volumes
      },
    }
  }

  const idOf = (platform: Platform, n: string): string =>
    platform === 'platform_a' ? `pa_0x${n}` : `pb_KX-${n}`

  describe.each(platforms)('on %s', (platform) => {
    const [one, two] = [idOf(platform, '1'), idOf(platform, '2')]

    it('are asked for a day and an hour after their end, and then no more', async () => {
      const { say, poll, published } = await open(platform)
      say(0)
      expect(await poll(endedMs + 25 * hour - 400_000)).toEqual([])
      expect(published()).toEqual({ [one]: [50], [two]: [50] })
      const asked = await poll(endedMs + 25 * hour)
      expect(asked.length).toBeLessThanOrEqual(2)
      expect(published()).toEqual({ [one]: [50, 0], [two]: [50, 0] })
      expect(await poll(endedMs + 25 * hour + 300_000, 3)).toEqual([])
      expect(await poll(endedMs + 90 * hour)).toEqual([])
    })

    it('are asked for after any time without us', async () => {
      const { say, poll, published } = await open(platform)
      say(0)
      await poll(endedMs + 1_000 * hour)
      expect(published()).toEqual({ [one]: [50, 0], [two]: [50, 0] })
      expect(await poll(endedMs + 1_001 * hour)).toEqual([])
    })

    it('that say the same again are remembered as asked, over a restart', async () => {
      const { say, poll, published } = await open(platform)
      say(50)
      expect(await poll(endedMs + 25 * hour)).not.toEqual([])
      expect(published()).toEqual({ [one]: [50], [two]: [50] })
      expect(await poll(endedMs + 49 * hour)).toEqual([])
      // A volume of the last day, two days after the end: the platform is late.
      say(0)
      expect(await poll(endedMs + 50 * hour)).not.toEqual([])
      expect(published()).toEqual({ [one]: [50, 0], [two]: [50, 0] })
      expect(await poll(endedMs + 75 * hour)).toEqual([])
    })

    it('that are gone from the platform leave nothing but that it was asked', async () => {
      const { say, poll, published } = await open(platform)
      say(0, [])
      let polls = 0
      for (let day = 1; day < 30; day += 1) {
        if ((await poll(endedMs + (24 * day + 2) * hour, 2)).length > 0) polls += 1
      }
      // While a volume stands that cannot be; then it is left alone.
      expect([polls, published()]).toEqual([4, { [one]: [50], [two]: [50] }])
    })

    it('stay due while the platform does not answer, or denies us', async () => {
      const { say, poll, published, spoil } = await open(platform)
      say(0)
      for (const status of [500, 403]) {
        spoil(() => ({ status, text: '{}' }))
        expect(await poll(endedMs + 26 * hour, 2)).not.toEqual([])
        expect(published()).toEqual({ [one]: [50], [two]: [50] })
      }
      spoil((_, good) => good())
      await poll(endedMs + 27 * hour)
      expect(published()).toEqual({ [one]: [50, 0], [two]: [50, 0] })
    })

    it.each([500, 422])('are not kept by one of them that gives %i', async (status) => {
      const names = Array.from({ length: 12 }, (_, n) => `${n}`)
      const { say, poll, published, spoil } = await open(platform, { names, perEvent: 1 })
      say(0)
      spoil(({ path, query }, good) =>
        query.getAll('id').includes('53') ||
        path === '/events/KX3' ||
        query.getAll('condition_ids').includes('0x3') ||
        query
          .get('tickers')
          ?.split(',')
          .some((one) => ['KX3', 'KX-3'].includes(one)) === true ||
        path.endsWith('/KX-3')
          ? { status, text: '{}' }
          : good(),
      )
      // Without an answer they wait for the next polls; an error response is an answer.
      await poll(endedMs + 26 * hour, status === 500 ? 3 : 1)
      const others = names.filter((n) => n !== '3').map((n) => published()[idOf(platform, n)])
      expect(others).toEqual(others.map(() => [50, 0]))
      expect(published()[idOf(platform, '3')]).toEqual([50])
    })

    it('that were over for a day when they were met are not asked for', async () => {
      const { poll } = await open(platform, { metMs: endedMs + 26 * hour, volume24h: 0 })
      expect(await poll(endedMs + 52 * hour)).toEqual([])
    })

    it('come with their events: a few questions for many', async () => {
      const names = Array.from({ length: 120 }, (_, n) => `${n}`)
      const { say, poll, published } = await open(platform, { names, perEvent: 40 })
      say(0)
      const asked = await poll(endedMs + 26 * hour)
      expect(Object.values(published()).every((volumes) => volumes.at(-1) === 0)).toBe(true)
      expect(asked.map(({ path }) => path).every((path) => path.startsWith('/events'))).toBe(true)
      expect(asked.length).toBeLessThanOrEqual(6)
    })
  })

  it('on platform_a outside of their event are asked for by their ids', async () => {
    const { exchange, say, poll, published } = await open('platform_a')
    say(0, ['1'])
    exchange.aAlone.push(marketOfA('2', 0))
    const asked = await poll(endedMs + 26 * hour)
    expect(published()).toEqual({ pa_0x1: [50, 0], pa_0x2: [50, 0] })
    const named = asked.filter(({ path }) => path === '/markets/keyset')
    expect(named.every(({ query }) => query.getAll('condition_ids').join() === '0x2')).toBe(true)
  })

  it('on platform_b in the historical tier are found there', async () => {
    const { say, poll, published, spoil } = await open('platform_b')
    say(0, [])
    spoil((asked, good) => {
      const ticker = /^\/historical\/markets\/KX-(.)$/.exec(asked.path)?.[1]
      if (ticker !== undefined)
        return { json: { market: { ...marketOfB(ticker, 0), event_ticker: 'KX0' } } }
      return asked.path === '/events/KX0'
        ? { json: { event: { event_ticker: 'KX0', title: 'E', markets: [] } } }
        : good()
    })
    await poll(endedMs + 3_000 * hour)
    expect(published()).toEqual({ 'pb_KX-1': [50, 0], 'pb_KX-2': [50, 0] })
  })
})
