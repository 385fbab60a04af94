import { createFollowedHistory } from '../services/api/history/followed-history.ts'
import { createCandleReader } from '../services/api/live/candle-reader.ts'
import { openWorld, partitionOfMarket, partitions } from '../test/api/history/world.ts'
import { aTrade } from '../test/projector/records.ts'
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000
const world = await openWorld()
const markets = 100, perMarket = 3000
const base = Date.UTC(2026, 10, 1)
let n = 0
const rec = (m: number, ms: number) => { n += 1; const t = aTrade({ id: `0x${'a'.repeat(60)}-${n}`, market_id: `pb_MARKET-${m}`, price: `0.${1+n%98}`, size: `${1+n%1000}.5`, timestamp_ms: ms }); return world.record('trades', t.market_id, { trade: t, progress: null }) }
for (let i = 0; i < perMarket; i += 100) { const recs = []; for (let j = 0; j < 100; j++) for (let m = 0; m < markets; m++) recs.push(rec(m, base + (i + j) * 60_000 * 5)); await world.append(recs) }
await world.project(); await world.projectCandles(); await world.savePositions()
console.log('projected')
const history = createFollowedHistory({ store: world.store, log: world.log, codec: world.codec, topicPrefix: 'pm.', partitions, partitionOf: partitionOfMarket, maxBytes: 256e6*0.875, pollEveryMs: 1000, onCounts: () => undefined, onPollFailed: console.error, onFatal: (e) => { throw e } })
await history.start()
const read = createCandleReader({ history, catalog: { findMarket: (id: string) => ({ market: { id, platform: 'platform_b', labels: ['Yes','No'] }, completeness: { completeUntilMs: 0, gaps: [] }, watermarkPosition: 0 }) } } as never)
const end = base + perMarket * 60_000 * 5
const { bucketStartS } = await import('../services/domain/candle.ts')
for (const interval of ['1m','5m','15m','1h','4h','1d','1w'] as const) {
  const before = history.counts().bytes
  const startS = bucketStartS(interval, end / 1000 - 600)
  await world.append(Array.from({ length: markets }, (_, m) => rec(m, end - 600_000 + 1)))
  await new Promise((r) => setTimeout(r, 3000))
  const l0 = history.counts().loads; const t0 = performance.now(); const cold: number[] = []
  for (let m = 0; m < markets; m++) { const a = performance.now(); const r = await read(interval, `pb_MARKET-${m}`, startS); if (!r?.length) throw new Error(interval); cold.push(performance.now() - a) }
  const coldMs = performance.now() - t0
  const bytes = history.counts().bytes - before
  // hot: after a trade of each
  await world.append(Array.from({ length: markets }, (_, m) => rec(m, end - 600_000 + 2)))
  await new Promise((r) => setTimeout(r, 3000))
  const a = cpu()
  for (let m = 0; m < markets; m++) { const r = read(interval, `pb_MARKET-${m}`, startS); if (r instanceof Promise) throw new Error('cold') }
  const hot = (cpu() - a) / markets
  const b = cpu()
  for (let k = 0; k < 100; k++) for (let m = 0; m < markets; m++) read(interval, `pb_MARKET-${m}`, startS)
  const same = (cpu() - b) / markets / 100
  cold.sort((x, y) => x - y)
  console.log(interval, 'cold median ms', cold[50]?.toFixed(1), 'sum s', (coldMs/1000).toFixed(1), 'loads/market', (history.counts().loads - l0) / markets, 'KB/market', (bytes / markets / 1000).toFixed(1), 'changed µs', (hot*1000).toFixed(0), 'unchanged µs', (same*1000).toFixed(1))
}
// a busy minute: 6,000 trades
await world.append(Array.from({ length: 6000 }, (_, i) => rec(0, end + i * 10)))
await new Promise((r) => setTimeout(r, 3000))
await read('1m', 'pb_MARKET-0', end/1000)
await world.append([rec(0, end + 59_999)])
await new Promise((r) => setTimeout(r, 1000))
const c = cpu(); read('1m', 'pb_MARKET-0', end/1000); console.log('minute of 6,000 trades ms', (cpu() - c).toFixed(1))
await history.stop(); await world.close()
