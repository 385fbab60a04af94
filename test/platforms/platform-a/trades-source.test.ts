// Known problems 1 and 2: /trades is capped, pages by offset over a moving list, and has no ids.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { createTapeReader } from '../../../services/poller/feeds/tape-reader.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { readPieces } from '../../../services/poller/windows/split-window.ts'
import { createDeps, never, nowS } from '../../poller/support/source.ts'
import {
  openWeb,
  type TestResponse,
  type ReceivedRequest,
  type Web,
} from '../../poller/support/test-server.ts'

interface Row {
  readonly conditionId: string
  readonly transactionHash: string
  readonly asset: string
  readonly timestamp: unknown
}

const rowAt = (n: number, timestamp: unknown, conditionId = '0xm'): Row => ({
  conditionId,
  transactionHash: `0x${n}`,
  asset: '1',
  timestamp,
})

/** `count` rows, one a second, newest first. */
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => rowAt(n, nowS - 100 - n))

/** The Data API: newest first, at most `cap` rows a page; what lies past `end` rows is not given. */
function serve(all: () => readonly Row[], cap: number, beyond?: (page: Row[]) => Row[]) {
  return ({ query }: ReceivedRequest): TestResponse => {
    const [start, end] = [Number(query.get('start')), Number(query.get('end'))]
    const offset = Number(query.get('offset'))
    if (offset > 10_000) return { status: 400, text: '{"error":"max offset"}' }
    const markets = query.get('market')?.split(',')
    const found = all().filter(
      (row) =>
        !(Number(row.timestamp) < start || Number(row.timestamp) > end) &&
        (!markets || markets.includes(row.conditionId)),
    )
    const limit = Math.min(cap, Number(query.get('limit')))
    const page = found.slice(offset, offset + limit)
    return { json: beyond && page.length > 0 && offset > 0 ? beyond(found.slice(0, limit)) : page }
  }
}

describe('platform_a trades', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open(answer: (asked: ReceivedRequest) => TestResponse) {
    const web = await openWeb(answer)
    const source = createPlatformA(
      { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url },
      createDeps(),
    )
    opened.push(web, source)
    return { web, source }
  }

  const readTapeOf = (source: Source, steadyNow = () => 0) =>
    createTapeReader({ source, steadyNow, observer: silentObserver }, () =>
      Promise.resolve(['0xa', '0xb']),
    )

  const window = { fromS: nowS - 10_000, untilS: nowS }
  const oneMarket = ['0xm']

  async function readAll(source: Source, maxRows: number) {
    const read = (some: typeof window) => source.trades(oneMarket, some, maxRows, never, 'history')
    const pieces = []
    for await (const piece of readPieces(read, window, { order: 'oldest_first' }))
      pieces.push(piece)
    return pieces
  }

  it('reads on behind a page that is shorter than asked for', async () => {
    const { source } = await open(serve(() => rows(730), 100))
    const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
    expect(answer.isComplete).toBe(true)
    expect(new Set(answer.rows.map((row) => row.key)).size).toBe(730)
    expect(answer.rows).toHaveLength(730)
  })

  it('asks for the taker’s rows only, in a window, never from 0', async () => {
    const { web, source } = await open(serve(() => [], 100))
    await source.trades(oneMarket, { fromS: 0, untilS: nowS }, 5_000, never, 'history')
    const query = Object.fromEntries(web.asked[0]?.query ?? [])
    expect(query).toMatchObject({ takerOnly: 'true', start: '1', market: '0xm' })
  })

  it('splits a window whose rows repeat past the cap, and loses none', async () => {
    const repeat = (page: Row[]): Row[] => page
    const { source } = await open(serve(() => rows(730), 100, repeat))
    const pieces = await readAll(source, 5_000)
    expect(pieces.every((piece) => !piece.isTruncated)).toBe(true)
    expect(pieces.flatMap((piece) => piece.rows)).toHaveLength(730)
    // Oldest first, without holes.
    expect(pieces[0]?.fromS).toBe(window.fromS)
    for (const [n, piece] of pieces.entries()) {
      expect(pieces[n + 1]?.fromS ?? window.untilS).toBe(piece.untilS)
    }
  })

  it('marks a second that holds more than is given as truncated, and keeps what it got', async () => {
    const crowded = Array.from({ length: 150 }, (_, n) => rowAt(n, nowS - 500))
    const all = [...rows(50), ...crowded, rowAt(900, nowS - 600)]
    const { source } = await open(
      serve(
        () => all,
        100,
        (page) => page,
      ),
    )
    const pieces = await readAll(source, 5_000)
    const truncated = pieces.filter((piece) => piece.isTruncated)
    expect(truncated.map(({ fromS, untilS }) => [fromS, untilS])).toEqual([
      [nowS - 500, nowS - 499],
    ])
    expect(truncated[0]?.rows).toHaveLength(100)
    expect(pieces.flatMap((piece) => piece.rows)).toHaveLength(50 + 100 + 1)
  })

  it('misses nothing beside a crowded second that it did not ask for', async () => {
    const crowded = Array.from({ length: 100 }, (_, n) => rowAt(1_000 + n, nowS))
    const { source } = await open(serve(() => [...crowded, rowAt(1, nowS - 50)], 100))
    const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
    expect(answer.isComplete).toBe(true)
    expect(answer.rows.map(({ timeMs }) => timeMs)).toEqual([(nowS - 50) * 1000])
  })

  it('reads a page once although a row appears between any two requests', async () => {
    let all = rows(50)
    const answer = serve(() => all, 100)
    const { source, web } = await open((asked) => {
      const said = answer(asked)
      all = [rowAt(1_000 + all.length, nowS - 50), rowAt(2_000 + all.length, nowS - 50), ...all]
      return said
    })
    const maxRows = (source.tapePageRows ?? 0) - 1
    const tape = await source.tape?.(window, maxRows, never)
    expect(tape?.isComplete).toBe(true)
    expect(new Set(tape?.rows.map(({ key }) => key)).size).toBe(50)
    expect(tape?.rows).toHaveLength(50)
    expect(web.asked).toHaveLength(2)
  })

  it('starts over when a row appears while it pages, and counts no row twice', async () => {
    let all = rows(250)
    const answer = serve(() => all, 100)
    const { source } = await open((asked) => {
      const said = answer(asked)
      if (all.length < 253) all = [rowAt(1_000 + all.length, nowS - 50), ...all]
      return said
    })
    const { rows: found, isComplete } = await source.trades(
      oneMarket,
      window,
      5_000,
      never,
      'history',
    )
    expect(isComplete).toBe(true)
    expect(found).toHaveLength(253)
    expect(new Set(found.map((row) => row.key)).size).toBe(253)
  })

  it.each([1, 3, 9, 10])(
    'counts no row twice when the first page lacks the newest %d',
    async (count) => {
      const all = rows(11)
      const current = serve(() => all, 100)
      const outdated = serve(() => all.slice(count), 100)
      const { source } = await open((asked) =>
        asked.query.get('offset') === '0' ? outdated(asked) : current(asked),
      )
      const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
      expect(answer).toMatchObject({ rows: [], isComplete: false })
      const pieces = await readAll(source, 5_000)
      const keys = pieces.flatMap((piece) => piece.rows.map(({ key }) => key))
      expect(keys).toHaveLength(new Set(keys).size)
    },
  )

  it('keeps exact repeats on both sides of the end of a page', async () => {
    const second = nowS - 300
    const repeats = Array.from({ length: 4 }, () => rowAt(7, second))
    const around = [...rows(98), ...repeats, ...rows(300).slice(250)]
    const { source } = await open(serve(() => around, 100))
    const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
    expect(answer.isComplete).toBe(true)
    expect(answer.rows).toHaveLength(98 + 4 + 50)
  })

  it('counts the repeats in a second that is longer than a page', async () => {
    const second = nowS - 300
    const crowded = Array.from({ length: 130 }, (_, n) => rowAt(1_000 + (n % 90), second))
    const { source } = await open(serve(() => crowded, 100))
    const pieces = await readAll(source, 5_000)
    expect(pieces.flatMap((piece) => piece.rows)).toHaveLength(130)
  })

  it('asks for shorter windows of a list that never stands still', async () => {
    let added = 0
    const { source } = await open((asked) => {
      added += 1
      return serve(() => [rowAt(5_000 + added, nowS - 1), ...rows(250)], 100)(asked)
    })
    expect(await source.trades(oneMarket, window, 5_000, never, 'history')).toMatchObject({
      rows: [],
      isComplete: false,
    })
  })

  it('keeps exact repeats, in whatever order rows come', async () => {
    const twice = [
      rowAt(1, nowS - 10),
      rowAt(2, nowS - 30),
      rowAt(1, nowS - 10),
      rowAt(3, nowS - 20),
    ]
    const { source } = await open(serve(() => twice, 100))
    const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
    expect(answer.rows.map((row) => row.key.slice(0, 3)).toSorted()).toEqual([
      '0x1',
      '0x1',
      '0x2',
      '0x3',
    ])
  })

  it('keeps rows with an impossible time: they are not ours to judge', async () => {
    const odd = [
      rowAt(1, 16_725_225_600),
      rowAt(2, null),
      rowAt(3, 'soon'),
      rowAt(4, -62_135_596_800),
    ]
    const { source } = await open(({ query }) => ({ json: query.get('offset') === '0' ? odd : [] }))
    const answer = await source.trades(oneMarket, window, 5_000, never, 'history')
    expect(answer.rows.map(({ timeMs }) => timeMs)).toEqual([null, null, null, null])
  })

  it.each<[string, (asked: ReceivedRequest) => TestResponse | null]>([
    ['refuses to give', () => ({ status: 400, text: '{"error":"market is required"}' })],
    [
      'does not honour the window of',
      ({ query }) => ({ json: query.get('offset') === '0' ? [rowAt(1, nowS - 90_000)] : [] }),
    ],
  ])('asks market by market of a platform that %s the tape', async (_name, bare) => {
    const all = [rowAt(1, nowS - 5, '0xa'), rowAt(2, nowS - 6, '0xb'), rowAt(3, nowS - 7, '0xc')]
    const { web, source } = await open((asked) => {
      const own = asked.query.has('market') ? null : bare(asked)
      return own ?? serve(() => all, 100)(asked)
    })
    let clockMs = 0
    const readTape = readTapeOf(source, () => clockMs)
    const read = () => readTape({ fromS: nowS - 60, untilS: nowS }, 5_000, never)
    await expect(read()).rejects.toMatchObject({ kind: 'refused' })
    clockMs = 59_999
    await expect(read()).rejects.toMatchObject({ kind: 'refused' })
    expect(web.asked.some(({ query }) => query.has('market'))).toBe(false)
    clockMs = 60_000
    const answer = await read()
    expect(answer.rows.map((row) => row.marketNativeId)).toEqual(['0xa', '0xb'])
    expect(web.asked.at(-1)?.query.get('market')).toBe('0xa,0xb')
  })

  it('asks no market because of a single refusal', async () => {
    const refusals = [404]
    const { web, source } = await open((asked) => {
      const status = refusals.shift()
      return status === undefined
        ? serve(() => [rowAt(1, nowS - 5)], 100)(asked)
        : { status, text: '{}' }
    })
    let clockMs = 0
    const readTape = readTapeOf(source, () => clockMs)
    const read = () => readTape({ fromS: nowS - 60, untilS: nowS }, 5_000, never)
    await expect(read()).rejects.toMatchObject({ kind: 'refused' })
    clockMs = 60_000
    expect((await read()).rows).toHaveLength(1)
    refusals.push(404)
    await expect(read()).rejects.toMatchObject({ kind: 'refused' })
    expect(web.asked.some(({ query }) => query.has('market'))).toBe(false)
  })

  it('asks for the tape again a minute after the platform refused to give it', async () => {
    let isRefused = true
    const { web, source } = await open((asked) =>
      isRefused && !asked.query.has('market') ? { status: 404, text: '{}' } : { json: [] },
    )
    let clockMs = 0
    const readTape = readTapeOf(source, () => clockMs)
    const isTapeAsked = async (fromS = nowS - 60): Promise<boolean> => {
      web.asked.splice(0)
      await readTape({ fromS, untilS: nowS }, 5_000, never)
      return web.asked.some(({ query }) => !query.has('market'))
    }
    await expect(isTapeAsked()).rejects.toMatchObject({ kind: 'refused' })
    clockMs = 60_000
    expect(await isTapeAsked()).toBe(true)
    clockMs = 120_000
    // at once, because the platform has refused all windows since the first one
    expect(await isTapeAsked(nowS - 30)).toBe(true)
    isRefused = false
    expect(await isTapeAsked()).toBe(false)
    clockMs = 180_000
    expect(await isTapeAsked()).toBe(true)
    expect(web.asked.some(({ query }) => query.has('market'))).toBe(false)
  })

  it.each([401, 403])('asks no market while the platform refuses us with %i', async (status) => {
    let isRefused = true
    const { web, source } = await open(() =>
      isRefused ? { status, text: '{"error":"forbidden"}' } : { json: [] },
    )
    const readTape = readTapeOf(source)
    await expect(readTape(window, 5_000, never)).rejects.toMatchObject({ kind: 'refused', status })
    isRefused = false
    await readTape(window, 5_000, never)
    expect(web.asked.some(({ query }) => query.has('market'))).toBe(false)
  })
})
