// Which statements read the rows of the memory: one for several markets, or one for a market with very many rows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createBatchedReads } from '../../../services/api/history/batched-reads.ts'
import { createRowReads } from '../../../services/api/history/row-reads.ts'
import type {
  HistoryKind,
  RowsAroundTimeRequest,
} from '../../../services/api/queries/history-rows.ts'
import { queryRowsAround } from '../../../services/api/queries/rows-around.ts'
import { StoreUnavailable, type Store } from '../../../services/lib/store/port.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

describe('batched reads', () => {
  /** The batches that are read, each with a function that ends it. */
  let batches: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[]
  let read: (item: number) => Promise<string>
  beforeEach(() => {
    batches = []
    read = createBatchedReads<number, string>({
      readBatch: (items) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error): void =>
            error ? reject(error) : resolve(items.map((item) => `result ${item}`))
          batches.push({ items, end })
        }),
      maxItems: 3,
      maxRunning: 2,
    })
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const items = (): (readonly number[])[] => batches.map((batch) => batch.items)

  it('read what is asked for in one turn together, and later what was asked for meanwhile', async () => {
    const first = [read(1), read(2)]
    await turn()
    const second = [read(3)]
    await turn()
    const third = [read(4), read(5)]
    await turn()
    third.push(read(6), read(7))
    expect(items()).toEqual([[1, 2], [3]])
    batches[1]?.end()
    expect(await Promise.all(second)).toEqual(['result 3'])
    await turn()
    expect(items()).toEqual([[1, 2], [3], [4, 5, 6]])
    for (const batch of batches) batch.end()
    expect(await Promise.all(first)).toEqual(['result 1', 'result 2'])
    await turn()
    batches.at(-1)?.end()
    expect(await Promise.all(third)).toEqual(['result 4', 'result 5', 'result 6', 'result 7'])
  })

  it('reject together, and the next ones are read', async () => {
    const failed = Promise.allSettled([read(1), read(2)])
    await turn()
    batches[0]?.end(new Error('away'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = read(3)
    await turn()
    batches[1]?.end()
    expect(await next).toBe('result 3')
  })
})

const kinds: readonly HistoryKind[] = ['trades', 'quotes']

describe('rows of trades and quotes', () => {
  let opened: Store
  let sent: string[]
  let store: Store
  const limit = 10

  beforeAll(async () => {
    opened = await openMigratedStore()
    // a merge between two statements would remove the replaced records, which count for the limits
    await opened.command('SYSTEM STOP MERGES trades')
    await opened.command('SYSTEM STOP MERGES quotes')
    await insertMarket('pb_SMALL', 40)
    await insertMarket('pb_MEDIUM', 300)
    await insertMarket('pb_HUGE', 600_000)
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    sent = []
    store = {
      ...opened,
      bytes(sql, params, format, options) {
        sent.push(sql)
        return opened.bytes(sql, params, format, options)
      },
    }
  })

  /** One trade and one quote each second. Every third time has a second record; of quotes, every fifth is unusable. */
  async function insertMarket(market: string, rows: number): Promise<void> {
    const params = { market, rows }
    for (const repeated of ['1', 'number % 3 = 0'])
      await opened.command(
        `INSERT INTO trades (market_id, ts, id, price, size, side, outcome, received_at_ms, position)
         SELECT {market:String}, fromUnixTimestamp64Milli(toInt64(number * 1000), 'UTC'), toString(number),
           (number % 99 + 1) / 100, number + 0.5, if(number % 2 = 0, 'buy', 'sell'), number % 2, 7000 + number,
           number + ${repeated === '1' ? 0 : 1_000_000}
         FROM numbers({rows:UInt64}) WHERE ${repeated}`,
        params,
      )
    for (const isRepeat of [0, 1])
      await opened.command(
        `INSERT INTO quotes (market_id, ts, bid, ask, version)
         SELECT {market:String}, fromUnixTimestamp64Milli(toInt64(number * 1000), 'UTC'), 0.4,
           if(number % 5 = ${isRepeat}, 0.9, 0.42), number + ${isRepeat} * 1000000
         FROM numbers({rows:UInt64}) WHERE ${isRepeat} = 0 OR number % 3 = 0`,
        params,
      )
  }

  const around = (
    marketId: string,
    kind: HistoryKind = 'trades',
    atMs = 15_500,
  ): RowsAroundTimeRequest => ({
    kind,
    marketId,
    atMs,
    limit,
  })

  /** The record of each (time, id) that the tables keep. */
  async function winners(found: ReturnType<typeof queryRowsAround>): Promise<unknown[]> {
    const { rows } = await found
    const best = new Map<string, (typeof rows)[number]>()
    for (const row of rows) {
      const known = best.get(`${row.ms} ${row.id}`)
      if (!known || row.position > known.position) best.set(`${row.ms} ${row.id}`, row)
    }
    return [...best.values()].toSorted((a, b) => a.ms - b.ms)
  }

  it.each([
    ['trades', 15_500],
    ['trades', 3_000],
    ['quotes', 15_500],
    ['quotes', 38_000],
    ['quotes', -1],
    ['trades', 4_102_444_800_000],
  ] as const)('are the same from both statements: %s at %d', async (kind, atMs) => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    const [found, ...others] = await Promise.all([
      winners(read(around('pb_SMALL', kind, atMs))),
      winners(read(around('pb_MEDIUM', kind, 100_000))),
      winners(read(around('pb_UNKNOWN', kind, atMs))),
    ])
    expect(sent).toHaveLength(1)
    // the limit counts replaced trades, so that fewer are left
    const expected = await winners(queryRowsAround(opened, around('pb_SMALL', kind, atMs)))
    expect(found.length).toBeGreaterThan(limit / 2)
    for (const row of found) expect(expected).toContainEqual(row)
    if (kind === 'quotes') expect(found).toEqual(expected)
    expect(others.map((rows) => rows.length > 0)).toEqual([true, false])
  })

  it('are read with one statement for all markets and kinds of a turn', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    const asked = [around('pb_SMALL'), around('pb_SMALL', 'quotes'), around('pb_MEDIUM')]
    const found = await Promise.all(asked.map((each) => winners(read(each))))
    expect(sent).toHaveLength(1)
    const [trades, quotes, others] = found
    expect(trades).toContainEqual(expect.objectContaining({ ms: 15_000, id: '15', second: '15.5' }))
    expect(quotes).toContainEqual(expect.objectContaining({ ms: 14_000, id: '', first: '0.4' }))
    expect(others).toHaveLength(trades?.length ?? 0)
  })

  it('are read in the sort order of the table if the limit is larger', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    await read({ ...around('pb_SMALL'), limit: 4 * limit })
    expect(sent.at(-1)).toContain('read_in_order_use_buffering')
  })

  it.each(kinds)(
    'of a large market are those of an interval, from the second read on: %s',
    async (kind) => {
      const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit, manyRows: 200 })
      const at = (atMs: number): RowsAroundTimeRequest => around('pb_MEDIUM', kind, atMs)
      const [first] = await Promise.all([read(at(50_500)), read(around('pb_SMALL'))])
      expect(first).toMatchObject({ fromMs: -Infinity, untilMs: Infinity })
      const [found] = await Promise.all([read(at(200_500)), read(around('pb_SMALL'))])
      expect(sent).toHaveLength(2)
      expect(found.fromMs).toBeGreaterThan(150_000)
      expect(found.untilMs).toBeLessThan(250_000)
      const exact = await winners(queryRowsAround(opened, at(200_500)))
      const rows = await winners(Promise.resolve(found))
      expect(rows.length).toBeGreaterThan(limit)
      for (const row of rows) expect(exact).toContainEqual(row)
    },
  )

  it('of a market that is large by its candles are those of an interval at once', async () => {
    await insertMarket('pb_TRADED', 20_000)
    await opened.command(
      `INSERT INTO candles_1h (market_id, hour, trade_count)
       SELECT market_id, toStartOfHour(ts), count() FROM trades WHERE market_id = 'pb_TRADED' GROUP BY 1, 2`,
    )
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit, manyTrades: 500_000 })
    const asked = [5_000_500, 9_000_500].map((atMs) => around('pb_TRADED', 'trades', atMs))
    const found = await Promise.all(asked.map(read))
    expect(sent).toHaveLength(1)
    for (const [i, one] of found.entries()) {
      const { atMs } = asked[i] as RowsAroundTimeRequest
      expect(one.fromMs).toBeGreaterThan(atMs - 100_000)
      expect(one.rows).toHaveLength(2 * limit)
      for (const { ms } of one.rows) expect(Math.abs(ms - atMs)).toBeLessThan(limit * 1_000)
    }
  })

  it('of a large market have no end if the interval reaches the present', async () => {
    const read = createRowReads({ store, now: () => 205_000, rowsPerLoad: limit, manyRows: 200 })
    await read(around('pb_MEDIUM', 'trades', 50_500))
    expect(await read(around('pb_MEDIUM', 'trades', 200_500))).toMatchObject({ untilMs: Infinity })
  })

  it('of a large market are read in the sort order if the interval has none before the time', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit, manyRows: 200 })
    await read(around('pb_MEDIUM', 'trades', 50_500))
    const found = await read(around('pb_MEDIUM', 'trades', 5_000_000))
    expect(found).toMatchObject({ fromMs: -Infinity, untilMs: Infinity })
    expect(found.rows).toHaveLength(limit)
    expect(sent).toHaveLength(3)
  })

  it('of a market with too many rows to be sorted are read alone, and those of the others together', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    const huge = around('pb_HUGE', 'trades', 300_000_500)
    const found = await winners(read(huge))
    expect(found).toEqual(await winners(queryRowsAround(opened, huge)))
    expect(sent).toHaveLength(2)
    await read(around('pb_SMALL'))
    const [again] = await Promise.all([read(huge), read(around('pb_SMALL'))])
    expect(sent).toHaveLength(4)
    for (const row of await winners(Promise.resolve(again))) expect(found).toContainEqual(row)
  })

  it('of too many rows together are read again, each alone', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    const asked = (['trades', 'quotes'] as const).map((kind) =>
      around('pb_HUGE', kind, 300_000_500),
    )
    const found = await Promise.all(asked.map((each) => winners(read(each))))
    expect(found).toEqual(
      await Promise.all(asked.map((each) => winners(queryRowsAround(opened, each)))),
    )
    // both together, each alone, and each in the sort order of its table
    expect(sent).toHaveLength(5)
  })

  it('of one market around two times are not mixed up', async () => {
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    const times = [15_500, 200_500]
    const found = await Promise.all(
      times.map((atMs) => winners(read(around('pb_MEDIUM', 'quotes', atMs)))),
    )
    expect(found).toEqual(
      await Promise.all(
        times.map((atMs) => winners(queryRowsAround(opened, around('pb_MEDIUM', 'quotes', atMs)))),
      ),
    )
  })

  it('reject if the store fails', async () => {
    store = { ...opened, bytes: () => Promise.reject(new StoreUnavailable('away')) }
    const read = createRowReads({ store, now: Date.now, rowsPerLoad: limit })
    await expect(read(around('pb_SMALL'))).rejects.toThrow('away')
  })
})
