// What a restart of the poller reads from the log before it follows the tapes again: the checkpoint of each
// tape, and which trades are already published. On LMDB, with the checkpoints of many markets and with many
// trades in the last minutes, half of them of each platform.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLog } from '../services/lib/log/lmdb.ts'
import { identifyTrade as identifyA } from '../services/platforms/platform-a/source/trades.ts'
import { identifyTrade as identifyB } from '../services/platforms/platform-b/source/trades.ts'
import { toCheckpoint, type MarketState, type TapeState } from '../services/poller/checkpoints.ts'
import { readPublishedTrades } from '../services/poller/feeds/published-trades.ts'
import { createTapeRows, toTapeKey } from '../services/poller/feeds/tape-rows.ts'
import { readTapeRows, readTapeState } from '../services/poller/tape-checkpoint.ts'
import { createPublishedRows } from '../services/poller/windows/published-rows.ts'
import { topicsWithPrefix, type EmittedRecord } from '../services/topology.ts'
import { appendRecords, topicPrefix } from './pipeline.ts'
import { createMakeTrade, createMarkets, type BenchMarket } from './raw-trades.ts'

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '280000' },
    rates: { type: 'string', default: '200,1000' },
    minutes: { type: 'string', default: '14' },
  },
})
const endMs = Date.UTC(2026, 10, 20)
const minutes = Number(values.minutes)
const platforms = ['platform_a', 'platform_b'] as const
const identify = { platform_a: identifyA, platform_b: identifyB }
const { signal } = new AbortController()
const blockSize = 5_000

const state: MarketState = {
  nativeId: `0x${'a'.repeat(64)}`,
  eventNativeId: '12345',
  digest: 'abcdefghijklmnop',
  listedMs: endMs,
  phase: 'open',
  closedMs: null,
} as never

function* checkpoints(markets: readonly BenchMarket[]): Generator<EmittedRecord[]> {
  for (let first = 0; first < markets.length; first += blockSize)
    yield markets
      .slice(first, first + blockSize)
      .flatMap(({ id, platform }) => [
        toCheckpoint(platform, 'market', id, state),
        toCheckpoint(platform, 'book', id, { stamp: 'abcdefghijklmnop' }),
        toCheckpoint(platform, 'history', id, { untilMs: endMs, gaps: [] }),
      ])
}

/** The records that the tapes append each second, and the checkpoint of each tape after the last one. */
function* tapes(markets: readonly BenchMarket[], rate: number): Generator<EmittedRecord[]> {
  const make = createMakeTrade(markets)
  const feeds = platforms.map((platform) => {
    const published = createPublishedRows()
    const rows = createTapeRows({ platform, published, state: undefined, now: () => clockMs })
    return { platform, published, rows }
  })
  for (let second = 0; second < minutes * 60; second += 1) {
    clockMs = endMs - (minutes * 60 - second) * 1000
    const trades = Array.from({ length: rate }, (_, n) => make(second * rate + n, clockMs))
    yield feeds.flatMap(({ platform, published, rows }) => {
      const own = trades.filter((trade) => trade.platform === platform)
      const fresh = own.map(({ body }) => {
        const row = identify[platform](JSON.parse(body ?? ''), body ?? '')
        return { row: { ...row, key: toTapeKey(row.key) }, repeat: 0 }
      })
      const parts = rows.add(fresh)
      const { rows: stored } = rows
      published.note(fresh)
      if (second % 30 === 0) published.forgetRowsBefore(clockMs - 240_000, [])
      tapeStates[platform] = {
        startMs: 0,
        untilMs: clockMs,
        gaps: [],
        ...(stored && { rows: stored }),
      }
      const records = own.map((value): EmittedRecord => ({
        topic: 'raw.trades',
        key: value.market_id,
        value,
      }))
      return [...records, ...parts, toCheckpoint(platform, 'tape', '', tapeStates[platform])]
    })
  }
}

async function time(run: () => Promise<unknown>): Promise<string> {
  const [startMs, start] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(start)
  const s = (ms: number): string => (ms / 1000).toFixed(2)
  return `${s(performance.now() - startMs)} s, processor ${s((user + system) / 1000)} s`
}

let clockMs = endMs
const tapeStates: Record<(typeof platforms)[number], TapeState> = {
  platform_a: { startMs: 0, untilMs: 0, gaps: [] },
  platform_b: { startMs: 0, untilMs: 0, gaps: [] },
}
for (const rate of values.rates.split(',').map(Number)) {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-tape-restart-'))
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: topicsWithPrefix(topicPrefix),
    now: () => clockMs,
  })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const filled = { log, codec, topicPrefix }
  const markets = createMarkets(Number(values.markets))
  clockMs = endMs - minutes * 60_000
  await appendRecords(filled, checkpoints(markets))
  await appendRecords(filled, tapes(markets, rate))
  console.log(`${markets.length} markets, ${rate} trades a second for ${minutes} minutes`)
  for (const platform of platforms) {
    const common = { ...filled, platform, signal }
    const tape = tapeStates[platform]
    console.log(`${platform}: state of the tape ${await time(() => readTapeState(common))}`)
    let rows = 0
    const readRows = async (): Promise<void> => {
      rows = (await readTapeRows({ ...common, tape }))?.size ?? 0
    }
    console.log(`${platform}: rows of the checkpoint ${await time(readRows)}, ${rows} rows`)
    const source = {
      platform,
      identifyTrade: (body: string) => identify[platform](JSON.parse(body), body),
    }
    const sinceMs = endMs - 240_000
    const read = () => readPublishedTrades({ ...filled, source, sinceMs, signal } as never)
    console.log(`${platform}: from raw.trades, as before ${await time(read)}`)
  }
  await log.close()
  await rm(directory, { recursive: true })
}
