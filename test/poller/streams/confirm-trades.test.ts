// What becomes of provisional trades: confirmed, corrected or withdrawn.
import { afterEach, expect, it } from '@jest/globals'
import type {
  FeedGap,
  Platform,
  Trade,
  TradeWithdrawal,
} from '../../../schemas/generated/events.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { confirmTrades } from '../../../services/poller/streams/confirm-trades.ts'
import { aTrade } from '../../projector/records.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const minuteMs = 60_000
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function openWorld(platform: Platform = 'platform_b') {
  let nowMs = startMs
  const log = createMemoryLog(() => nowMs)
  const writer = await log.openWriter('normalizer')
  const counts: string[] = []
  const observer = {
    ...silentObserver,
    count: (what: string, { result = '' }) => {
      if (what === 'provisional_trades') counts.push(result)
    },
  }
  const append = (topic: 'trades' | 'provisional-trades', key: string, value: unknown) =>
    writer.append([
      { topic: `pm.${topic}`, key, partition: 0, value: Buffer.from(JSON.stringify(value)) },
    ])
  const aTradeNow = (changes: Partial<Trade>): Trade =>
    aTrade({ timestamp_ms: nowMs, received_at_ms: nowMs, ...changes })

  return {
    counts,
    now: () => nowMs,
    pass: (ms: number) => void (nowMs += ms),
    announce: (changes: Partial<Trade> = {}) =>
      append('provisional-trades', 'm', { trade: aTradeNow(changes), withdrawal: null }),
    list: (changes: Partial<Trade> = {}) =>
      append('trades', 'm', { trade: aTradeNow(changes), progress: null }),
    watermark: (untilMs: number, gaps: readonly FeedGap[] = []) =>
      append('trades', `${platform}/trades`, {
        trade: null,
        progress: {
          feed: `${platform}/trades`,
          platform,
          market_id: null,
          complete_from_ms: 0,
          complete_until_ms: untilMs,
          gaps,
          received_at_ms: nowMs,
        },
      }),
    withdrawals: () =>
      log
        .values('raw.provisional-trades')
        .flatMap(({ value: { withdrawal } }): TradeWithdrawal[] =>
          withdrawal ? [withdrawal] : [],
        ),
    /** Copies the withdrawals to the unified topic, as the normalizer does. */
    normalize: async (): Promise<void> => {
      for (const { value } of log.values('raw.provisional-trades'))
        await append('provisional-trades', 'm', { trade: null, withdrawal: value.withdrawal })
    },
    /** A process that confirms trades. `check` lets it look once. */
    openProcess: async () => {
      const ending = new AbortController()
      let wake: () => void = () => undefined
      const publisher = createPublisher({
        writer: await log.openWriter('poller'),
        codec: jsonCodec,
        topicPrefix: 'pm.',
        observer,
      })
      const running = confirmTrades({
        platform,
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        publisher,
        now: () => nowMs,
        sleep: (_ms, signal) =>
          new Promise((resolve, reject) => {
            wake = resolve
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          }),
        observer,
        signal: ending.signal,
      })
      running.catch(() => undefined)
      const turns = async (): Promise<void> => {
        for (let n = 0; n < 10; n += 1) await new Promise(setImmediate)
      }
      const stop = async (): Promise<void> => {
        ending.abort(new Error('stopped'))
        await expect(running).rejects.toThrow('stopped')
      }
      endings.push(stop)
      await turns()
      return {
        check: async (): Promise<void> => {
          wake()
          await turns()
        },
        stop,
      }
    },
  }
}

it('a trade that requests return in five minutes is confirmed; one that they do not return is withdrawn', async () => {
  const { announce, list, watermark, pass, now, counts, withdrawals, openProcess } =
    await openWorld()
  const { check } = await openProcess()
  await announce({ id: 'a', native_trade_id: 'a' })
  await announce({ id: 'b', native_trade_id: 'b' })
  await list({ id: 'a', native_trade_id: 'a' })
  pass(5 * minuteMs)
  await watermark(now() - 1)
  await check()
  expect(counts).toEqual([])
  await watermark(now())
  await check()
  expect(counts).toEqual(['confirmed', 'not_listed'])
  expect(withdrawals()).toEqual([
    {
      trade_id: 'b',
      market_id: 'pb_MARKET',
      platform: 'platform_b',
      reason: 'not_listed',
      withdrawn_at_ms: now(),
    },
  ])
  await check()
  expect(withdrawals()).toHaveLength(1)
})

it('trades that requests return before the stream announces them confirm it, too', async () => {
  const { announce, list, watermark, pass, now, counts, openProcess } = await openWorld()
  const { check } = await openProcess()
  await list()
  pass(minuteMs)
  await check()
  await announce({ timestamp_ms: startMs })
  pass(5 * minuteMs)
  await watermark(now())
  await check()
  expect(counts).toEqual(['confirmed'])
})

it('a trade that was old when requests returned it confirms an announcement of before', async () => {
  const { announce, list, watermark, pass, now, counts, openProcess } = await openWorld()
  const { check } = await openProcess()
  await announce()
  await list({ timestamp_ms: startMs - 60 * minuteMs })
  pass(6 * minuteMs)
  await watermark(now())
  await check()
  expect(counts).toEqual(['confirmed'])
})

it('nothing is decided while the time of the trade is in a gap, until 15 minutes after its receipt', async () => {
  const { announce, watermark, pass, now, counts, withdrawals, openProcess } = await openWorld()
  const { check } = await openProcess()
  await announce()
  const gap = { from_ms: startMs - minuteMs, until_ms: startMs + 1, reason: 'unreachable' }
  pass(14 * minuteMs)
  await watermark(now(), [gap])
  await check()
  expect(counts).toEqual([])
  pass(minuteMs)
  await check()
  expect(counts).toEqual(['not_decided'])
  expect(withdrawals().map(({ reason }) => reason)).toEqual(['not_decided'])
})

it.each<[string, readonly Partial<Trade>[], string]>([
  ['the same figures', [{}], 'confirmed'],
  ['another size', [{ size: '9' }], 'corrected'],
  ['another price', [{ price: '0.54' }], 'corrected'],
  ['another outcome', [{ outcome_index: 1 }], 'corrected'],
  ['the same trade twice, as after a replay', [{}, {}], 'confirmed'],
])('requests show %s', async (_, listed, result) => {
  const { announce, list, watermark, pass, now, counts, withdrawals, openProcess } =
    await openWorld()
  const { check } = await openProcess()
  await announce()
  for (const changes of listed) await list(changes)
  pass(6 * minuteMs)
  await watermark(now())
  await check()
  expect(counts).toEqual([result])
  expect(withdrawals()).toEqual([])
})

it.each([
  ['add up to its size', ['4', '6'], 'confirmed'],
  ['do not add up to its size', ['4', '5'], 'corrected'],
])('several trades of a transaction %s', async (_, sizes, result) => {
  const { announce, list, watermark, pass, now, counts, openProcess } =
    await openWorld('platform_a')
  const ofA = { platform: 'platform_a', market_id: 'pa_m', native_trade_id: '0xabc' } as const
  const { check } = await openProcess()
  await announce({ ...ofA, id: '0xabc-s' })
  // That of another platform is left alone.
  await announce()
  for (const [n, size] of sizes.entries())
    await list({ ...ofA, id: `0xabc-${n}`, size, price: `0.5${n}` })
  pass(6 * minuteMs)
  await watermark(now())
  await check()
  expect(counts).toEqual([result])
})

it('another process continues from the topics, and withdraws no trade again', async () => {
  const { announce, list, watermark, pass, now, withdrawals, normalize, openProcess } =
    await openWorld()
  const first = await openProcess()
  await announce({ id: 'a', native_trade_id: 'a' })
  await list({ id: 'a', native_trade_id: 'a' })
  await announce({ id: 'b', native_trade_id: 'b' })
  pass(2 * minuteMs)
  await announce({ id: 'c', native_trade_id: 'c' })
  pass(3 * minuteMs)
  await watermark(now())
  await first.check()
  await first.stop()
  endings.pop()
  expect(withdrawals().map(({ trade_id: id }) => id)).toEqual(['b'])
  await normalize()
  const second = await openProcess()
  await second.check()
  pass(2 * minuteMs)
  await watermark(now())
  await second.check()
  expect(withdrawals().map(({ trade_id: id }) => id)).toEqual(['b', 'c'])
})
