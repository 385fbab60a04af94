// Streams: what readers receive, when they resume, when they are slow, and when there are too many.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RequestError } from '../../../services/api/errors.ts'
import { createLogCursorCodec } from '../../../services/api/live/log-cursor.ts'
import type { Channel } from '../../../services/api/live/messages.ts'
import { createSeededRandom } from '../../support/random.ts'
import { until } from '../../support/waiting.ts'
import {
  aStream,
  createFakeConnection,
  type FakeConnection,
  type ReceivedMessage,
} from './fake-connection.ts'
import { openLiveWorld, type LiveWorld } from './live-world.ts'

type Process = Awaited<ReturnType<LiveWorld['openProcess']>>

let world: LiveWorld
beforeEach(async () => {
  world = await openLiveWorld()
})
afterEach(() => world.close())

let made = 0
async function appendSome(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, () => (made += 1))
  const marketOf = (n: number): string => `pb_MARKET-${n % 7}`
  await world.appendTrades(numbers.map((n) => ({ id: `t-${n}`, market_id: marketOf(n) })))
  await world.appendBooks(
    numbers.map((n) => ({ market_id: marketOf(n), timestamp_ms: 1_792_540_800_000 + n })),
  )
}

async function open(
  process: Process,
  request: Parameters<typeof aStream>[0] = {},
): Promise<FakeConnection> {
  const fake = createFakeConnection()
  const stream = await process.streams.open(aStream(request))
  stream.attachConnection(fake.connection)
  return fake
}

async function refusalOf(request: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error('the request was not refused')
  return error
}

/** What identifies a message. */
const factOf = ({ type, data }: ReceivedMessage): string =>
  JSON.stringify([type, data['id'], data['market_id'], data['timestamp_ms']])
const factsOf = (fake: FakeConnection): readonly string[] => fake.facts().map(factOf)

const received = (fake: FakeConnection, count: number): Promise<unknown> =>
  until(() => fake.facts().length >= count)

const channels: readonly Channel[] = ['trades', 'quotes', 'books']

describe('a reader', () => {
  it('gets what is new, with a heartbeat first, and nothing older', async () => {
    await appendSome(5)
    const process = await world.openProcess()
    const fake = await open(process, { channels })
    const before = made
    await appendSome(5)
    await received(fake, 15)
    const [first, ...facts] = fake.messages()
    expect(first?.type).toBe('heartbeat')
    const ids = facts.flatMap(({ type, data }) => (type === 'trades' ? [data['id']] : []))
    expect(new Set(ids)).toEqual(new Set([1, 2, 3, 4, 5].map((n) => `t-${before + n}`)))
    expect(facts.find(({ type }) => type === 'quotes')?.data).toMatchObject({
      platform: 'platform_b',
      best_bid: expect.any(Number),
      best_ask: expect.any(Number),
    })
  })

  it('that resumes after any message has neither gap nor repeat', async () => {
    const random = createSeededRandom()
    const first = await world.openProcess()
    const whole = await open(first, { channels })
    const before = made
    for (let i = 0; i < 8; i += 1) await appendSome(1 + random.below(6))
    await received(whole, 3 * (made - before))
    const all = whole.messages()
    const ofMarket = (facts: readonly string[], market: string): readonly string[] =>
      facts.filter((fact) => fact.includes(market))
    for (const [index, { id }] of all.entries()) {
      const other =
        index % 5 === 0
          ? await world.openProcess({
              fromEnd: random.below(2) === 0,
              maxBytes: random.below(9_000),
            })
          : first
      const resumed = await open(other, { channels, after: id })
      const rest = all.slice(index + 1).map(factOf)
      await received(resumed, rest.length)
      // other processes may have another order between markets
      expect(factsOf(resumed).toSorted()).toEqual(rest.toSorted())
      for (let market = 0; market < 7; market += 1)
        expect(ofMarket(factsOf(resumed), `"quotes",null,"pb_MARKET-${market}"`)).toEqual(
          ofMarket(rest, `"quotes",null,"pb_MARKET-${market}"`),
        )
      resumed.close()
      if (other !== first) await other.stop()
    }
  })

  it('that resumes between the two messages of an order book gets the second one', async () => {
    const process = await world.openProcess()
    const fake = await open(process, { channels: ['quotes', 'books'] })
    await world.appendBooks([{}])
    await received(fake, 2)
    const [quote] = fake.facts()
    expect(quote?.type).toBe('quotes')
    const resumed = await open(process, { channels: ['quotes', 'books'], after: quote?.id ?? '' })
    await received(resumed, 1)
    expect(resumed.facts().map(({ type }) => type)).toEqual(['books'])
  })

  it('gets only what it asked for', async () => {
    const process = await world.openProcess()
    const one = await open(process, { marketIds: ['pb_MARKET-1'] })
    const quotes = await open(process, { channels: ['quotes'], marketIds: ['pb_MARKET-1'] })
    const all = await open(process, { channels })
    await appendSome(21)
    await received(all, 63)
    await received(one, 3)
    await received(quotes, 3)
    expect(one.facts().every(({ data }) => data['market_id'] === 'pb_MARKET-1')).toBe(true)
    expect(quotes.facts().map(({ type }) => type)).toEqual(['quotes', 'quotes', 'quotes'])
  })

  it('gets the states of a market, and its matches, which have the key of the other market', async () => {
    const live = await world.openProcess()
    const marketIds = ['pa_0x1']
    const request = { channels: ['markets', 'matches'] as const, marketIds }
    const fake = await open(live, request)
    const start = fake.messages()[0]?.id ?? null
    await world.appendMarket({ id: 'pa_0x1', platform: 'platform_a', question: 'New\nline?' })
    await world.appendMarket({ id: 'pb_OTHER' })
    await world.appendMatch()
    await world.appendMatch({ market_id: 'pb_OTHER', link: null })
    await received(fake, 2)
    const data = fake.facts().map((message) => message.data)
    expect(data.find(({ id }) => id !== undefined)).toMatchObject({ question: 'New\nline?' })
    expect(data.find(({ score }) => score !== undefined)).toMatchObject({
      market_id: 'pb_MARKET',
      other_market_id: 'pa_0x1',
      score: 91.5,
    })
    // from the log
    const late = await open(await world.openProcess({ fromEnd: true }), {
      ...request,
      after: start,
    })
    await received(late, 2)
    expect(late.facts().map(factOf).toSorted()).toEqual(fake.facts().map(factOf).toSorted())
    const all = await open(live, { channels: ['matches'], after: start })
    await received(all, 2)
    expect(all.facts().map((message) => message.data['other_market_id'])).toEqual(
      expect.arrayContaining(['pa_0x1', null]),
    )
  })

  it('shares the bytes of messages with all that asked for the same', async () => {
    const process = await world.openProcess()
    const [a, b] = [await open(process), await open(process)]
    await appendSome(1)
    await received(a, 1)
    await received(b, 1)
    expect(a.chunks.at(-1)).toBe(b.chunks.at(-1))
  })

  it('gets records that the memory has forgotten before they were sent', async () => {
    const process = await world.openProcess({ maxBytes: 2_000 })
    const fake = await open(process)
    await appendSome(300)
    await received(fake, 300)
    expect(new Set(factsOf(fake)).size).toBe(300)
  })
})

describe('a reader that stops reading', () => {
  it('is sent nothing more, and is disconnected with an error', async () => {
    const ended: string[] = []
    const process = await world.openProcess({ onEnded: (reason) => ended.push(reason) })
    const slow = await open(process)
    const other = await open(process)
    slow.stopReading()
    await appendSome(1)
    await received(other, 1)
    const chunks = slow.chunks.length
    await appendSome(200)
    await received(other, 201)
    expect(slow.chunks.length).toBe(chunks)
    world.pass(31_000)
    await until(() => slow.isEnded())
    expect(slow.messages().at(-1)).toMatchObject({
      id: null,
      type: 'error',
      data: { type: 'slow_reader' },
    })
    expect(other.isEnded()).toBe(false)
    expect(ended).toEqual(['slow_reader'])
  })

  it('and reads on in time gets everything once', async () => {
    const process = await world.openProcess()
    const slow = await open(process, { channels })
    slow.stopReading()
    await appendSome(40)
    await process.received('books')
    slow.readOn()
    await received(slow, 120)
    await appendSome(1)
    await received(slow, 123)
    expect(new Set(factsOf(slow)).size).toBe(123)
    expect(slow.isEnded()).toBe(false)
  })

  it('until the memory has forgotten its place is disconnected', async () => {
    const process = await world.openProcess({ maxBytes: 20_000 })
    const slow = await open(process)
    slow.stopReading()
    await appendSome(1)
    await received(slow, 1)
    await appendSome(300)
    await process.received('books')
    slow.readOn()
    await until(() => slow.isEnded())
    expect(slow.messages().at(-1)?.data['type']).toBe('slow_reader')
  })
})

describe('heartbeats', () => {
  it('have the watermark that all partitions have reached, and a cursor', async () => {
    const process = await world.openProcess()
    const fake = await open(process)
    await world.appendWatermark(0, 3_000)
    await world.appendWatermark(1, 1_000)
    await appendSome(1)
    await received(fake, 1)
    const beat = async (): Promise<ReceivedMessage | undefined> => {
      const before = fake.messages().length
      world.pass(16_000)
      await until(() => fake.messages().length > before)
      return fake.messages().at(-1)
    }
    expect((await beat())?.data).toEqual({ timestamp_ms: world.nowMs(), watermarks: [] })
    await world.appendWatermark(2, 2_000)
    await process.received()
    await appendSome(1)
    await received(fake, 2)
    const last = await beat()
    expect(last?.data['watermarks']).toEqual([{ platform: 'platform_b', complete_until_ms: 1_000 }])
    await appendSome(1)
    const resumed = await open(process, { after: last?.id ?? '' })
    await received(resumed, 1)
    expect(resumed.facts().map(({ data }) => data['id'])).toEqual([`t-${made}`])
  })

  it('end the streams of a key that was revoked', async () => {
    const process = await world.openProcess()
    let isAuthorized = true
    const fake = await open(process, { isAuthorized: () => isAuthorized })
    isAuthorized = false
    world.pass(16_000)
    await until(() => fake.isEnded())
    expect(fake.messages().at(-1)?.data['type']).toBe('invalid_api_key')
  })
})

describe('the number of streams', () => {
  it('is limited for an account and in all, until one is closed', async () => {
    const process = await world.openProcess({ limits: { perAccount: 2, total: 3 } })
    const first = await open(process)
    await open(process)
    const ofAccount = await refusalOf(process.streams.open(aStream()))
    expect([ofAccount.status, ofAccount.details[0]?.type]).toEqual([429, 'too_many_streams'])
    await open(process, { accountId: 'b' })
    const ofAll = await refusalOf(process.streams.open(aStream({ accountId: 'c' })))
    expect([ofAll.status, ofAll.details[0]?.type]).toEqual([503, 'too_busy'])
    first.close()
    await open(process)
  })

  it('does not count a stream that was refused', async () => {
    const process = await world.openProcess({ limits: { perAccount: 1, total: 1 } })
    for (let i = 0; i < 3; i += 1) {
      const error = await refusalOf(process.streams.open(aStream({ after: 'garbage' })))
      expect(error.status).toBe(422)
    }
    await open(process)
  })

  it('may be 5,000 that are opened again at once, each of which resumes', async () => {
    const limits = { perAccount: 5_001, total: 5_001 }
    const process = await world.openProcess({ limits })
    const fake = await open(process)
    await appendSome(10)
    await received(fake, 10)
    const after = fake.messages()[0]?.id ?? null
    const readers = await Promise.all(Array.from({ length: 5_000 }, () => open(process, { after })))
    await appendSome(1)
    const isWhole = (reader: FakeConnection): boolean => new Set(factsOf(reader)).size === 11
    await until(() => readers.every(isWhole))
    expect(readers.every((reader) => reader.facts().length === 11)).toBe(true)
  })
})

describe('a cursor is refused', () => {
  const refused = async (after: string, process?: Process) => {
    const opened = process ?? (await world.openProcess({ fromEnd: true }))
    const { status, details } = await refusalOf(opened.streams.open(aStream({ channels, after })))
    return { status, type: details[0]?.type, msg: details[0]?.msg ?? '' }
  }

  it('when it is of another log, or in the future', async () => {
    const positions = new Map([['trades', [99, 99, 99]] as const])
    const ofOther = createLogCursorCodec('another log').toCursor(positions)
    expect(await refused(ofOther)).toMatchObject({
      status: 422,
      type: 'cursor_of_other_log',
    })
    const future = createLogCursorCodec(world.logId).toCursor(positions)
    expect(await refused(future)).toMatchObject({ status: 422, type: 'cursor_in_future' })
  })

  it('when its records are no longer retained, and the oldest available one is named', async () => {
    await world.close()
    world = await openLiveWorld({ retentionMs: 60_000 })
    const start = createLogCursorCodec(world.logId).toCursor(new Map([['trades', [0, 0, 0]]]))
    await appendSome(30)
    world.pass(120_000)
    await world.log.removeExpiredRecords()
    await appendSome(5)
    const process = await world.openProcess({ fromEnd: true })
    const { status, type, msg } = await refused(start, process)
    expect([status, type]).toEqual([422, 'cursor_expired'])
    const oldest = /cursor is (\S+)$/.exec(msg)?.[1] ?? ''
    const fake = await open(process, { after: oldest })
    await received(fake, 5)
    expect(fake.facts()).toHaveLength(5)
  })
})

it('all streams end when the service stops', async () => {
  const process = await world.openProcess()
  const fake = await open(process)
  process.streams.endAllStreams()
  expect(fake.messages().at(-1)?.data['type']).toBe('server_stopping')
  expect(fake.isEnded()).toBe(true)
})
