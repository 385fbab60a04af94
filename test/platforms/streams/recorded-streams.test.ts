// The recorded messages of both platforms' streams, read and applied to books.
import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { createLiveBook, type LiveBook } from '../../../services/domain/live-book.ts'
import { compareDecimals } from '../../../services/domain/money.ts'
import { createPlatformAStream } from '../../../services/platforms/platform-a/stream/protocol.ts'
import { createPlatformBStream } from '../../../services/platforms/platform-b/stream/protocol.ts'
import type { StreamFrame } from '../../../services/platforms/streams/protocol.ts'
import { describeWithRecordings, recordedStreamsFolder } from '../../support/recordings-folder.ts'

const read = (path: string): string => readFileSync(new URL(path, recordedStreamsFolder), 'utf8')
const linesOf = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => line !== '')

const platformA = createPlatformAStream('wss://a')
const platformB = createPlatformBStream('wss://b', { signer: null, platformNowMs: () => 0 })

/** The tokens of the market in the recording, in the order of their outcomes. */
const tokens = [
  '14965588658799411272385430903075831224615961675357217884735713260981483529984',
  '8761897749749422724209054078244794145777693856614463256546737399611489089783',
]

function readAsPlatformA(nativeId: string, own: readonly string[], text: string) {
  const session = platformA.createSession(() => undefined)
  session.subscribe([{ id: `pa_${nativeId}`, nativeId, tokens: own }])
  return session.read(text)
}

describeWithRecordings('recorded streams', recordedStreamsFolder)('recorded streams', () => {
  it('of platform_a: changes of the first token, of both sides', () => {
    const market = '0x779291bef19b6709f61e9764a954aafe9ffae488d50ae674aabdcb4f248006d5'
    const lines = linesOf('platform_a/edgelab-price_change.jsonl')
    const frames = lines.flatMap((line) => readAsPlatformA(market, tokens, line))
    expect(frames).toHaveLength(7)
    expect(frames.map(({ body }) => body)).toEqual(lines)
    expect(frames[0]).toMatchObject({ id: `pa_${market}`, sentAtMs: 1785207904574 })
    expect(frames.slice(0, 2).map(({ event }) => event)).toEqual([
      { kind: 'changes', as: 'sizes', changes: [{ side: 'bids', price: '0.26', size: '228.6' }] },
      { kind: 'changes', as: 'sizes', changes: [{ side: 'asks', price: '0.49', size: '230' }] },
    ])
    for (const { event } of frames) expect(event?.kind).toBe('changes')
  })

  it.each([
    ['nautilus-it-book.json', 'snapshot'],
    ['nautilus-it-last_trade_price.json', 'trade'],
    ['nautilus-it-tick_size_change.json', 'invalidated'],
    ['edgelab-new_market.json', 'listing'],
  ])('of platform_a: %s', (file, kind) => {
    const text = read(`platform_a/${file}`)
    const { market, asset_id } = JSON.parse(text) as { market: string; asset_id?: string }
    const [frame] = readAsPlatformA(market, [asset_id ?? 'x', 'y'], text)
    expect(frame).toMatchObject({ id: `pa_${market}`, event: { kind } })
    if (frame?.event?.kind !== 'snapshot') return
    const book = createLiveBook()
    book.replace(frame.event.sides, 0)
    expect(book.sides().asks[0]?.price).not.toBe('0.999')
    expect(Number(book.quote().bid)).toBeLessThan(Number(book.quote().ask))
  })

  it('of platform_b: a session without a negative level, and its requested books', () => {
    const session = platformB.createSession(() => undefined)
    const requested = linesOf('platform_b/kmm-rest.jsonl').flatMap((line) => {
      const { url, response_body: body } = JSON.parse(line) as Record<string, string>
      const ticker = /\/markets\/([^/]+)\/orderbook/.exec(url ?? '')?.[1]
      if (ticker === undefined) return []
      const about = {
        id: `pb_${ticker}`,
        body: body!,
        url: url!,
        receivedAtMs: 1,
        clockDifferenceMs: 0,
        stamp: null,
      }
      return [{ id: about.id, sides: platformB.sidesOf(about)! }]
    })
    const books = new Map<string, LiveBook>()
    const kinds: Record<string, number> = {}
    /** Requested books that the stream's book was equal to. */
    const equal = new Set<string>()
    const apply = ({ id, event }: StreamFrame): void => {
      kinds[event?.kind ?? 'none'] = (kinds[event?.kind ?? 'none'] ?? 0) + 1
      if (id === null) return
      const book = books.get(id) ?? createLiveBook()
      if (event?.kind === 'snapshot') book.replace(event.sides, 1)
      else if (event?.kind !== 'changes') return
      else
        for (const { side, ...change } of event.changes)
          expect(book.add(side, change, 1)).toBe(true)
      books.set(id, book)
      const { bid, ask } = book.quote()
      expect(compareDecimals(bid, ask)).toBe(-1)
      for (const one of requested)
        if (one.id === id && book.compare(one.sides, 2, 0) === 'equal') equal.add(id)
    }
    for (const line of linesOf('platform_b/kmm-session-first5278lines.jsonl'))
      for (const frame of session.read(line)) apply(frame)
    expect(kinds).toEqual({ none: 6, snapshot: 5, changes: 2_628 })
    expect(books.size).toBe(5)
    expect(requested.length).toBeGreaterThan(0)
    expect([...equal].toSorted()).toEqual(
      [...new Set(requested.map(({ id }) => id))].filter((id) => books.has(id)).toSorted(),
    )
  })

  it('of platform_b: a book, which is the same when it is written and read again', () => {
    const text = read('platform_b/eventbook-ws_live_snapshot_noleg.json')
    const [frame] = platformB.createSession(() => undefined).read(text)
    if (frame?.event?.kind !== 'snapshot') throw new Error('no snapshot')
    const book = createLiveBook()
    book.replace(frame.event.sides, 0)
    const ticker = frame.id!.slice(3)
    const target = { id: frame.id!, nativeId: ticker, tokens: [] }
    const body = platformB.toBody(target, book.sides(), null)
    const about = { id: target.id, url: '', receivedAtMs: 1, clockDifferenceMs: 0, stamp: null }
    expect(platformB.sidesOf({ ...about, body })).toMatchObject(book.sides())
    const yes = JSON.parse(read('platform_b/eventbook-ws_live_snapshot_yesleg.json')) as {
      msg: { no_dollars_fp: [string, string][] }
    }
    const asks = yes.msg.no_dollars_fp.map(([price]) => Number(price))
    expect(book.sides().asks.map(({ price }) => Number(price))).toEqual(
      asks.toSorted((a, b) => a - b),
    )
  })

  it('of platform_b: changes of markets', () => {
    const session = platformB.createSession(() => undefined)
    const [determined, settled] = linesOf('platform_b/ssmd-market_lifecycle_v2.jsonl')
    expect(session.read(determined!).map(({ event }) => event?.kind)).toEqual(['listing'])
    // recorded with a lower number than the message before it
    expect(session.read(settled!).map(({ event }) => event?.kind)).toEqual(['anomaly'])
  })
})
