// A window read in pieces: order, coverage, what is requested.
import { describe, expect, it } from '@jest/globals'
import type { TradeRow, Window } from '../../../services/platforms/source.ts'
import {
  readPieces,
  type Answer,
  type WindowPiece,
  type SplitOptions,
} from '../../../services/poller/windows/split-window.ts'
import { createWindowLength } from '../../../services/poller/windows/window-length.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'

const rowAt = (second: number, n = 0): TradeRow => ({
  marketNativeId: 'm',
  key: `${second}/${n}`,
  timeMs: second * 1000,
  body: '',
  url: '',
  receivedAtMs: 0,
})

/** Reads all of [0, untilS) from a platform that returns at most `cap` rows, newest first. */
async function readWhole(
  all: readonly TradeRow[],
  options: SplitOptions,
  { untilS = 100, cap = 10, isNewestFirst = false } = {},
) {
  const asked: Window[] = []
  const read = async (window: Window): Promise<Answer<TradeRow>> => {
    asked.push(window)
    await Promise.resolve()
    const found = all
      .filter(({ timeMs }) => {
        const second = (timeMs ?? 0) / 1000
        return second >= window.fromS && second < window.untilS
      })
      .toSorted((a, b) => (b.timeMs ?? 0) - (a.timeMs ?? 0))
    if (found.length <= cap) return { rows: found, asOfMs: 0, isComplete: true }
    const rows = found.slice(0, cap)
    const oldestS = (rows.at(-1)?.timeMs ?? 0) / 1000
    const hint = isNewestFirst ? { completeFromS: oldestS + 1 } : {}
    return { rows, asOfMs: 0, isComplete: false, ...hint }
  }
  const pieces: WindowPiece<TradeRow>[] = []
  for await (const piece of readPieces(read, { fromS: 0, untilS }, options)) pieces.push(piece)
  return { asked, pieces }
}

describe('a window in pieces', () => {
  const all = Array.from({ length: 60 }, (_, n) => rowAt(30 + n))

  it('is read in parts of the estimated length, but the time before the beginning at once', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => rowAt(1_000_000 + n))
    const length = createWindowLength(10, 0)
    const beginning = { atS: 999_990, isCertain: false }
    const window = { untilS: 1_000_100, cap: 10 }
    const { asked, pieces } = await readWhole(
      rows,
      { order: 'oldest_first', beginning, length },
      window,
    )
    expect(pieces[0]).toMatchObject({ fromS: 0, untilS: beginning.atS, rows: [] })
    expect(pieces.flatMap((piece) => piece.rows)).toHaveLength(60)
    expect(asked.length).toBeLessThan(20)
  })

  it.each<[SplitOptions['order'], boolean]>([
    ['oldest_first', false],
    ['newest_first', false],
    ['newest_first', true],
  ])('covers the window once, %s (rows up to a cap: %s)', async (order, isNewestFirst) => {
    const { pieces } = await readWhole(all, { order }, { isNewestFirst })
    const inOrder = order === 'oldest_first' ? pieces : pieces.toReversed()
    expect(inOrder[0]?.fromS).toBe(0)
    expect(inOrder.at(-1)?.untilS).toBe(100)
    for (const [n, piece] of inOrder.entries()) {
      if (n > 0) expect(piece.fromS).toBe(inOrder[n - 1]?.untilS)
    }
    expect(pieces.flatMap(({ rows }) => rows.map(({ key }) => key)).toSorted()).toEqual(
      all.map(({ key }) => key).toSorted(),
    )
  })

  it('does not request instants before a certain beginning, but covers them', async () => {
    const { asked, pieces } = await readWhole(all, {
      order: 'oldest_first',
      beginning: { atS: 25, isCertain: true },
    })
    expect(Math.min(...asked.map(({ fromS }) => fromS))).toBe(25)
    expect(pieces[0]?.fromS).toBe(0)
  })

  it('covers a window that lies before a certain beginning with one request', async () => {
    const options = { order: 'oldest_first', beginning: { atS: 500, isCertain: true } } as const
    const { asked, pieces } = await readWhole([], options)
    expect(asked).toEqual([{ fromS: 99, untilS: 100 }])
    expect(pieces).toMatchObject([{ fromS: 0, untilS: 100, rows: [], isTruncated: false }])
  })

  it('splits first where the rows probably begin', async () => {
    const { asked } = await readWhole(all, {
      order: 'oldest_first',
      beginning: { atS: 29, isCertain: false },
    })
    expect(asked.slice(0, 2)).toEqual([
      { fromS: 0, untilS: 100 },
      { fromS: 0, untilS: 29 },
    ])
  })

  it.each(['oldest_first', 'newest_first'] as const)(
    'returns a second with too many rows as truncated, %s',
    async (order) => {
      const crowd = Array.from({ length: 20 }, (_, n) => rowAt(50, n))
      const { pieces } = await readWhole(crowd, { order })
      expect(pieces.filter(({ isTruncated }) => isTruncated)).toMatchObject([
        { fromS: 50, untilS: 51 },
      ])
    },
  )

  it('splits a window whose body is too large, and fails if it is one second', async () => {
    const asked: Window[] = []
    const read = (window: Window): Promise<Answer<TradeRow>> => {
      asked.push(window)
      return Promise.reject(new UpstreamError('large', { kind: 'too_large', status: 200 }))
    }
    const pieces = readPieces(read, { fromS: 0, untilS: 4 }, { order: 'oldest_first' })
    await expect(pieces.next()).rejects.toThrow('large')
    expect(asked).toEqual([
      { fromS: 0, untilS: 4 },
      { fromS: 0, untilS: 2 },
      { fromS: 0, untilS: 1 },
    ])
  })
})
