// The contract of the window reader, against a model platform whose rows appear late, repeat and come
// without a time, whose answers are capped and out of date when they arrive, whose requests fail, and a process that ends
// between an append and the next read.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { FeedGap } from '../../../schemas/generated/events.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import type { TradeRow, Window } from '../../../services/platforms/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import {
  isInGap,
  windowsToRetry,
  nextReadFromMs,
  type Coverage,
} from '../../../services/poller/windows/coverage.ts'
import { createEvidence } from '../../../services/poller/windows/evidence.ts'
import {
  createPublishedRows,
  type PublishedRows,
} from '../../../services/poller/windows/published-rows.ts'
import type { Answer, SplitOptions } from '../../../services/poller/windows/split-window.ts'
import {
  createWindowReader,
  readAllPieces,
  type WindowReader,
} from '../../../services/poller/windows/window-reader.ts'

const settleLagS = 5

interface ModelRow {
  /** null: the platform gives no usable time. */
  readonly second: number | null
  /** Rows of one second with the same number have the same field values. */
  readonly number: number
  /** When it appears, after its time. */
  readonly delayS: number
}

type Fault = 'none' | 'fails' | 'empty' | 'halved' | 'lost' | 'durable'

const failed = new UpstreamError('no', { kind: 'failed', status: 500 })
const appendFailed = new Error('append failed')

/** One feed, what of it is in the log, and the checkpoint. */
class World {
  nowS = 100
  rows: ModelRow[] = []
  cap = 8
  /** Whether the platform returns the newest rows of a window up to its cap. */
  isNewestFirst = false
  order: SplitOptions['order'] = 'oldest_first'
  beginning: NonNullable<SplitOptions['beginning']> | null = null
  faults: Fault[] = []
  asked: Window[] = []
  readonly counted: string[] = []
  readonly log: {
    readonly key: string
    readonly repeat: number
    readonly timeMs: number | null
  }[] = []
  checkpoint: Coverage | null = null
  readonly checkpoints: Coverage[] = []

  private fault(kinds: readonly Fault[]): Fault {
    const next = this.faults[0]
    if (next === undefined || (next !== 'none' && !kinds.includes(next))) return 'none'
    this.faults.shift()
    return next
  }

  private visible({ fromS, untilS }: Window): TradeRow[] {
    return this.rows
      .filter(({ second, delayS }) => (second ?? 0) + delayS <= this.nowS)
      .filter(({ second }) => second === null || (second >= fromS && second < untilS))
      .map(({ second, number }) => ({
        marketNativeId: 'm',
        key: `${second}/${number}`,
        timeMs: second === null ? null : second * 1000,
        body: '',
        url: '',
        receivedAtMs: 0,
      }))
      .toSorted((a, b) => (b.timeMs ?? Infinity) - (a.timeMs ?? Infinity))
  }

  /** The rows of a false answer, from when rows are known that it should have. */
  private bent(all: readonly TradeRow[]): readonly TradeRow[] {
    const untilMs = this.checkpoint?.untilMs ?? 0
    if (!this.log.some(({ timeMs }) => timeMs !== null && timeMs < untilMs)) return all
    const fault = this.fault(['empty', 'halved'])
    if (fault === 'none') return all
    return fault === 'empty' ? [] : all.slice(0, Math.floor(all.length / 2))
  }

  private async read(window: Window): Promise<Answer<TradeRow>> {
    this.asked.push(window)
    await Promise.resolve()
    if (this.fault(['fails']) === 'fails') throw failed
    // Time passes while the pages of one answer are read.
    const asOfMs = this.nowS * 1000
    const all = this.bent(this.visible(window))
    this.nowS += 2
    if (all.length <= this.cap) return { rows: all.toReversed(), asOfMs, isComplete: true }
    const rows = all.slice(0, this.cap)
    const oldestMs = rows.at(-1)?.timeMs ?? null
    const isHinted = this.isNewestFirst && oldestMs !== null
    return {
      rows,
      asOfMs,
      isComplete: false,
      ...(isHinted ? { completeFromS: oldestMs / 1000 + 1 } : {}),
    }
  }

  /** Begins as a process does: with what the log holds. */
  begin(): { readonly readWindow: WindowReader; readonly published: PublishedRows } {
    const published = createPublishedRows()
    published.note(
      this.log.map(({ key, repeat, timeMs }) => ({
        row: { key, timeMs, marketNativeId: '' },
        repeat,
      })),
    )
    let coverage = this.checkpoint
    const readWindow = createWindowReader<TradeRow>({
      platform: 'platform_a',
      order: this.order,
      beginning: this.beginning,
      read: (window) => this.read(window),
      evidence: createEvidence({
        platform: 'platform_a',
        keyOf: ({ key }) => key,
        steadyNow: () => this.nowS * 1000,
        observer: silentObserver,
      }),
      known: () => published,
      settleLagMs: settleLagS * 1000,
      coverage: () => coverage,
      select: published.select,
      append: async ({ newRows, coverage: next }) => {
        const fault = this.fault(['lost', 'durable'])
        if (fault === 'lost') throw appendFailed
        for (const { row, repeat } of newRows) {
          this.log.push({ key: row.key, repeat, timeMs: row.timeMs })
        }
        this.checkpoint = next
        this.checkpoints.push(next)
        this.expectComplete()
        await Promise.resolve()
        if (fault === 'durable') throw appendFailed
        published.note(newRows)
        coverage = next
      },
      observer: {
        ...silentObserver,
        count: (_, labels) => void this.counted.push(labels['reason'] ?? ''),
      },
    })
    return { readWindow, published }
  }

  /** Reads like the feeds do: the past or the new rows, then the gaps. */
  async poll(readWindow: WindowReader, maxPieces = Infinity): Promise<void> {
    const untilS = this.nowS + 3
    const newest = this.checkpoint
    const fromMs = newest ? nextReadFromMs(newest, newest.untilMs - 10_000) : 0
    const windows: Window[] = [{ fromS: fromMs / 1000, untilS }]
    if (newest && newest.fromMs > 0) windows.push({ fromS: 0, untilS: newest.fromMs / 1000 })
    let pieces = 0
    for (const part of [() => windows, () => windowsToRetry(this.checkpoint ?? { gaps: [] })]) {
      for (const window of part()) {
        if (window.fromS >= window.untilS) continue
        for await (const _ of readWindow(window)) if ((pieces += 1) >= maxPieces) return
      }
    }
  }

  /** Invariant 1, after every append. */
  expectComplete(): void {
    const { checkpoint } = this
    if (!checkpoint) return
    const { fromMs, untilMs, gaps } = checkpoint
    const inLog = new Map<string, number>()
    for (const { key } of this.log) inLog.set(key, (inLog.get(key) ?? 0) + 1)
    const expected = new Map<string, number>()
    for (const { second, number, delayS } of this.rows) {
      if (second === null || delayS > settleLagS) continue
      const timeMs = second * 1000
      if (timeMs < fromMs || timeMs >= untilMs || isInGap(timeMs, gaps)) continue
      const key = `${second}/${number}`
      expected.set(key, (expected.get(key) ?? 0) + 1)
    }
    const missing = [...expected].filter(([key, count]) => inLog.get(key) !== count)
    expect(missing).toEqual([])
  }

  /** Invariant 2. */
  expectNoRepeats(): void {
    const keys = this.log.map(({ key, repeat }) => `${key}#${repeat}`)
    expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
  }

  /** Nothing is missing but seconds with more rows than the platform returns. */
  truncated(): readonly FeedGap[] {
    return this.checkpoint?.gaps ?? []
  }
}

const row = (second: number | null, number = 0, delayS = 0): ModelRow => ({
  second,
  number,
  delayS,
})

describe('the window reader', () => {
  it('publishes a window with one checkpoint per piece', async () => {
    const world = new World()
    world.rows = Array.from({ length: 20 }, (_, n) => row(n * 4))
    await readAllPieces(world.begin().readWindow({ fromS: 0, untilS: 90 }))
    expect(world.log).toHaveLength(20)
    expect(world.checkpoints.length).toBeGreaterThan(1)
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 90_000, gaps: [] })
  })

  it('stops the watermark where rows were settled when the read began', async () => {
    const world = new World()
    await readAllPieces(world.begin().readWindow({ fromS: 0, untilS: 120 }))
    expect(world.checkpoint?.untilMs).toBe(95_000)
  })

  it('appends and counts a row that appears after its instant was complete', async () => {
    const world = new World()
    world.rows = [row(85), row(86, 0, 30)]
    const { readWindow } = world.begin()
    await readAllPieces(readWindow({ fromS: 0, untilS: 95 }))
    world.nowS = 130
    await readAllPieces(readWindow({ fromS: 80, untilS: 125 }))
    expect(world.log.map(({ key }) => key)).toEqual(['85/0', '86/0'])
    expect(world.counted).toEqual(['late'])
  })

  it('appends a row without a time once, and counts it', async () => {
    const world = new World()
    world.rows = [row(null), ...Array.from({ length: 20 }, (_, n) => row(n * 4))]
    await readAllPieces(world.begin().readWindow({ fromS: 0, untilS: 90 }))
    await readAllPieces(world.begin().readWindow({ fromS: 0, untilS: 90 }))
    expect(world.log.filter(({ timeMs }) => timeMs === null)).toHaveLength(1)
    expect(world.counted).toEqual(['undated'])
  })

  it('passes a skipped range, which becomes a gap', async () => {
    const world = new World()
    const { readWindow } = world.begin()
    await readAllPieces(readWindow({ fromS: 0, untilS: 50 }))
    await readAllPieces(readWindow({ fromS: 80, untilS: 81 }, 50_000))
    const gap = { from_ms: 50_000, until_ms: 80_000, reason: 'unreachable' }
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 81_000, gaps: [gap] })
    await readAllPieces(readWindow({ fromS: 50, untilS: 80 }))
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 81_000, gaps: [] })
  })

  it('claims nothing of a window behind a skipped range until a row in it is known', async () => {
    const world = new World()
    world.rows = [row(30), row(80), row(84)]
    const { readWindow } = world.begin()
    await readAllPieces(readWindow({ fromS: 0, untilS: 50 }))
    await readAllPieces(readWindow({ fromS: 80, untilS: 81 }, 50_000))
    const gap = { from_ms: 50_000, until_ms: 81_000, reason: 'unreachable' }
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 81_000, gaps: [gap] })
    expect(world.log.map(({ key }) => key)).toEqual(['30/0', '80/0'])
    await readAllPieces(readWindow({ fromS: 81, untilS: 90 }))
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 90_000, gaps: [gap] })
    await readAllPieces(readWindow({ fromS: 50, untilS: 81 }))
    expect(world.checkpoint).toEqual({ fromMs: 0, untilMs: 90_000, gaps: [] })
    world.expectNoRepeats()
  })

  it('counts a truncated piece once, however often it is read', async () => {
    const world = new World()
    world.rows = Array.from({ length: 20 }, (_, n) => row(40, n))
    const { readWindow } = world.begin()
    await readAllPieces(readWindow({ fromS: 0, untilS: 90 }))
    await readAllPieces(readWindow({ fromS: 40, untilS: 41 }))
    expect(world.counted).toEqual(['truncated'])
    expect(world.truncated()).toEqual([{ from_ms: 40_000, until_ms: 41_000, reason: 'truncated' }])
  })

  it('keeps the pieces before a failed request', async () => {
    const world = new World()
    world.rows = Array.from({ length: 20 }, (_, n) => row(n * 4))
    // The whole window, its first half, the first quarter; then the second quarter fails.
    world.faults = ['none', 'none', 'none', 'fails']
    const reading = readAllPieces(world.begin().readWindow({ fromS: 0, untilS: 90 }))
    await expect(reading).rejects.toBe(failed)
    expect(world.checkpoint?.untilMs).toBeGreaterThan(0)
    world.expectComplete()
  })

  it.each([
    ['oldest_first', false],
    ['newest_first', false],
    ['newest_first', true],
  ] as const)(
    'loses and repeats nothing, interrupted anywhere, %s (rows up to a cap: %s)',
    async (order, isNewestFirst) => {
      // Newest first, a part of the past can be empty for all that is known.
      const falseAnswers = order === 'oldest_first' ? (['empty', 'halved'] as const) : []
      const modelRow = fc.record({
        second: fc.nat(150),
        number: fc.nat(2),
        delayS: fc.nat(settleLagS),
      })
      const step = fc.record({
        passS: fc.nat(25),
        pieces: fc.option(fc.integer({ min: 1, max: 4 })),
        isRestarted: fc.boolean(),
        faults: fc.array(
          fc.constantFrom<Fault>(
            'none',
            'none',
            'none',
            'fails',
            'lost',
            'durable',
            ...falseAnswers,
          ),
          { maxLength: 4 },
        ),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(modelRow, { minLength: 60, maxLength: 150 }),
          fc.array(step, { minLength: 2, maxLength: 8 }),
          fc.integer({ min: 5, max: 15 }),
          async (rows, steps, cap) => {
            const world = new World()
            Object.assign(world, { order, isNewestFirst, cap, nowS: 40 })
            world.rows = [...rows, row(null), row(null)]
            let { readWindow } = world.begin()
            for (const { passS, pieces, isRestarted, faults } of steps) {
              world.faults = [...faults]
              try {
                await world.poll(readWindow, pieces ?? Infinity)
              } catch (error) {
                // After a failed append only the log says what is durable.
                if (!(error instanceof UpstreamError) && error !== appendFailed) throw error
                if (error === appendFailed) readWindow = world.begin().readWindow
              }
              if (isRestarted) readWindow = world.begin().readWindow
              world.nowS += passS
            }
            world.faults = []
            world.nowS += 300
            readWindow = world.begin().readWindow
            await world.poll(readWindow)
            world.expectNoRepeats()
            const gaps = world.truncated()
            expect(gaps.filter(({ reason }) => reason !== 'truncated')).toEqual([])
            expect(world.checkpoint?.fromMs).toBe(0)
            expect(world.checkpoint?.untilMs).toBeGreaterThan(150_000)
            const isExpected = ({ second }: ModelRow): boolean =>
              second !== null && !isInGap(second * 1000, gaps)
            expect(
              world.log.filter(({ timeMs }) => timeMs !== null && !isInGap(timeMs, gaps)),
            ).toHaveLength(world.rows.filter(isExpected).length)
          },
        ),
        { numRuns: 60 },
      )
    },
    60_000,
  )
})
