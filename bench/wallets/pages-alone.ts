// Measures what the pages of a wallet cost by themselves: fetched by the poller's HTTP client at its request
// rate, and discarded. Two variants: the minimum number of pages, and as the poller reads.
import { silentObserver } from '../../services/poller/observer.ts'
import {
  createPlatformA,
  type PlatformAUrls,
} from '../../services/platforms/platform-a/source/source.ts'
import { defaultTuning } from '../../services/poller/tuning.ts'
import { createTokenBucket } from '../../services/platforms/upstream/token-bucket.ts'
import { createUpstream } from '../../services/platforms/upstream/upstream.ts'
import { sleepOnTimer } from '../../services/lib/run/wait.ts'
import { readPieces } from '../../services/poller/windows/split-window.ts'

/** As in services/platforms/platform-a/source: source.ts (request rate), activity.ts (pages). */
const perSecond = 64
const pageRows = 500
const maxOffset = 5_000

const timing = { now: () => Date.now(), sleep: sleepOnTimer }
const deps = { ...timing, tuning: defaultTuning, random: Math.random, observer: silentObserver }
const never = new AbortController().signal

export interface PagesAlone {
  readonly tookMs: number
  readonly rows: number
  readonly pages: number
}

/** Pages one after the other until one is not full. */
export async function readPagesOnly(
  { dataUrl }: PlatformAUrls,
  wallet: string,
): Promise<PagesAlone> {
  const data = createUpstream(dataUrl, { ...deps, platform: 'platform_a' })
  const bucket = createTokenBucket({ ...timing, perSecond, burst: 4 })
  const startedMs = performance.now()
  let [rows, pages, offset, endS] = [0, 0, 0, Math.floor(Date.now() / 1000)]
  for (;;) {
    const { value } = await data.send(
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
        requestClass: 'wallets',
        hasExpectedShape: Array.isArray,
      },
      never,
    )
    const page = value as readonly { readonly timestamp: number }[]
    pages += 1
    rows += page.length
    offset += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) break
    // Some rows of that second were on the previous page: a few are counted twice.
    if (offset > maxOffset) [offset, endS] = [0, last.timestamp]
  }
  const tookMs = performance.now() - startedMs
  await data.close()
  return { tookMs, rows, pages }
}

/** With the poller's checks: that the list did not change while it was read, and where it ends. In ms. */
export async function readAsThePoller(urls: PlatformAUrls, wallet: string): Promise<number> {
  const source = createPlatformA(urls, deps)
  const { activity } = source
  if (!activity) throw new Error('the platform has no wallets')
  const startedMs = performance.now()
  const window = { fromS: 0, untilS: Math.floor(Date.now() / 1000) }
  const read = (some: typeof window): ReturnType<typeof activity> =>
    activity(wallet, some, defaultTuning.rowsPerWindow, never)
  for await (const _ of readPieces(read, window, { order: 'newest_first' })) continue
  const tookMs = performance.now() - startedMs
  await source.close()
  return tookMs
}
