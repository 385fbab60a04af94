// Which frames of a stream are recorded.
import { describe, expect, it } from '@jest/globals'
import { createFrameBuffer } from '../../../services/poller/streams/frame-buffer.ts'
import { selectStreamedMarkets } from '../../../services/poller/streams/streamed-markets.ts'
import { aMarketState } from '../support/market-state.ts'

const frame = (body: string) => ({ body, id: null, sentAtMs: 7, event: null })

function open(bytesPerDay: number) {
  let nowMs = 1_000
  const options = { platform: 'platform_a', url: 'wss://a', bytesPerDay, now: () => nowMs } as const
  const buffer = createFrameBuffer(options)
  return {
    buffer,
    pass: (ms: number) => (nowMs += ms),
    bodies: () =>
      buffer.takeRecords().map(({ key, value }) => {
        if (!('frames' in value)) throw new Error('not of a stream')
        return [key, value.frames.map(({ body }) => body), value.left_out] as const
      }),
  }
}

describe('the frames of a stream', () => {
  it('are recorded by market, in their order', () => {
    const { buffer, bodies } = open(1_000_000)
    buffer.add('m', frame('1'), 10)
    buffer.add('n', frame('2'), 11)
    buffer.add('m', frame('3'), 12)
    expect(bodies()).toEqual([
      ['m', ['1', '3'], 0],
      ['n', ['2'], 0],
    ])
    expect(bodies()).toEqual([])
    buffer.add('m', frame('4'), 13)
    expect(buffer.takeRecords()[0]).toEqual({
      topic: 'raw.streams',
      key: 'm',
      value: {
        platform: 'platform_a',
        market_id: 'm',
        url: 'wss://a',
        frames: [{ received_at_ms: 13, sent_at_ms: 7, body: '4' }],
        left_out: 0,
      },
    })
  })

  it('are left out beyond the budget, and the next record says how many', () => {
    const { buffer, pass, bodies } = open(86_400)
    expect(buffer.add('m', frame('x'.repeat(4_300)), 1)).toBe(true)
    expect(buffer.add('m', frame('x'.repeat(100)), 1)).toBe(false)
    expect(buffer.add('n', frame('x'.repeat(100)), 1)).toBe(false)
    expect(bodies().map(([key, , leftOut]) => [key, leftOut])).toEqual([['m', 1]])
    // 0.95 bytes a second
    pass(100_000)
    expect(buffer.add('n', frame('y'.repeat(90)), 1)).toBe(true)
    expect(bodies()).toEqual([['n', ['y'.repeat(90)], 1]])
    let recorded = 0
    for (let second = 0; second < 86_400; second += 1) {
      pass(1_000)
      if (buffer.add('m', frame('x'.repeat(10)), 1)) recorded += 10
    }
    expect(recorded).toBeLessThanOrEqual(86_400)
    expect(recorded).toBeGreaterThan(80_000)
  })

  it('of one record stay below the size limit of the log', () => {
    const { buffer, bodies } = open(1e9)
    for (let n = 0; n < 9; n += 1) buffer.add('m', frame('x'.repeat(100_000)), n)
    expect(bodies().map(([, frames, leftOut]) => [frames.length, leftOut])).toEqual([[5, 4]])
  })
})

describe('the streamed markets', () => {
  const markets = new Map(
    [50, 40, 30, 20, 10].map((volume24h, n) => {
      const state = { ...aMarketState, nativeId: `n${n}`, volume24h, hasBook: n !== 1 }
      return [`m${n}`, state] as const
    }),
  )
  const select = (count: number, followed: readonly string[] = []) =>
    selectStreamedMarkets([markets], count, (id) => followed.includes(id)).map(({ id }) => id)

  it('are the most traded ones with a book', () => {
    expect(select(2)).toEqual(['m0', 'm2'])
    expect(select(100)).toEqual(['m0', 'm2', 'm3', 'm4'])
    expect(select(0)).toEqual([])
  })

  it('never exceed the number, and prefer none that is far from it', () => {
    expect(select(1, ['m4']).length).toBe(1)
    expect(select(3, ['m4'])).toEqual(['m0', 'm2', 'm3'])
    expect(select(3, ['m3', 'm0', 'm2'])).toEqual(['m0', 'm2', 'm3'])
  })
})
