// Records a data directory of this version for test/e2e/old-data-directory.test.ts: the embedded form on a small
// simulated world, until every stage has caught up, with what /v1 answers then. Run it in a checkout of the
// released version:
//   node --import tsx test/e2e/record-data-directory.ts test/fixtures/data-directory-2.tar.br
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { EventPage, Market, TradeLogPage } from '../../schemas/generated/api.ts'
import { sleep } from '../support/waiting.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { openWorld } from './world.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

const account = { email: 'keeper@example.com', password: 'a password of the fixture' }

async function record(path: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oddslog-recorded-'))
  const world = await openWorld({
    seed: 'data-directory',
    historyDays: 0,
    size: 0.05,
    activity: 0.01,
    wallets: 10,
  })
  const service = await openTestService(dataDir, world.url, world.now)
  const key = firstKeyOf(service)
  while (!service.isBackfilled()) await sleep(200)
  await sleep(15_000) // for the order books
  const nowMs = world.stopClock()
  await settled(service)
  const ask = createClient(service.apiUrl, key)
  const signedUp = await ask('/v1/auth/signup', account)
  const [first] = world.truth.wallets()
  const wallet = `/v1/wallets/${first?.address}`
  await ask(`${wallet}/activity`)
  await settled(service)
  const answers: Record<string, Answer> = {}
  const ofWallet = [`${wallet}/activity?limit=30`, `${wallet}/positions`]
  for (const one of [...(await pathsOf(ask, nowMs)), ...ofWallet]) answers[one] = await ask(one)
  await service.stop()
  await world.close()
  if (service.fatal.length > 0) throw new Error(service.fatal.join('\n'))
  const { api_key } = signedUp.body as { readonly api_key: string }
  const recorded = { nowMs, key, account: { ...account, api_key }, answers }
  await writeFile(join(dataDir, 'answers.json'), JSON.stringify(recorded))
  const tar = execFileSync('tar', ['-c', '-C', dataDir, '.'], { maxBuffer: 1e9 })
  const options = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  await writeFile(path, brotliCompressSync(tar, { params: options }))
  await rm(dataDir, { recursive: true })
}

/** The clock stands still: waits until the service has all of the world and serves it. */
async function settled(service: TestService): Promise<void> {
  for (let quiet = 0; quiet < 6;) {
    await sleep(1_000)
    const text = await (await fetch(`${service.adminUrl}/metrics`)).text()
    const lags = [...text.matchAll(/^oddslog_stage_lag_records\{.*\} (\d+)/gm)].map(([, n]) => n)
    quiet = lags.length > 0 && lags.every((n) => n === '0') ? quiet + 1 : 0
  }
}

function createClient(url: string, key: string) {
  return async (path: string, body?: object): Promise<Answer> => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url + path, { headers, ...post })
    return { status: response.status, body: await response.json() }
  }
}

async function pathsOf(
  ask: (path: string) => Promise<Answer>,
  nowMs: number,
): Promise<readonly string[]> {
  const get = async <T>(path: string): Promise<T> => (await ask(path)).body as T
  const lists = [
    '/v1/markets?limit=10&platform=platform_a',
    '/v1/markets?limit=10&platform=platform_b',
  ]
  const markets: Market[] = []
  for (const list of lists) markets.push(...(await get<readonly Market[]>(list)))
  const { events } = await get<EventPage>('/v1/events?limit=3')
  const { cursor } = await get<TradeLogPage>('/v1/trades?since=0&limit=20')
  const at = Math.floor(nowMs / 1000)
  return [
    ...lists,
    '/v1/markets?status=resolved&limit=5',
    '/v1/events?limit=3',
    '/v1/matching-markets',
    '/v1/trades?since=0&limit=20',
    `/v1/trades?after=${cursor}&limit=20`,
    ...events.map(({ slug }) => `/v1/events/${slug}`),
    ...markets.flatMap(({ id }) => [
      `/v1/markets/${id}`,
      `/v1/markets/${id}/trades?limit=10`,
      `/v1/markets/${id}/orderbook`,
      `/v1/markets/${id}/price?at_time=${at}`,
      `/v1/markets/${id}/candles?interval=1m&limit=10&end_ts=${at}`,
      `/v1/markets/${id}/candles?interval=1h&limit=10&end_ts=${at}`,
    ]),
  ]
}

const [, , path] = process.argv
if (path === undefined) throw new Error('usage: record-data-directory.ts <file>')
await record(path)
