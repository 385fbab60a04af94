// Known problems 1, 2 and 11 for wallets: /activity is capped, pages by offset over a list that moves, has no ids.
import { afterEach, describe, expect, it } from '@jest/globals'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import { identifyTrade } from '../../../services/platforms/platform-a/source/trades.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { ActivityRow, Source, Window } from '../../../services/platforms/source.ts'
import { readPieces, type WindowPiece } from '../../../services/poller/windows/split-window.ts'
import { createRandom } from '../../../simulator/random.ts'
import {
  createActivityServer,
  factOf,
  walletOf,
  type ActivityFact,
  type ActivityServer,
} from '../../poller/support/activity.ts'
import { createDeps, never, nowMs, nowS } from '../../poller/support/source.ts'
import {
  openWeb,
  type TestResponse,
  type ReceivedRequest,
  type Web,
} from '../../poller/support/test-server.ts'

const wallet = walletOf(1)
const whole = { fromS: 0, untilS: nowS }

/** `count` facts, one a second, newest first. */
const facts = (count: number): ActivityFact[] =>
  Array.from({ length: count }, (_, n) => factOf(wallet, n, nowS - 100 - n))

const keys = (rows: readonly { readonly key: string }[]): string[] =>
  rows.map(({ key }) => key).toSorted()
const keysOf = (all: readonly ActivityFact[]): string[] =>
  keys(all.map((fact) => identifyActivity(fact, '')))

function rowsOf({ json }: { readonly json: unknown }): ActivityFact[] {
  return json as ActivityFact[]
}

describe('platform_a activity', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open(
    all: readonly ActivityFact[],
    bend: (answer: TestResponse, asked: ReceivedRequest, server: ActivityServer) => TestResponse = (
      answer,
    ) => answer,
  ) {
    const server = createActivityServer(() => nowMs)
    server.facts = [...all]
    const web = await openWeb((asked) => bend(server.answer(asked), asked, server))
    const source = createPlatformA(
      { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url },
      createDeps(),
    )
    opened.push(web, source)
    const read = (window: Window, maxRows = 5_000) => {
      if (!source.activity) throw new Error('no activity')
      return source.activity(wallet, window, maxRows, never)
    }
    const readAll = async (
      window: Window = whole,
      maxRows = 5_000,
    ): Promise<WindowPiece<ActivityRow>[]> => {
      const pieces: WindowPiece<ActivityRow>[] = []
      const readSome = (some: Window): ReturnType<typeof read> => read(some, maxRows)
      for await (const piece of readPieces(readSome, window, { order: 'newest_first' })) {
        pieces.push(piece)
        if (pieces.length > 200) throw new Error('it splits for ever')
      }
      return pieces
    }
    return { server, web, read, readAll }
  }

  /** Newest first, without holes, and every row in its own piece. */
  function expectInOrder(
    pieces: readonly WindowPiece<ActivityRow>[],
    window: Window = whole,
  ): void {
    expect(pieces[0]?.untilS).toBe(window.untilS)
    for (const [n, piece] of pieces.entries()) {
      expect(piece.fromS).toBe(pieces[n + 1]?.untilS ?? window.fromS)
      for (const { timeMs } of piece.rows) {
        expect(
          timeMs === null || (timeMs >= piece.fromS * 1000 && timeMs < piece.untilS * 1000),
        ).toBe(true)
      }
    }
  }

  it('asks for all types of one wallet, newest first, in a window, never from 0', async () => {
    const { web, read } = await open([])
    expect(await read(whole)).toEqual({ rows: [], asOfMs: nowMs, isComplete: true })
    expect(Object.fromEntries(web.asked[0]?.query ?? [])).toEqual({
      user: wallet,
      sortBy: 'TIMESTAMP',
      sortDirection: 'DESC',
      excludeDepositsWithdrawals: 'false',
      limit: '500',
      offset: '0',
      start: '1',
      end: String(nowS),
    })
    expect(web.asked).toHaveLength(1)
  })

  it('gives rows byte for byte', async () => {
    const message = `{"proxyWallet":"${wallet.toUpperCase().replace('0X', '0x')}", "type":"REDEEM","size":10.50,"timestamp":${nowS - 5},"transactionHash":"0x1"}`
    const { read } = await open([], (_answer, { query }) => ({
      status: 200,
      text: query.get('offset') === '0' ? `[ ${message} ]` : '[]',
    }))
    const { rows } = await read(whole)
    expect(rows.map(({ body }) => body)).toEqual([message])
  })

  it('fetches 12,000 rows with hardly more requests than they are pages', async () => {
    const all = facts(12_000)
    const { web, readAll } = await open(all)
    const pieces = await readAll()
    expectInOrder(pieces)
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all))
    expect(pieces.every(({ isTruncated }) => !isTruncated)).toBe(true)
    expect(Math.max(...pieces.map(({ rows }) => rows.length))).toBeLessThan(5_500)
    expect(web.asked.length).toBeLessThanOrEqual((12_000 / 500) * 1.25)
  })

  it('asks again for one page, not for all, where two rows of the same words lie on two of them', async () => {
    const all = facts(12_000)
    for (const at of [1_499, 3_999, 9_499]) all.splice(at, 0, { ...all[at] } as ActivityFact)
    const { web, readAll } = await open(all)
    const pieces = await readAll()
    expectInOrder(pieces)
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all))
    expect(web.asked.length).toBeLessThanOrEqual((12_000 / 500) * 1.25 + 3)
  })

  it.each<[string, (server: ActivityServer) => void]>([
    ['refused', () => undefined],
    ['refused early', (server) => Object.assign(server, { largestOffset: 1_000 })],
    ['answered with the last page', (server) => Object.assign(server, { beyond: 'repeat' })],
    [
      'answered with a page that overlaps the last one',
      (server) => Object.assign(server, { beyond: 'repeat', largestOffset: 1_250 }),
    ],
    ['of short pages', (server) => Object.assign(server, { pageCap: 100, largestOffset: 1_000 })],
  ])('loses nothing where offsets beyond a cap are %s', async (_name, change) => {
    const all = facts(6_300)
    const { server, readAll } = await open(all)
    change(server)
    const pieces = await readAll()
    expectInOrder(pieces)
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all))
    expect(pieces.every(({ isTruncated }) => !isTruncated)).toBe(true)
  })

  it.each<[string, (page: ActivityFact[], all: ActivityFact[], query: URLSearchParams) => unknown]>(
    [
      ['shuffles each page', (page) => shuffled(page)],
      [
        'gives the oldest first',
        (_page, all, query) =>
          pageOf(
            all.toSorted((a, b) => a.timestamp - b.timestamp),
            query,
          ),
      ],
      ['has an order of its own', (_page, all, query) => pageOf(byHash(all), query)],
    ],
  )('loses nothing to a platform that %s', async (_name, order) => {
    const all = facts(6_300)
    const { readAll, web } = await open(all, (answer, { query }, server) => {
      if (!('json' in answer)) return answer
      const [start, end] = [Number(query.get('start')), Number(query.get('end'))]
      const requested = server.facts.filter(
        ({ timestamp }) => timestamp >= start && timestamp <= end,
      )
      return { json: order(rowsOf(answer), requested, query) }
    })
    const pieces = await readAll()
    expectInOrder(pieces)
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all))
    expect(pieces.every(({ isTruncated }) => !isTruncated)).toBe(true)
    expect(web.asked.length).toBeLessThan(600)
  })

  it('does not take the oldest page for the newest when it stops after one', async () => {
    const all = facts(900)
    const { readAll } = await open(all, oldestFirst)
    const pieces = await readAll(whole, 60)
    expectInOrder(pieces)
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all))
  })

  it('does not take the oldest second for the newest because it fills all that was read', async () => {
    const crowded = Array.from({ length: 600 }, (_, n) => factOf(wallet, 20_000 + n, nowS - 5_000))
    const { readAll } = await open([...facts(100), ...crowded], oldestFirst)
    const pieces = await readAll(whole, 400)
    expectInOrder(pieces)
    const found = keys(pieces.filter((one) => !one.isTruncated).flatMap(({ rows }) => rows))
    expect(found).toEqual(keysOf(facts(100)))
    const truncated = pieces.filter((one) => one.isTruncated)
    expect(truncated.map(({ fromS, untilS }) => [fromS, untilS])).toEqual([
      [nowS - 5_000, nowS - 4_999],
    ])
  })

  it('reports what is missing from a platform that returns the same page for every offset', async () => {
    const all = facts(800)
    const { readAll, web } = await open(all, (_answer, _asked, server) => ({
      json: server.facts.slice(0, 500).map((fact) => ({ ...fact })),
    }))
    const pieces = await readAll()
    expect(keys(pieces.flatMap(({ rows }) => rows))).toEqual(keysOf(all.slice(0, 500)))
    expect(pieces.some(({ isTruncated }) => isTruncated)).toBe(true)
    expect(web.asked.length).toBeLessThan(200)
  })

  it('reports what is missing from a platform that ignores windows', async () => {
    const all = facts(9_000)
    const { readAll, web } = await open(all, (answer, { query }, server) =>
      'json' in answer || Number(query.get('offset')) <= 5_000
        ? { json: pageOf(server.facts, query) }
        : answer,
    )
    const pieces = await readAll()
    const found = pieces.flatMap(({ rows }) => rows)
    expect(new Set(keys(found)).size).toBe(found.length)
    expect(found.length).toBeGreaterThan(5_000)
    expect(pieces.at(-1)).toMatchObject({ fromS: 0, isTruncated: true })
    expect(web.asked.length).toBeLessThan(200)
  })

  it('marks a second with more rows than are returned, and reads what comes after it', async () => {
    const crowded = Array.from({ length: 5_700 }, (_, n) => factOf(wallet, 20_000 + n, nowS - 500))
    const all = [...facts(300), ...crowded, factOf(wallet, 50_000, nowS - 4_000_000)]
    const { readAll, web } = await open(all)
    const pieces = await readAll()
    expectInOrder(pieces)
    const truncated = pieces.filter(({ isTruncated }) => isTruncated)
    expect(truncated.map(({ fromS, untilS }) => [fromS, untilS])).toEqual([
      [nowS - 500, nowS - 499],
    ])
    expect(truncated[0]?.rows).toHaveLength(5_500)
    expect(pieces.flatMap(({ rows }) => rows)).toHaveLength(300 + 5_500 + 1)
    expect(web.asked.length).toBeLessThan(80)
  })

  it('counts rows with the same words, also where they lie on two pages', async () => {
    const one = factOf(wallet, 1, nowS - 400)
    const all = [...facts(298), ...Array.from({ length: 204 }, () => one), ...facts(900).slice(350)]
    const { read } = await open(all)
    const answer = await read(whole)
    expect(answer.isComplete).toBe(true)
    expect(keys(answer.rows)).toEqual(keysOf(all))
  })

  it.each([
    ['on the first page', 105],
    ['on another', 800],
  ])('counts no row twice when rows appear %s while it pages', async (_name, secondsAgo) => {
    const all = facts(1_400)
    let added = 0
    const { server, read } = await open(all, (answer, { query }, its) => {
      // Late ones, behind the page that was just given.
      if (Number(query.get('offset')) === 500 && added < 2) {
        added += 1
        its.facts.push(factOf(wallet, 90_000 + added, nowS - secondsAgo))
      }
      return answer
    })
    const answer = await read(whole)
    expect(answer.isComplete).toBe(true)
    expect(keys(answer.rows)).toEqual(keysOf(server.facts))
  })

  it.each<[string, (all: ActivityFact[]) => unknown]>([
    ['of a deeper offset', (all) => all.slice(1_000, 1_500)],
    ['of another window', () => [factOf(wallet, 77_000, nowS + 90_000)]],
    ['of another wallet', () => [factOf(walletOf(2), 77_001, nowS - 200)]],
    ['of an earlier offset', (all) => all.slice(0, 500)],
  ])('asks again for a page that turns out to be one %s', async (_name, wrong) => {
    const all = facts(1_700)
    let isFirst = true
    const { read } = await open(all, (answer, { query }) => {
      if (query.get('offset') !== '500' || !isFirst) return answer
      isFirst = false
      return { json: wrong(all) }
    })
    const answer = await read(whole)
    expect(answer.isComplete).toBe(true)
    expect(keys(answer.rows)).toEqual(keysOf(all))
  })

  it('leaves out rows of another wallet that keep coming', async () => {
    const all = facts(20)
    const { read } = await open(all, (answer, { query }) =>
      'json' in answer && query.get('offset') === '0'
        ? { json: [...rowsOf(answer), factOf(walletOf(2), 77, nowS - 150)] }
        : answer,
    )
    expect(keys((await read(whole)).rows)).toEqual(keysOf(all))
  })

  it('reads on behind an HTML page that stands where JSON should', async () => {
    const all = facts(700)
    let pages = 0
    const { read } = await open(all, (answer) => {
      pages += 1
      const isHtml = pages % 2 === 1
      return isHtml ? { status: 200, text: '<html><body>One moment</body></html>' } : answer
    })
    expect(keys((await read(whole)).rows)).toEqual(keysOf(all))
  })

  it('rejects what the platform refuses at the first page', async () => {
    const { read } = await open([], () => ({ status: 400, text: '{"error":"bad user"}' }))
    await expect(read(whole)).rejects.toMatchObject({ kind: 'refused', status: 400 })
  })

  describe('identity of a row', () => {
    it('is that of the trade for a trade', () => {
      const fact = factOf(wallet, 1, nowS)
      expect(fact.type).toBe('TRADE')
      expect(identifyActivity(fact, 'b').key).toBe(identifyTrade(fact, 'b').key)
    })

    it('does not lie in names and pictures, which change', () => {
      const fact = { ...factOf(wallet, 3, nowS), type: 'REDEEM', name: 'A', profileImage: 'x' }
      const { key } = identifyActivity(fact, 'b')
      expect(identifyActivity({ ...fact, name: 'B', profileImage: 'y' }, 'c').key).toBe(key)
      for (const change of [
        { type: 'MERGE' },
        { conditionId: '0xother' },
        { asset: '9' },
        { outcomeIndex: 1 },
        { size: 9 },
        { usdcSize: 0 },
        { timestamp: nowS - 1 },
        { transactionHash: '0xother' },
      ]) {
        expect(identifyActivity({ ...fact, ...change }, 'b').key).not.toBe(key)
      }
    })

    it.each([
      ['1', 1, false],
      ['1', 999, true],
      ['1', undefined, true],
      ['', 999, false],
    ])('token %j and index %j: needs its market is %j', (asset, outcomeIndex, needsMarket) => {
      const row = { ...factOf(wallet, 1, nowS), asset, outcomeIndex }
      expect(identifyActivity(row, 'b').needsMarket).toBe(needsMarket)
    })

    it.each([[null], ['row'], [[]], [{}], [{ type: 7, timestamp: 'x' }]])('reports %j', (row) => {
      expect(identifyActivity(row, 'the body')).toMatchObject({ key: 'the body', timeMs: null })
    })
  })
})

const random = createRandom(7).next

/** A platform that gives the oldest first, whatever it is asked. */
function oldestFirst(
  _answer: TestResponse,
  { query }: ReceivedRequest,
  { facts: all }: ActivityServer,
): TestResponse {
  const [start, end] = [Number(query.get('start')), Number(query.get('end'))]
  const requested = all.filter(({ timestamp }) => timestamp >= start && timestamp <= end)
  const sorted = requested.toSorted((a, b) => a.timestamp - b.timestamp)
  return { json: pageOf(sorted, query) }
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => [random(), one] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, one]) => one)
}

/** An order that has nothing to do with time, and stays. */
function byHash(all: readonly ActivityFact[]): ActivityFact[] {
  const hashOf = ({ timestamp }: ActivityFact): number => (timestamp * 7_919) % 10_007
  return all.toSorted((a, b) => hashOf(a) - hashOf(b))
}

function pageOf(all: readonly ActivityFact[], query: URLSearchParams): ActivityFact[] {
  const offset = Number(query.get('offset'))
  return all.slice(offset, offset + Number(query.get('limit')))
}
