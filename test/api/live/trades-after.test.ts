// Following trades by cursor: neither gap nor repeat, whatever process answers, and however much of the log it has in
// memory.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RequestError } from '../../../services/api/errors.ts'
import { createSeededRandom } from '../../support/random.ts'
import { aRequest, idsOf, openLiveWorld, type LiveWorld } from './live-world.ts'

let world: LiveWorld
beforeEach(async () => {
  world = await openLiveWorld()
})
afterEach(() => world.close())

let made = 0
/** Appends trades of 20 markets of both platforms in one append. Returns their ids. */
async function appendSome(count: number): Promise<readonly string[]> {
  const trades = Array.from({ length: count }, () => {
    made += 1
    const native = `MARKET-${made % 20}`
    return made % 2 === 0
      ? { id: `t-${made}`, market_id: `pb_${native}` }
      : { id: `t-${made}`, market_id: `pa_${native}`, platform: 'platform_a' as const }
  })
  await world.appendTrades(trades)
  world.pass(1_000)
  return trades.map(({ id }) => id)
}

async function refusalOf(request: Promise<unknown>): Promise<RequestError> {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof RequestError)) throw new Error('the request was not refused')
  return error
}

describe('a client that follows', () => {
  it('gets each trade once, over processes that start, forget and end', async () => {
    const random = createSeededRandom()
    const appended: string[] = []
    const found: string[] = []
    let cursor: string | undefined
    for (let round = 0; round < 15; round += 1) {
      const process = await world.openProcess({
        maxBytes: random.below(60_000),
        fromEnd: random.below(2) === 0,
        maxLogRecords: 1 + random.below(50),
      })
      appended.push(...(await appendSome(random.below(80))))
      await process.received()
      for (let asked = 1 + random.below(12); asked > 0; asked -= 1) {
        const page = await process.live.trades(
          aRequest({ after: cursor, limit: 1 + random.below(40) }),
        )
        cursor = page.cursor
        found.push(...idsOf(page.trades))
      }
      await process.stop()
    }
    const last = await world.openProcess()
    for (let hasMore = true; hasMore;) {
      const page = await last.live.trades(aRequest({ after: cursor }))
      ;({ cursor, hasMore } = page)
      found.push(...idsOf(page.trades))
    }
    expect(found).toHaveLength(appended.length)
    expect(new Set(found)).toEqual(new Set(appended))
    // within a market the order is that of the log
    const marketOf = (id: string): number => Number(id.slice(2)) % 20
    for (let market = 0; market < 20; market += 1) {
      const ofMarket = (ids: readonly string[]) => ids.filter((id) => marketOf(id) === market)
      expect(ofMarket(found)).toEqual(ofMarket(appended))
    }
  })

  it('gets them in the order in which they were appended, across partitions', async () => {
    const appended: string[] = []
    for (let i = 0; i < 50; i += 1) appended.push(...(await appendSome(1)))
    const process = await world.openProcess({ fromEnd: true })
    expect(idsOf((await process.live.trades(aRequest())).trades)).toEqual(appended)
  })

  it('gets a cursor without a trade, which is valid in another process', async () => {
    const first = await world.openProcess()
    const { trades, cursor, hasMore } = await first.live.trades(aRequest())
    expect({ trades, hasMore }).toEqual({ trades: [], hasMore: false })
    const appended = await appendSome(3)
    const second = await world.openProcess({ fromEnd: true })
    const next = await second.live.trades(aRequest({ after: cursor }))
    expect(new Set(idsOf(next.trades))).toEqual(new Set(appended))
  })

  it('gets a corrected trade again, with the same id', async () => {
    const process = await world.openProcess()
    await world.appendTrades([{ id: 'a', price: '0.5' }])
    await process.received()
    const { cursor } = await process.live.trades(aRequest())
    await world.appendTrades([{ id: 'a', price: '0.6', outcome_price: '0.6' }])
    await process.received()
    const { trades } = await process.live.trades(aRequest({ after: cursor }))
    expect(trades.map((trade) => JSON.parse(trade) as unknown)).toMatchObject([
      { id: 'a', price: 0.6 },
    ])
  })
})

describe('filters', () => {
  it.each([{ fromEnd: true }, { fromEnd: false }])('select trades (%j)', async (options) => {
    await appendSome(60)
    await world.appendTrades([{ id: 'wanted', market_id: 'pb_WANTED' }])
    await appendSome(60)
    const process = await world.openProcess(options)
    const { live } = process
    const one = await live.trades(aRequest({ marketIds: ['pb_WANTED'] }))
    expect(idsOf(one.trades)).toEqual(['wanted'])
    expect(one.hasMore).toBe(false)
    const ofA = await live.trades(aRequest({ platform: 'platform_a' }))
    expect(ofA.trades).toHaveLength(60)
    expect(ofA.trades.every((trade) => trade.includes('"platform":"platform_a"'))).toBe(true)
    const none = await live.trades(aRequest({ marketIds: ['pb_WANTED'], platform: 'platform_a' }))
    expect(none.trades).toEqual([])
  })

  it('since leaves out earlier trades, but none that the log got late', async () => {
    const sinceMs = world.nowMs()
    await world.appendTrades([{ id: 'early', timestamp_ms: sinceMs - 1 }])
    // by a platform whose clock is ahead
    await world.appendTrades([{ id: 'ahead', timestamp_ms: sinceMs }])
    world.pass(3_600_000)
    await world.appendTrades([{ id: 'late', timestamp_ms: sinceMs + 5 }])
    await world.appendTrades([{ id: 'old', timestamp_ms: sinceMs - 5 }])
    const process = await world.openProcess({ fromEnd: true })
    const { trades, cursor } = await process.live.trades(aRequest({ sinceMs }))
    expect(idsOf(trades)).toEqual(['ahead', 'late'])
    const next = await process.live.trades(aRequest({ sinceMs, after: cursor }))
    expect(next.trades).toEqual([])
  })

  it('leave fewer trades than the limit, and a cursor to go on, when much of the log was read', async () => {
    await appendSome(100)
    await world.appendTrades([{ id: 'wanted', market_id: 'pb_WANTED' }])
    const process = await world.openProcess({ fromEnd: true, maxLogRecords: 10 })
    const found: string[] = []
    let cursor: string | undefined
    let requests = 0
    for (let hasMore = true; hasMore; requests += 1) {
      const page = await process.live.trades(
        aRequest({ marketIds: ['pb_WANTED', 'pb_MARKET-2', 'pb_MARKET-4'], after: cursor }),
      )
      ;({ cursor, hasMore } = page)
      found.push(...idsOf(page.trades))
    }
    expect(found).toContain('wanted')
    expect(found).toHaveLength(11)
    expect(requests).toBeGreaterThan(2)
  })
})

describe('a cursor is refused', () => {
  it('when it is of another log', async () => {
    const other = await openLiveWorld()
    const { cursor } = await (await other.openProcess()).live.trades(aRequest())
    await other.close()
    const { live } = await world.openProcess()
    const { status, details } = await refusalOf(live.trades(aRequest({ after: cursor })))
    expect({ status, details }).toMatchObject({
      status: 422,
      details: [{ loc: ['query', 'after'], type: 'cursor_of_other_log' }],
    })
  })

  it('when it is after the end of the log, but not when this process is behind', async () => {
    const behind = await world.openProcess({ fromEnd: true })
    await appendSome(30)
    const ahead = await world.openProcess()
    const { cursor } = await ahead.live.trades(aRequest())
    const { trades } = await behind.live.trades(aRequest({ after: cursor }))
    expect(trades).toEqual([])

    const { createLogCursorCodec } = await import('../../../services/api/live/log-cursor.ts')
    const future = createLogCursorCodec(world.logId).toCursor(new Map([['trades', [99, 99, 99]]]))
    const error = await refusalOf(behind.live.trades(aRequest({ after: future })))
    expect(error.details[0]?.type).toBe('cursor_in_future')
    const short = createLogCursorCodec(world.logId).toCursor(new Map([['trades', [0, 0]]]))
    const other = await refusalOf(behind.live.trades(aRequest({ after: short })))
    expect(other.details[0]?.type).toBe('value_error')
  })

  it('when its records are no longer retained, and the oldest available one is named', async () => {
    await world.close()
    world = await openLiveWorld({ retentionMs: 60_000 })
    const { live } = await world.openProcess({ maxBytes: 0 })
    const { cursor } = await live.trades(aRequest())
    await appendSome(30)
    world.pass(120_000)
    await world.log.removeExpiredRecords()
    const kept = await appendSome(5)
    const process = await world.openProcess({ fromEnd: true })
    const error = await refusalOf(process.live.trades(aRequest({ after: cursor })))
    expect(error.details[0]?.type).toBe('cursor_expired')
    const oldest = /cursor is (\S+)$/.exec(error.details[0]?.msg ?? '')?.[1]
    const { trades } = await process.live.trades(aRequest({ after: oldest }))
    expect(new Set(idsOf(trades))).toEqual(new Set(kept))
  })
})
