// A tape: how far its watermarks move when the platform's clock, and with it the tape, stops, and what it reads
// when there are very many trades.
import { describe, expect, it } from '@jest/globals'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { createPublishedRows } from '../../../services/poller/windows/published-rows.ts'
import { followTape } from '../../../services/poller/feeds/tape.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { FeedGap, RawTrade } from '../../../schemas/generated/events.ts'
import type { Source, TradeResult, TradeRow, Window } from '../../../services/platforms/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import { topics } from '../../../services/topology.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps, never, nowMs as startMs } from '../support/source.ts'

interface Run {
  /** Where the tape was left. */
  readonly fromMs?: number
  readonly gaps?: readonly FeedGap[]
  readonly forMs: number
  readonly nowMs?: () => number
  readonly tape: (window: Window, maxRows: number) => Promise<TradeResult>
}

/** Follows a tape. Returns the records of the partition of market `m`, to which all trades belong. */
async function follow(
  deps: ReturnType<typeof createDeps>,
  { fromMs = startMs, gaps = [], forMs, nowMs = deps.now, tape }: Run,
): Promise<readonly RawTrade[]> {
  const { now, tuning, observer } = deps
  const memory = createPlatformStates()
  memory.tape = {
    startMs: Math.min(fromMs, ...gaps.map((gap) => gap.from_ms)),
    untilMs: fromMs,
    gaps,
  }
  const platformA = createPlatformA(
    { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' },
    deps,
  )
  const source: Source = { ...platformA, nowMs, tape }
  const log = createMemoryLog(now)
  const writer = await log.openWriter('poller')
  const publisher = createPublisher({ writer, codec: jsonCodec, topicPrefix: 'pm.', observer })
  const ending = new AbortController()
  const common = { source, memory, publisher, tuning, observer, signal: ending.signal }
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (now() >= startMs + forMs) ending.abort()
    await deps.sleep(ms, signal)
  }
  const { random } = deps
  const all = { ...common, now, steadyNow: now, sleep, random }
  const lookups = { addTrades: () => new Set<never>(), lookUpFromMs: null }
  const published = createPublishedRows()
  await expect(
    followTape({ ...all, lookups, published, restored: Promise.resolve() }),
  ).rejects.toThrow('aborted')
  await platformA.close()
  const ofMarket = partitionOf('pa_m', topics['raw.trades'].partitions)
  return log
    .values('raw.trades')
    .filter(({ partition }) => partition === ofMarket)
    .map(({ value }) => value)
}

/** A trade that can be mapped. */
const bodyOf = (n: number): string => {
  const trade = { transactionHash: `0x${n}`, side: 'BUY', size: 1, price: 0.4, outcomeIndex: 0 }
  return JSON.stringify({ ...trade, timestamp: startMs / 1000 })
}

/** The watermarks, when the poller runs for a minute and the platform's clock only for `movingMs`. */
async function watermarksWith(movingMs: number): Promise<readonly number[]> {
  const deps = createDeps()
  const nowMs = (): number => Math.min(deps.now(), startMs + movingMs)
  const tape = () => Promise.resolve({ rows: [], asOfMs: nowMs(), isComplete: true })
  const records = await follow(deps, { forMs: 60_000, nowMs, tape })
  return records.map(({ progress }) => progress?.complete_until_ms ?? 0)
}

describe('the watermarks of a tape', () => {
  it.each([10_000, 11_000, 12_000, 13_000, 14_000])(
    'reach the settle lag when the clock stops after %i ms',
    async (movingMs) => {
      const watermarks = await watermarksWith(movingMs)
      expect(watermarks.at(-1)).toBe(startMs + movingMs - 5_000)
      expect(watermarks).toEqual([...new Set(watermarks)].toSorted((a, b) => a - b))
    },
  )
})

describe('a tape with many trades', () => {
  const perSecond = 100
  const pageRows = 500

  /** The trades of a window: the newest `maxRows`, and no more than the platform has by now. */
  function tradesOf({ fromS, untilS }: Window, nowMs: number, maxRows: number): TradeResult {
    const endMs = Math.min(untilS * 1000, nowMs)
    const count = Math.max(0, Math.floor(((endMs - fromS * 1000) * perSecond) / 1000))
    const rows = Array.from({ length: Math.min(count, maxRows) }, (_, n) => {
      const timeMs = fromS * 1000 + ((count - 1 - n) * 1000) / perSecond
      const key = String(timeMs)
      return { marketNativeId: 'm', key, timeMs, body: bodyOf(0), url: '', receivedAtMs: nowMs }
    })
    return { rows, asOfMs: nowMs, isComplete: count <= maxRows }
  }

  it('catches up after a stop, and reads the newest trades between the parts of the deep overlap', async () => {
    const deps = createDeps()
    const { now, tuning } = deps
    const asked: (Window & { atMs: number; isComplete: boolean })[] = []
    const records = await follow(deps, {
      fromMs: startMs - 100_000,
      forMs: 120_000,
      tape: async (window, maxRows) => {
        const answer = tradesOf(window, now(), maxRows)
        const pages = Math.ceil((answer.rows.length + 1) / pageRows)
        asked.push({ ...window, atMs: now(), isComplete: answer.isComplete })
        await deps.sleep(300 * pages, new AbortController().signal)
        return answer
      },
    })
    expect(asked.filter(({ isComplete }) => !isComplete)).toHaveLength(1)
    const watermarks = records.flatMap(({ progress }) =>
      progress ? [progress.complete_until_ms] : [],
    )
    expect(watermarks.at(-1)).toBeGreaterThan(now() - tuning.settleLagMs - 10_000)
    // After the first minute, no two requests for the newest trades are far apart.
    const newestAtMs = asked.flatMap(({ untilS, atMs }, n) =>
      atMs > startMs + 60_000 && asked.slice(0, n).every((earlier) => earlier.untilS < untilS)
        ? [atMs]
        : [],
    )
    const pauses = newestAtMs.slice(1).map((atMs, n) => atMs - (newestAtMs[n] ?? 0))
    expect(Math.max(...pauses)).toBeLessThan(8_000)
    // What was new then was read again when it was older than the short overlap.
    const second = startMs / 1000 + 30
    const again = asked.filter(
      ({ fromS, untilS, atMs }) =>
        fromS <= second && untilS > second && atMs > startMs + 30_000 + 2 * tuning.tailOverlapMs,
    )
    expect(again.length).toBeGreaterThan(1)
  })

  it('fills a gap although an earlier one cannot be read', async () => {
    const deps = createDeps()
    const gapAt = (secondsAgo: number) => ({
      from_ms: startMs - secondsAgo * 1000,
      until_ms: startMs - (secondsAgo - 10) * 1000,
      reason: 'unreachable',
    })
    const [unreadable, readable] = [gapAt(900), gapAt(600)]
    const records = await follow(deps, {
      gaps: [unreadable, readable],
      forMs: 60_000,
      tape: async (window, maxRows) => {
        await deps.sleep(100, new AbortController().signal)
        if (window.fromS * 1000 < unreadable.until_ms)
          throw new UpstreamError('no answer', { kind: 'failed', status: 500 })
        return tradesOf(window, deps.now(), maxRows)
      },
    })
    expect(records.findLast(({ progress }) => progress)?.progress?.gaps).toEqual([unreadable])
  })

  it('does not go on with the deep overlap where it was before reads failed for minutes', async () => {
    const deps = createDeps()
    const failingMs = 300_000
    let failingFromMs = Infinity
    const askedLater: number[] = []
    await follow(deps, {
      fromMs: startMs - 100_000,
      forMs: 500_000,
      tape: async (window, maxRows) => {
        const nowMs = deps.now()
        const isDeepPart = nowMs > startMs + 60_000 && window.untilS * 1000 < nowMs - 60_000
        if (failingFromMs === Infinity && isDeepPart) failingFromMs = nowMs + 1
        if (nowMs >= failingFromMs && nowMs < failingFromMs + failingMs)
          throw new UpstreamError('no answer', { kind: 'failed', status: 500 })
        if (nowMs > failingFromMs) askedLater.push(window.fromS * 1000)
        await deps.sleep(300, new AbortController().signal)
        return tradesOf(window, nowMs, maxRows)
      },
    })
    const { settleLagMs, tailOverlapMs } = deps.tuning
    expect(askedLater.length).toBeGreaterThan(50)
    const watermarkMs = failingFromMs - settleLagMs - 5_000
    expect(Math.min(...askedLater)).toBeGreaterThanOrEqual(watermarkMs - tailOverlapMs)
  })

  it('loses none of 1,000 trades a second in ten minutes, and publishes none twice', async () => {
    // A tenth of the trades, of the rows per window, and of the rows per page.
    const [intervalMs, rowsPerPage, forMs] = [10, 100, 600_000]
    const defaults = createDeps()
    const deps = { ...defaults, tuning: { ...defaults.tuning, rowsPerWindow: 500 } }
    const bodiesByNumber: string[] = []
    const records = await follow(deps, {
      forMs,
      tape: async ({ fromS, untilS }, maxRows) => {
        const atMs = deps.now()
        const [first, end] = [fromS, untilS].map((s) => (s * 1000 - startMs) / intervalMs)
        const rows: TradeRow[] = []
        for (let n = Math.max(0, first ?? 0); n < (end ?? 0); n += 1) {
          const timeMs = startMs + n * intervalMs
          // Shown up to three seconds late.
          if (timeMs + (n % 7) * 500 > atMs) continue
          const body = (bodiesByNumber[n] ??= bodyOf(n))
          rows.push({ marketNativeId: 'm', key: body, timeMs, body, url: '', receivedAtMs: atMs })
        }
        // 16 requests a second.
        const pages = Math.ceil((Math.min(rows.length, maxRows) + 1) / rowsPerPage)
        await deps.sleep(pages * 62.5, never)
        const newestFirst = rows.toReversed().slice(0, maxRows)
        return { rows: newestFirst, asOfMs: atMs, isComplete: rows.length <= maxRows }
      },
    })
    const bodies = records.flatMap(({ body }) => body ?? [])
    expect(new Set(bodies).size).toBe(bodies.length)
    const published = new Set<string>()
    let firstMissing = 0
    let completeUntilMs = startMs
    for (const { body, progress } of records) {
      if (body !== null) published.add(body)
      while (published.has(bodyOf(firstMissing))) firstMissing += 1
      if (!progress) continue
      completeUntilMs = progress.complete_until_ms
      expect(progress.gaps).toEqual([])
      expect(startMs + firstMissing * intervalMs).toBeGreaterThanOrEqual(completeUntilMs)
    }
    expect(completeUntilMs).toBeGreaterThan(startMs + forMs - 20_000)
  })
})
