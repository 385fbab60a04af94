// Known problem 1 at its worst: a server that returns the same trades for every window and offset.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import type { TradeRow } from '../../../services/platforms/source.ts'
import { readPieces, type WindowPiece } from '../../../services/poller/windows/split-window.ts'
import { createDeps, never, nowS } from '../../poller/support/source.ts'
import { openWeb, type Web } from '../../poller/support/test-server.ts'

describe('trades of a platform_a that keeps to no window', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  it.each([
    ['over months', [7_000_000, 5_000_000, 90_000, 60]],
    ['within a second', [600, 600, 600]],
    ['that are one row', [90_000]],
  ])('are read once, %s, and the rest is reported as missing', async (_name, secondsAgo) => {
    const rows = secondsAgo.map((ago, n) => ({
      conditionId: '0xm',
      transactionHash: `0x${n}`,
      asset: '1',
      timestamp: nowS - ago,
    }))
    const web = await openWeb(() => ({ json: rows }))
    const source = createPlatformA(
      { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url },
      createDeps(),
    )
    opened.push(web, source)
    const pieces: WindowPiece<TradeRow>[] = []
    const whole = { fromS: 0, untilS: nowS }
    const read = (window: typeof whole) => source.trades(['0xm'], window, 5_000, never, 'history')
    for await (const piece of readPieces(read, whole, { order: 'oldest_first' })) {
      pieces.push(piece)
      if (pieces.length > 100) throw new Error('it splits for ever')
    }
    const found = pieces.flatMap((piece) => piece.rows)
    expect(found.map(({ key }) => key).toSorted()).toEqual(
      rows.map((row) => `${row.transactionHash}|1|||||${row.timestamp}`).toSorted(),
    )
    // It is unknown whether there are more.
    expect(pieces.some((piece) => piece.isTruncated)).toBe(true)
    expect(web.asked.length).toBeLessThan(1_500)
  })
})
