// Measures the time from the first request for a wallet until its complete history is served. The whole
// service runs in this process, with its trade history fetched; the platform is another process.
import type { PlatformAUrls } from '../../services/platforms/platform-a/source/source.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { Client } from 'undici'
import type { WalletActivityPage } from '../../schemas/generated/api.ts'
import { openService } from '../../services/compose.ts'
import { parseConfig } from '../../services/config.ts'
import { allRoles } from '../../services/config/command.ts'
import { childrenOf, cpuSOf, ownCpuS } from '../machine.ts'
import { fail } from '../pipeline.ts'
import { readAsThePoller, readPagesOnly, type PagesAlone } from './pages-alone.ts'
import type { KnownWallet, PlatformLine } from './platform.ts'

/** A request takes the store some milliseconds, so more frequent requests would affect the result. */
const askEveryMs = 200
const maxPageRows = 500

export interface LargeResult {
  readonly pages: number
  /** Means of a reading before the request and one after it. */
  readonly bareMs: number
  readonly pollerMs: number
  readonly serviceMs: number
  /** Processor seconds until the history was complete, including all other work. */
  readonly ownCpuS: number
  readonly platformCpuS: number
  readonly storeCpuS: number
}

export interface SmallResult {
  readonly bareMs: number
  readonly answerMs: number
  /** Whether the first response already said that the history was complete. */
  readonly isComplete: boolean
}

export interface Round {
  readonly large: LargeResult
  readonly small: readonly SmallResult[]
}

/** A service that does not know the wallets yet; each wallet is requested once. */
export async function runRound(
  { url, large, small }: PlatformLine,
  platformPid: number,
): Promise<Round> {
  const urls = { gammaUrl: `${url}/gamma`, clobUrl: `${url}/clob`, dataUrl: `${url}/data` }
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const service = await startService(directory, url, urls)
  const client = new Client(service.apiUrl ?? fail(new Error('the api is not open')))
  const ask = async (wallet: string, page: string): Promise<WalletActivityPage> => {
    const path = `/v1/wallets/${wallet}/activity?${page}`
    const headers = { 'X-API-Key': service.apiKey }
    const { statusCode, body } = await client.request({ method: 'GET', path, headers })
    const answer = await body.json()
    if (statusCode !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as WalletActivityPage
  }
  try {
    const smallResults: SmallResult[] = []
    for (const wallet of small) smallResults.push(await askSmall(wallet, urls, ask))
    return { large: await askLarge(large, urls, ask, platformPid), small: smallResults }
  } finally {
    await client.close()
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

type Ask = (wallet: string, page: string) => Promise<WalletActivityPage>

async function askSmall(
  { address }: KnownWallet,
  urls: PlatformAUrls,
  ask: Ask,
): Promise<SmallResult> {
  const { tookMs: bareMs } = await readPagesOnly(urls, address)
  const startedMs = performance.now()
  const { complete } = await ask(address, 'limit=100')
  return { bareMs, answerMs: performance.now() - startedMs, isComplete: complete }
}

async function askLarge(
  { address, rows, activity }: KnownWallet,
  urls: PlatformAUrls,
  ask: Ask,
  platformPid: number,
): Promise<LargeResult> {
  const read = async (): Promise<{ readonly bare: PagesAlone; readonly pollerMs: number }> => ({
    bare: await readPagesOnly(urls, address),
    pollerMs: await readAsThePoller(urls, address),
  })
  const cpuNow = (): readonly [number, number, number] => [
    ownCpuS(),
    cpuSOf(platformPid),
    childrenOf(process.pid)
      .filter((pid) => pid !== platformPid)
      .reduce((sum, pid) => sum + cpuSOf(pid), 0),
  ]
  const before = await read()
  if (before.bare.rows < rows) throw new Error(`${address}: ${before.bare.rows} of ${rows} rows`)
  const cpuBefore = cpuNow()
  const startedMs = performance.now()
  while (!(await ask(address, 'limit=1')).complete) await sleep(askEveryMs)
  const serviceMs = performance.now() - startedMs
  const cpuAfter = cpuNow()
  const after = await read()
  await expectActivity(address, activity, ask)
  return {
    pages: before.bare.pages,
    bareMs: (before.bare.tookMs + after.bare.tookMs) / 2,
    pollerMs: (before.pollerMs + after.pollerMs) / 2,
    serviceMs,
    ownCpuS: cpuAfter[0] - cpuBefore[0],
    platformCpuS: cpuAfter[1] - cpuBefore[1],
    storeCpuS: cpuAfter[2] - cpuBefore[2],
  }
}

/** Throws unless everything that the wallet did before the start of the service is served. */
async function expectActivity(address: string, wanted: number, ask: Ask): Promise<void> {
  const ids = new Set<string>()
  for (let offset = 0; ; offset += maxPageRows) {
    const page = await ask(address, `limit=${maxPageRows}&offset=${offset}`)
    for (const { id } of page.activity) ids.add(id)
    if (!page.has_more) break
  }
  if (ids.size < wanted) throw new Error(`${address}: ${ids.size} of ${wanted} facts`)
}

/** Resolves when the trade history of all markets of both platforms has been fetched. */
async function startService(directory: string, url: string, urls: PlatformAUrls) {
  const backfilled = new Map<string, boolean>()
  const service = await openService({
    config: parseConfig(
      {
        DATA_DIR: directory,
        PORT: '0',
        ADMIN_PORT: '0',
        RATE_LIMIT: 'off',
        PLATFORM_A_GAMMA_URL: urls.gammaUrl,
        PLATFORM_A_CLOB_URL: urls.clobUrl,
        PLATFORM_A_DATA_URL: urls.dataUrl,
        PLATFORM_B_URL: `${url}/trade-api/v2`,
      },
      [],
    ),
    roles: new Set(allRoles),
    version: 'bench',
    logger: pino({ level: 'silent' }),
    now: () => Date.now(),
    onFatal: fail,
    onBackfill: ({ platform, marketsDone, marketsTotal }) =>
      backfilled.set(platform, marketsTotal > 0 && marketsDone === marketsTotal),
  })
  while (backfilled.size < 2 || ![...backfilled.values()].every(Boolean)) await sleep(200)
  // Waits for what follows the last trade: rows, candles, the first round of books.
  await sleep(5_000)
  if (service.demoKey === null) throw new Error('this directory has been used before')
  return { ...service, apiKey: service.demoKey }
}
