// What a wallet's pages cost by themselves: fetched over the poller's HTTP client at the limits that
// it keeps to, and thrown away. In two ways: no page more than it takes, and as the poller reads.
import { readNewestFirst } from '../../services/poller/feeds/wallet-pieces.ts'
import { silentObserver } from '../../services/poller/observer.ts'
import { createPlatformA, type PlatformAUrls } from '../../services/poller/platforms/platform-a.ts'
import { defaultTuning } from '../../services/poller/tuning.ts'
import { createTokenBucket } from '../../services/poller/upstream/token-bucket.ts'
import { createUpstream } from '../../services/poller/upstream/upstream.ts'
import { sleepOnTimer } from '../../services/poller/wait.ts'

/** As in services/poller/platforms: platform-a.ts (the limit), platform-a-activity.ts (pages). */
const perSecond = 64
const pageRows = 500
const largestOffset = 5_000

const timing = { now: () => Date.now(), sleep: sleepOnTimer }
const deps = { ...timing, tuning: defaultTuning, random: Math.random, observer: silentObserver }
const never = new AbortController().signal

export interface Bare {
  readonly tookMs: number
  readonly rows: number
  readonly pages: number
}

/** Pages one after the other until one is not full: the shortest way. */
export async function readPagesOnly({ dataUrl }: PlatformAUrls, wallet: string): Promise<Bare> {
  const data = createUpstream(dataUrl, { ...deps, platform: 'platform_a' })
  const bucket = createTokenBucket({ ...timing, perSecond, burst: 4 })
  const startedMs = performance.now()
  let [rows, pages, offset, endS] = [0, 0, 0, Math.floor(Date.now() / 1000)]
  for (;;) {
    const { value } = await data.ask(
      {
        route: '/activity',
        path: '/activity',
        query: [
          ['user', wallet],
          ['sortBy', 'TIMESTAMP'],
          ['sortDirection', 'DESC'],
          ['excludeDepositsWithdrawals', 'false'],
          ['limit', String(pageRows)],
          ['offset', String(offset)],
          ['start', '1'],
          ['end', String(endS)],
        ],
        bucket,
        isExpected: Array.isArray,
      },
      never,
    )
    const page = value as readonly { readonly timestamp: number }[]
    pages += 1
    rows += page.length
    offset += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) break
    // Some rows of that second were there already: a few are counted twice.
    if (offset > largestOffset) [offset, endS] = [0, last.timestamp]
  }
  const tookMs = performance.now() - startedMs
  await data.close()
  return { tookMs, rows, pages }
}

/** With all that the poller makes sure of: that the list stood still, and where it ends. In ms. */
export async function readAsThePoller(urls: PlatformAUrls, wallet: string): Promise<number> {
  const source = createPlatformA(urls, deps)
  const { activity } = source
  if (!activity) throw new Error('the platform has no wallets')
  const startedMs = performance.now()
  const window = { fromS: 0, untilS: Math.floor(Date.now() / 1000) }
  const read = (some: typeof window): ReturnType<typeof activity> =>
    activity(wallet, some, defaultTuning.rowsPerWindow, never)
  for await (const _ of readNewestFirst(read, window)) continue
  const tookMs = performance.now() - startedMs
  await source.close()
  return tookMs
}
