// Invalid rows among valid ones in the platforms' responses: each invalid row is dropped for a reason that
// the metrics count, and the rest of its page is served.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pLimit from 'p-limit'
import { defaultTuning } from '../../services/poller/tuning.ts'
import { hungAfterMs, sleep } from '../support/waiting.ts'
import { faultsOfTrades } from './checks.ts'
import { expectedTrades, idOf } from './expected.ts'
import { sortMarkets, type SortedMarkets } from './excluded-markets.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { openTamperingProxy, type TamperingProxy } from './tampering-proxy.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

type Row = Record<string, unknown>

/** Requests under way at a time. */
const atOnce = pLimit(4)
const tooLargeBody = `{"events":[],"padding":"${'x'.repeat(defaultTuning.maxBodyBytes)}"}`

/** What a row of trades is made into, and the reason for which it is thrown away. */
const badOnA: readonly (readonly [reason: string, change: Row])[] = [
  ['missing_field', { transactionHash: 7 }],
  ['bad_price', { price: 1.7 }],
  ['bad_price', { price: -0.1 }],
  ['bad_price', { price: null }],
  ['bad_size', { size: 0 }],
  ['bad_size', { size: 'much' }],
  ['bad_side', { side: 5 }],
  ['bad_time', { timestamp: -62_135_596_800 }],
  ['bad_time', { timestamp: 16_725_225_600 }],
  ['unknown_outcome', { asset: '1', outcome: 'Perhaps', outcomeIndex: 999 }],
]
const badOnB: readonly (readonly [reason: string, change: Row])[] = [
  ['missing_field', { trade_id: 7 }],
  ['bad_price', { yes_price_dollars: '1.7000', no_price_dollars: '-0.7000' }],
  ['bad_size', { count_fp: '0.00' }],
  ['bad_side', { taker_side: null, taker_outcome_side: null, taker_book_side: null }],
  ['bad_time', { created_time: '0001-01-01T00:00:00Z' }],
  ['bad_time', { created_time: '2500-01-01T00:00:00Z' }],
]

let dataDir: string
let world: World
let proxy: TamperingProxy
let service: TestService
let apiKey: string
let sorted: SortedMarkets
const v1 = createV1(
  () => service.apiUrl,
  () => apiKey,
)
const spoiled = { tooLarge: 0, truncated: 0, nulls: 0, rows: 0, markets: 0 }

/** Puts spoiled copies of the first row, trades of their own, between the others. */
function withBadRows(rows: readonly Row[], bad: typeof badOnA): readonly Row[] {
  const [first, ...rest] = rows
  if (!first) return rows
  spoiled.rows += 1
  const own = (n: number): Row =>
    'trade_id' in first ? { trade_id: `${String(first['trade_id'])}-${n}` } : {}
  return [first, ...bad.map(([, change], n) => ({ ...first, ...own(n), ...change })), ...rest]
}

const isPageOfA = (path: string): boolean => path.startsWith('/data/trades')
const offsetOf = (path: string): number =>
  Number(new URL(path, proxy.url).searchParams.get('offset') ?? 0)

/** Bad rows stand in the first page only, and count like any other in the offset of the next. */
function withoutBadRows(path: string): string {
  if (!isPageOfA(path) || offsetOf(path) === 0) return path
  return path.replace(/offset=\d+/, `offset=${offsetOf(path) - badOnA.length}`)
}

/** Each platform's lists once too large, once cut in half and once null; then with bad rows in them. */
function spoil(path: string, body: string): string {
  if (path.startsWith('/gamma/events/keyset')) {
    if (spoiled.tooLarge++ === 0) return tooLargeBody
    const page = JSON.parse(body) as { events: { markets: Row[] }[] }
    for (const event of page.events) {
      const [market] = event.markets
      if (!market) continue
      spoiled.markets += 1
      const own = `0x${String(spoiled.markets).padStart(64, '0')}`
      event.markets.unshift({ ...market, conditionId: own, outcomes: null })
      event.markets.push({ ...market, conditionId: own.replace('x0', 'x1'), question: 5 })
    }
    return JSON.stringify(page)
  }
  if (isPageOfA(path)) {
    if (spoiled.truncated++ === 0) return body.slice(0, body.length / 2)
    if (offsetOf(path) > 0) return body
    const rows = JSON.parse(body) as Row[]
    return Array.isArray(rows) ? JSON.stringify(withBadRows(rows, badOnA)) : body
  }
  if (/\/(markets|historical)\/trades.*min_ts/.test(path)) {
    if (spoiled.nulls++ === 0) return '{"trades":null,"cursor":null}'
    const page = JSON.parse(body) as { trades: Row[] }
    return JSON.stringify({ ...page, trades: withBadRows(page.trades, badOnB) })
  }
  return body
}

/** Sums of a counter by one of its labels. */
async function counted(name: string, label: string, only: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text()
  const sums: Record<string, number> = {}
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${name}{`) || !line.includes(only)) continue
    const key = new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? ''
    sums[key] = (sums[key] ?? 0) + Number(line.split(' ').at(-1))
  }
  return sums
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-bad-input-'))
  const seed = seedOfRun('bad-input')
  // small pages: rows are also spoiled in lists of several
  const tradeCaps = { limit: 300, offset: 10_000, beyond: 'refuse' } as const
  world = await openWorld({ seed, historyDays: 0, size: 0.1, activity: 0.3, tradeCaps })
  proxy = await openTamperingProxy(world.url, {
    pathFor: withoutBadRows,
    answerFor: (path, answer) => ({ ...answer, body: spoil(path, answer.body) }),
  })
  service = await openTestService(dataDir, proxy.url)
  apiKey = firstKeyOf(service)
  while (!service.isBackfilled()) {
    expect(service.fatal).toEqual([])
    await sleep(200)
  }
  world.stopClock()
  sorted = await sortMarkets(world)
})

afterAll(async () => {
  await service.stop()
  await proxy.close()
  await world.close()
  await rm(dataDir, { recursive: true })
})

async function faultsOf(market: SortedMarkets['served'][number]): Promise<readonly string[]> {
  const id = idOf(market)
  const { status } = await v1.get(v1.pathOf(id))
  if (status !== 200) return [`${id}: ${status}`]
  const list = await v1.trades(id)
  const isBehind = list.completeUntilMs < world.now() - 8_000
  return [
    ...faultsOfTrades(expectedTrades(world.truth, market), list),
    ...(isBehind ? [`${id} is behind`] : []),
  ]
}

describe('bad rows on the way in', () => {
  it('leave the rest of their pages as it is: every real trade is served, and no other', async () => {
    const giveUpMs = Date.now() + hungAfterMs
    let faults: string[] = []
    let startedMs: number
    // judged by a pass over all markets that began after the last watermark was due
    do {
      await sleep(500)
      startedMs = Date.now()
      faults = (await atOnce.map(sorted.served, faultsOf)).flat()
    } while (faults.length > 0 && startedMs < giveUpMs)
    expect(faults.slice(0, 5)).toEqual([])
    expect(spoiled.rows).toBeGreaterThan(5)
  })

  it('are counted by reason', async () => {
    const reasons = await counted('oddslog_stage_records_total', 'reason', 'result="dead_letter"')
    process.stdout.write(`dead letters: ${JSON.stringify(reasons)}\n`)
    const wanted = [...badOnA, ...badOnB].map(([reason]) => reason)
    expect(Object.keys(reasons)).toEqual(
      expect.arrayContaining([...new Set([...wanted, 'bad_outcomes'])]),
    )
  })

  it('bodies that are too large, cut or null are counted, and asked for again', async () => {
    const outcomes = await counted('oddslog_poller_requests_total', 'outcome', '')
    process.stdout.write(`requests: ${JSON.stringify(outcomes)}\n`)
    expect(outcomes).toMatchObject({
      too_large: expect.any(Number),
      not_json: expect.any(Number),
      unexpected_shape: expect.any(Number),
    })
  })

  it('stop no part', () => {
    expect(service.fatal).toEqual([])
    expect(service.errors).toEqual([])
  })
})
