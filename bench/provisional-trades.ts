// Trades that a stream announces: from the receipt of a frame until /v1 has the trade, through announcer, log (LMDB),
// normalizer and the memory of the api, all in one process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createProvisionalTrades } from '../services/api/history/provisional-trades.ts'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLog } from '../services/lib/log/lmdb.ts'
import { runTransform } from '../services/lib/run/stage.ts'
import { normalize } from '../services/normalizer/normalizer.ts'
import { createPlatformBStream } from '../services/platforms/platform-b/stream/protocol.ts'
import type { MarketState } from '../services/poller/checkpoints.ts'
import { silentObserver } from '../services/poller/observer.ts'
import { createPublisher } from '../services/poller/publisher.ts'
import { createRetiredMarkets } from '../services/poller/retired-markets.ts'
import { createTradeAnnouncer } from '../services/poller/streams/trade-announcer.ts'
import { topicsWithPrefix } from '../services/topology.ts'
import { describeMachine, ownCpuS } from './machine.ts'
import { topicPrefix } from './pipeline.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '100,1000' },
    seconds: { type: 'string', default: '20' },
  },
})
const marketCount = 100
const batchMs = 10

function frameOf(number: number): string {
  const msg = {
    trade_id: `trade-${number}`,
    market_ticker: `M-${number % marketCount}`,
    yes_price_dollars: '0.3600',
    no_price_dollars: '0.6400',
    count_fp: '136.00',
    taker_outcome_side: 'no',
    taker_book_side: 'ask',
    is_block_trade: false,
    ts_ms: Date.now(),
  }
  return JSON.stringify({ type: 'trade', sid: 2, seq: number + 1, sending_ts_ms: Date.now(), msg })
}

async function measure(perSecond: number): Promise<readonly (string | number)[]> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-provisional-'))
  const now = Date.now
  const topics = topicsWithPrefix(topicPrefix)
  const log = await openLmdbLog({ path: join(directory, 'log'), topics, now })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const common = { log, codec, topicPrefix, now, onFatal: fail }
  const stage = await runTransform({
    ...common,
    role: 'normalizer',
    transform: normalize,
    count: () => undefined,
  })
  const served = createProvisionalTrades({ ...common, onFailure: fail })
  const receivedAt = new Map<string, number>()
  const delaysMs: number[] = []
  await served.start()
  const topic = `${topicPrefix}provisional-trades`
  const follower = await log.follow({ topic, onFatal: fail }, async (batch) => {
    for (const record of batch) served.apply(record)
    const atMs = performance.now()
    for (const { key } of batch)
      for (const { id } of served.of(key ?? '')) {
        const fromMs = receivedAt.get(id)
        if (fromMs !== undefined) delaysMs.push(atMs - fromMs)
        receivedAt.delete(id)
      }
  })
  const writer = await log.openWriter('poller')
  const publisher = createPublisher({ writer, codec, topicPrefix, observer: silentObserver })
  const market = { tokens: [], outcomes: ['Yes', 'No'] } as unknown as MarketState
  const markets = new Map(Array.from({ length: marketCount }, (_, n) => [`pb_M-${n}`, market]))
  const protocol = createPlatformBStream('ws://unused', { signer: null, platformNowMs: now })
  const announcer = createTradeAnnouncer({
    platform: 'platform_b',
    url: protocol.url,
    platformNowMs: now,
    marketsOf: () => ({ markets, retired: createRetiredMarkets(Infinity) }),
    publish: (records) => publisher.publish('platform_b', records),
    observer: silentObserver,
  })
  const session = protocol.createSession(() => undefined)
  const [startMs, cpuS] = [performance.now(), ownCpuS()]
  const count = perSecond * Number(values.seconds)
  for (let sent = 0; sent < count; await sleep(batchMs)) {
    const due = Math.min(count, ((performance.now() - startMs) * perSecond) / 1000)
    for (; sent < due; sent += 1) {
      receivedAt.set(`trade-${sent}`, performance.now())
      for (const frame of session.read(frameOf(sent)))
        if (frame.event?.kind === 'trade' && frame.event.announced)
          announcer.announce(frame, frame.event.announced, now())
    }
  }
  const cpuMsPerS = ((ownCpuS() - cpuS) * 1e6) / (performance.now() - startMs)
  while (receivedAt.size > 0) await sleep(100)
  await stage.stop()
  await follower.stop()
  await log.close()
  await rm(directory, { recursive: true })
  const [p50, p99] = [percentileOf(delaysMs, 0.5), percentileOf(delaysMs, 0.99)]
  return [perSecond, p50.toFixed(0), p99.toFixed(0), cpuMsPerS.toFixed(0)]
}

function fail(error: unknown): never {
  throw error
}

process.stdout.write(describeMachine())
process.stdout.write(tableHead(['trades a second', 'p50, ms', 'p99, ms', 'processor, ms a second']))
for (const rate of values.rates.split(',').map(Number))
  process.stdout.write(tableRow(await measure(rate)))
