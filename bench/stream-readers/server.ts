// The process of bench/stream-readers.ts that serves streams: a log with trades at a fixed rate, a follower, and an
// HTTP server with nothing but streams. Answers the messages of the process that started it.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLiveServices } from '../../services/api/live/live.ts'
import { createMarketFilter } from '../../services/api/live/market-filter.ts'
import { createStreamConnection } from '../../services/api/live/stream-connection.ts'
import { toServerSentEvent } from '../../services/api/live/stream-encoding.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../services/lib/log/lmdb.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { readOrCreateLogIdentity } from '../../services/lib/run/log-identity.ts'
import { topics, topicsWithPrefix } from '../../services/topology.ts'
import type { Trade } from '../../schemas/generated/events.ts'

const topicPrefix = 'pm.'
const { partitions } = topics.trades
const now = (): number => Date.now()
const directory = await mkdtemp(join(tmpdir(), 'oddslog-streams-'))
const log = await openLmdbLog({
  path: join(directory, 'log'),
  topics: topicsWithPrefix(topicPrefix),
  now,
})
const codec = await openLocalCodec({ path: join(directory, 'schemas') })
await readOrCreateLogIdentity({ log, codec, topicPrefix, now })
const writer = await log.openWriter('bench')
const live = createLiveServices({
  log,
  codec,
  topicPrefix,
  partitions,
  maxBytes: 32_000_000,
  limits: { perAccount: 1e6, total: 1e6 },
  now,
  onFailure: fail,
})
const from = new Map(Array.from({ length: partitions }, (_, partition) => [partition, 0]))
for (const topic of ['books', 'markets', 'matches'] as const) live.recent.start(topic, from)
live.recent.start('trades', from)
await log.follow({ topic: `${topicPrefix}trades`, from, onFatal: fail }, async (batch) =>
  live.recent.append('trades', batch),
)

const server = createServer((req, res) => {
  const ids = new URL(req.url ?? '', 'http://a').searchParams.get('market_ids')?.split(',')
  const filter = createMarketFilter(ids ? new Set(ids) : null, undefined, (id) =>
    partitionOf(id, partitions),
  )
  const subscription = { channels: new Set(['trades'] as const), filter, key: ids?.join() ?? '' }
  live.streams
    .open({ subscription, after: null, accountId: 'bench', isAuthorized: () => true })
    .then((stream) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' })
      stream.attachConnection(createStreamConnection(res, toServerSentEvent))
    })
    .catch(fail)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 10_000, resolve))

function fail(error: unknown): never {
  throw error
}

let made = 0
function makeTrade(markets: number): Trade {
  made += 1
  // the client measures the delay with it
  const sentAt = String(performance.timeOrigin + performance.now())
  return {
    id: `0x${'a'.repeat(60)}-${made}`,
    market_id: `pa_0x${'b'.repeat(60)}${made % markets}`,
    platform: 'platform_a',
    price: '0.53',
    size: '12.5',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Yes',
    outcome_price: '0.53',
    timestamp_ms: now(),
    native_trade_id: sentAt,
    wallet: null,
    received_at_ms: now(),
    origin: { topic: 'raw.trades', partition: 0, offset: made },
  }
}

let timer: NodeJS.Timeout | null = null
let appended = 0

/** Appends in steps of 50 ms, as many trades as are due. */
function appendAtRate(rate: number, markets: number): void {
  const startMs = now()
  appended = 0
  timer = setInterval(() => {
    const due = Math.floor(((now() - startMs) / 1000) * rate) - appended
    if (due <= 0) return
    appended += due
    const records = Array.from({ length: due }, () => {
      const trade = makeTrade(markets)
      const value = codec.encode('trades', { trade, progress: null })
      return { topic: `${topicPrefix}trades`, key: trade.market_id, value }
    })
    writer.append(records).catch(fail)
  }, 50)
}

type Command =
  | { readonly kind: 'usage' }
  | { readonly kind: 'append'; readonly rate: number; readonly markets: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'stop' }

process.on('message', (command: Command) => {
  if (command.kind === 'append') appendAtRate(command.rate, command.markets)
  if (command.kind === 'pause' && timer) clearInterval(timer)
  if (command.kind === 'stop') void stop()
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1000, appended })
})

async function stop(): Promise<void> {
  server.closeAllConnections()
  server.close()
  live.streams.stop()
  await log.close()
  await rm(directory, { recursive: true, force: true })
  process.disconnect()
}

process.send?.({ port: (server.address() as AddressInfo).port })
