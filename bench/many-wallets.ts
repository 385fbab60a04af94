// Measures what followed wallets cost all other users: requests a second of the whole service, on the
// simulator, without followed wallets and with many.
//   npm run bench:many-wallets -- [--wallets 500000] [--seconds 60] [--rounds 2]
//
// The wallets are requested before the start, an hour ago, as if clients had asked for them. The simulator
// does not know most of them, so their activity is empty, as that of any address that a client invents.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLog } from '../services/lib/log/lmdb.ts'
import { topicsWithPrefix, type EmittedRecord } from '../services/topology.ts'
import { startProgram } from './child-program.ts'
import { cpuSOf, describeMachine, residentMiBOf } from './machine.ts'
import { appendRecords, topicPrefix } from './pipeline.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    wallets: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '2' },
  },
})
const seconds = Number(values.seconds)
const clients = 16
/** After the start: for the history of all markets, and for the first polls. */
const warmUpMs = 90_000

async function requestWallets(directory: string, count: number): Promise<void> {
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: topicsWithPrefix(topicPrefix),
    now: Date.now,
  })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  function* blocks(): Generator<EmittedRecord<'wallet-requests'>[]> {
    for (let at = 0; at < count; at += 1_000)
      yield Array.from({ length: Math.min(1_000, count - at) }, () => {
        const wallet = `0x${randomBytes(20).toString('hex')}`
        const value = { wallet, requested_at_ms: Date.now() - 3_600_000, account_id: null }
        return { topic: 'wallet-requests', key: wallet, value }
      })
  }
  await appendRecords({ log, codec, topicPrefix }, blocks())
  await log.close()
}

async function measure(walletCount: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  await requestWallets(directory, walletCount)
  const service = startProgram('services/main.ts', {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    SIMULATOR_PORT: '0',
    MAX_FOLLOWED_WALLETS: '999999',
    RATE_LIMIT: '100000/1s',
    LOG_LEVEL: 'warn',
  })
  const [, url = ''] = await service.line(/The api is at (\S+), /)
  const [, key = ''] = await service.line(/API key, shown this once: (\S+)/)
  await sleep(warmUpMs)
  const get = (path: string): Promise<Response> =>
    fetch(url + path, { headers: { 'X-API-Key': key } })
  const markets = (await (await get('/v1/markets?limit=100')).json()) as readonly { id: string }[]
  const paths = markets.flatMap(({ id }) => {
    const path = `/v1/markets/${encodeURIComponent(id)}`
    return [`${path}/price`, `${path}/trades?limit=50`, '/v1/markets?limit=50']
  })
  const durationsMs: number[] = []
  const beforeS = cpuSOf(service.pid)
  const untilMs = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; performance.now() < untilMs; n += 1) {
        const startedMs = performance.now()
        const response = await get(paths[n % paths.length] ?? '')
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`status ${response.status}`)
        durationsMs.push(performance.now() - startedMs)
      }
    }),
  )
  const cells = [
    walletCount,
    (durationsMs.length / seconds).toFixed(1),
    percentileOf(durationsMs, 0.5).toFixed(0),
    percentileOf(durationsMs, 0.99).toFixed(0),
    ((cpuSOf(service.pid) - beforeS) / seconds).toFixed(2),
    residentMiBOf(service.pid).own.toFixed(0),
  ]
  process.stdout.write(tableRow(cells))
  await service.stop()
  await rm(directory, { recursive: true, force: true })
}

const heads = [
  'followed wallets',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'cores without the store',
  'MiB without the store',
]
process.stdout.write(describeMachine() + tableHead(heads))
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const walletCount of [0, Number(values.wallets)]) await measure(walletCount)
