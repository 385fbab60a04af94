// How long the windows of a feed are planned, by the rows of its answers.
import { describe, expect, it } from '@jest/globals'
import type { TradeRow, Window } from '../../../services/platforms/source.ts'
import { createWindowLength } from '../../../services/poller/windows/window-length.ts'
import { readPieces, type Answer } from '../../../services/poller/windows/split-window.ts'

const maxRows = 100
const settleLagMs = 5_000

const rowsOf = ({ fromS, untilS }: Window, perSecond: number): TradeRow[] =>
  Array.from({ length: Math.round((untilS - fromS) * perSecond) }, (_, n) => ({
    marketNativeId: 'm',
    key: `${fromS}/${n}`,
    timeMs: (fromS + n / perSecond) * 1000,
    body: '',
    url: '',
    receivedAtMs: 0,
  }))

/** The newest rows of a window, at most `maxRows`. */
function answerFor(window: Window, perSecond: number): Answer<TradeRow> {
  const rows = rowsOf(window, perSecond).toReversed()
  const asOfMs = window.untilS * 1000 + settleLagMs
  return { rows: rows.slice(0, maxRows), asOfMs, isComplete: rows.length <= maxRows }
}

/** Reads a window with this many rows a second. Returns the requested windows. */
async function read(
  length: ReturnType<typeof createWindowLength>,
  whole: Window,
  perSecond: number,
): Promise<{ asked: Window[]; rows: number }> {
  const asked: Window[] = []
  let rows = 0
  const ask = (window: Window): Promise<Answer<TradeRow>> => {
    asked.push(window)
    return Promise.resolve(answerFor(window, perSecond))
  }
  for await (const piece of readPieces(ask, whole, { order: 'oldest_first', length })) {
    expect(piece.isTruncated).toBe(false)
    rows += piece.rows.length
  }
  return { asked, rows }
}

describe('the length of windows', () => {
  it('is unlimited while answers are complete', async () => {
    const length = createWindowLength(maxRows, settleLagMs)
    const { asked } = await read(length, { fromS: 0, untilS: 90 }, 1)
    expect(asked).toEqual([{ fromS: 0, untilS: 90 }])
    expect(length.seconds()).toBe(Infinity)
  })

  it('follows from the first incomplete answer, after which no request is in vain', async () => {
    const length = createWindowLength(maxRows, settleLagMs)
    const { asked, rows } = await read(length, { fromS: 0, untilS: 1_000 }, 10)
    expect(rows).toBe(10_000)
    expect(length.seconds()).toBe(7)
    const longest = Math.max(...asked.slice(1).map(({ fromS, untilS }) => untilS - fromS))
    expect(longest).toBe(7)
    const again = await read(length, { fromS: 1_000, untilS: 1_070 }, 10)
    expect(again.asked.length).toBe(10)
  })

  it.each<[string, number, number]>([
    ['shrinks when there are more rows', 14, 5],
    ['grows when there are fewer', 2, 35],
    ['grows when there are none', 0, 112],
  ])('%s', async (_name, perSecond, expected) => {
    const length = createWindowLength(maxRows, settleLagMs)
    await read(length, { fromS: 0, untilS: 100 }, 10)
    const { rows } = await read(length, { fromS: 0, untilS: 150 }, perSecond)
    expect(rows).toBe(150 * perSecond)
    expect(length.seconds()).toBe(expected)
  })

  it('does not change with a window that reaches past the time of its answer', async () => {
    const length = createWindowLength(maxRows, settleLagMs)
    await read(length, { fromS: 0, untilS: 100 }, 10)
    const window = { fromS: 200, untilS: 207 }
    const rows = rowsOf({ fromS: 200, untilS: 201 }, 10)
    length.note(window, { rows, isComplete: true, asOfMs: 206_000 })
    expect(length.seconds()).toBe(7)
    length.note(window, { rows, isComplete: true, asOfMs: 212_000 })
    expect(length.seconds()).toBe(14)
  })

  it('is a second at least', async () => {
    const length = createWindowLength(maxRows, settleLagMs)
    length.note({ fromS: 0, untilS: 1 }, answerFor({ fromS: 0, untilS: 1 }, 500))
    expect(length.seconds()).toBe(1)
  })
})
