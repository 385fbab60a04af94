// Recorded frames of platform_b and those of the simulator pass the same strict schemas: the platform publishes no
// client of its WebSocket for JavaScript.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { describeWithRecordings, recordingsFolder } from '../support/recordings-folder.ts'
import { serve, type Row } from './client.ts'
import { frameFault } from './platform-b-frames.ts'
import { connect } from './stream-client.ts'

const faultsOf = (frames: readonly Row[]): readonly string[] =>
  frames.flatMap((frame) => {
    const fault = frameFault(frame)
    return fault === null ? [] : [`${fault}: ${JSON.stringify(frame).slice(0, 300)}`]
  })

async function streamed(activity: number, hours: number, stepMs: number): Promise<readonly Row[]> {
  const served = await serve({ activity })
  try {
    const { trades } = await served.json<{ trades: Row[] }>(
      '/trade-api/v2/markets/trades?limit=300',
    )
    const tickers = [...new Set(trades.map(({ ticker }) => String(ticker)))]
    const client = await connect(served, '/trade-api/ws/v2')
    const commands = [
      ['subscribe', { channels: ['orderbook_delta'], market_tickers: tickers.slice(0, 5) }],
      ['subscribe', { channels: ['orderbook_delta'], market_tickers: tickers.slice(0, 10) }],
      ['subscribe', { channels: ['trade', 'market_lifecycle_v2'] }],
      [
        'update_subscription',
        { sid: 1, action: 'get_snapshot', market_tickers: tickers.slice(0, 1) },
      ],
    ] as const
    for (const [n, [cmd, params]] of commands.entries()) client.send({ id: n + 1, cmd, params })
    await client.sync()
    for (let passedMs = 0; passedMs < hours * 3_600_000; passedMs += stepMs) {
      served.clock.nowMs += stepMs
      await client.sync()
    }
    return client.frames()
  } finally {
    await served.close()
  }
}

describe('frames of the simulator', () => {
  it('have the shapes of the recorded ones', async () => {
    const frames = await streamed(1, 16, 1_800_000)
    expect(new Set(frames.map(({ type }) => type))).toEqual(
      new Set([
        'subscribed',
        'ok',
        'orderbook_snapshot',
        'orderbook_delta',
        'trade',
        'market_lifecycle_v2',
        'event_lifecycle',
      ]),
    )
    expect(faultsOf(frames)).toEqual([])
  })
})

describe('the schemas', () => {
  it.each([
    ['a number for a price', { price_dollars: 0.54 }],
    ['a price with two digits', { price_dollars: '0.54' }],
    ['an unknown side', { side: 'both' }],
    ['an unknown field', { size: '1.00' }],
    ['no market', { market_ticker: undefined }],
  ])('reject a change with %s', (_, change) => {
    const msg = {
      market_ticker: 'KXFED-27APR-T4.25',
      market_id: 'f2c08c5b-6e66-4574-b4c0-0f1fecef150f',
      price_dollars: '0.5400',
      delta_fp: '-1.84',
      side: 'no',
      ts_ms: 1782873105308,
    }
    const frame = { type: 'orderbook_delta', sid: 1, seq: 3, msg }
    expect(frameFault(frame)).toBeNull()
    const changed = JSON.parse(JSON.stringify({ ...frame, msg: { ...msg, ...change } })) as Row
    expect(frameFault(changed)).not.toBeNull()
  })
})

describeWithRecordings('frames of platform_b')('recorded frames', () => {
  const read = async (path: string): Promise<readonly Row[]> => {
    const text = await readFile(new URL(`../${path}`, recordingsFolder), 'utf8')
    return path.endsWith('.jsonl')
      ? text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Row)
      : [JSON.parse(text) as Row]
  }

  it.each([
    'recorded-streams/platform_b/kmm-session-first5278lines.jsonl',
    'recorded-streams/platform_b/eventbook-ws_live_snapshot_noleg.json',
    'recorded-streams/platform_b/ssmd-market_lifecycle_v2.jsonl',
    'recorded/platform_b/ws/kalshi_trade.jsonl',
  ])('%s passes', async (path) => {
    const frames = await read(path)
    expect(frames.length).toBeGreaterThan(0)
    expect(faultsOf(frames)).toEqual([])
  })
})
