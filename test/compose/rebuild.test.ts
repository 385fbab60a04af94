// `ops rebuild` in a process with the role projector: what the api answers meanwhile, and what the tables contain after
// it and after interruptions.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventLog } from '../../services/lib/log/port.ts'
import type { OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { StoreUnavailable } from '../../services/lib/store/port.ts'
import type { RebuildReport } from '../../services/ops/rebuild/rebuild.ts'
import { readState, writeState } from '../../services/ops/rebuild/state.ts'
import { finishExchange } from '../../services/ops/rebuild/tables.ts'
import { toTradeRow, tradeColumns } from '../../services/projector/tables/trades.ts'
import { aTrade } from '../projector/records.ts'
import { aWallet } from '../projector/wallet-records.ts'
import { topicPrefix } from '../ops/ops-log.ts'
import { sleep, until } from '../support/waiting.ts'
import {
  appendRound,
  holdReaders,
  marketIds,
  openRebuildWorld,
  reportOfEnd,
  startMs,
  type RebuildWorld,
  type TestProcess,
} from './rebuild-world.ts'

const rebuilt = 'oddslog_rebuild'
/** The trades of a round, all of which have rows. */
const tradesOfRound = 180
/** So that a fill is interrupted between batches. */
const maxRecords = 20

let world: RebuildWorld
let process: TestProcess
let rounds = 0

async function append(): Promise<void> {
  await appendRound(world.ops, rounds)
  rounds += 1
}

beforeAll(async () => {
  world = await openRebuildWorld()
  for (const _round of [0, 1]) await append()
})
afterAll(() => world.close())
beforeEach(async () => {
  process = await world.openProcess({ maxRecords })
  await world.caughtUp()
})
afterEach(async () => {
  await process.rebuilds.abandon()
  await process.rebuilds.discard()
  await process.stop()
  expect(world.fatal).toEqual([])
})

/** All rows and candles are written when the projector has been paused. */
async function hashes(): ReturnType<RebuildWorld['hashes']> {
  await process.projector.whilePaused(async () => undefined)
  return world.hashes()
}

async function rebuild(): Promise<RebuildReport> {
  expect(await process.rebuilds.start()).toMatchObject({ refusal: null })
  return reportOfEnd(process)
}

/** Starts a rebuild that a held log interrupts. */
async function startUntil(held: Promise<void>): Promise<void> {
  expect(await process.rebuilds.start()).toMatchObject({ refusal: null })
  const ended = reportOfEnd(process).then((report) => {
    throw new Error(`the rebuild was not held: ${JSON.stringify(report)}`)
  })
  ended.catch(() => undefined)
  await Promise.race([held, ended])
}

const paths = [
  '/v1/markets?limit=10',
  '/v1/markets/search?q=rain',
  '/v1/events?limit=10',
  '/v1/matching-markets?limit=10',
  ...marketIds.flatMap((id) => [
    `/v1/markets/${id}`,
    `/v1/markets/${id}/price?at_time=${startMs / 1000 + 400}`,
    `/v1/markets/${id}/trades?limit=50`,
    `/v1/markets/${id}/candles?interval=1m&start_ts=${startMs / 1000}&end_ts=${startMs / 1000 + 600}`,
    `/v1/markets/${id}/candles?interval=1h&start_ts=${startMs / 1000}&end_ts=${startMs / 1000 + 7200}`,
    `/v1/markets/${id}/orderbook`,
  ]),
  `/v1/wallets/${aWallet}/activity?limit=20`,
  `/v1/wallets/${aWallet}/positions`,
]

describe('a rebuild', () => {
  it('changes no answer of the api, at no moment', async () => {
    const read = await world.openApi()
    const readAll = async (): Promise<readonly unknown[]> => {
      const answers = []
      for (const path of paths) answers.push(await read(path))
      return answers
    }
    // the watermarks are in memory a moment after they were written
    await until(
      () => read(`/v1/markets/${marketIds[0]}/trades`),
      ([, , completeUntil]) => completeUntil === String(startMs + 3_600_000 + 700_000),
    )
    const before = await readAll()
    expect(before.filter((answer) => (answer as unknown[])[1] !== 200)).toEqual([])
    expect(await process.rebuilds.start()).toMatchObject({ refusal: null })
    let after = 0
    // the api finds the new tables within two seconds; both its memory and the store answer afterwards
    while (after < 5) {
      expect(await readAll()).toEqual(before)
      if ((await process.rebuilds.report()).step !== null) continue
      after += 1
      await sleep(700)
    }
    expect(await process.rebuilds.report()).toMatchObject({ phase: 'exchanged', differences: [] })
  })

  it('replaces what is wrong, names it, and contains what is written meanwhile and afterwards', async () => {
    const [before, epoch] = [await hashes(), process.projector.epoch()]
    const [row] = await world.store.query<{ offset: number }>(
      `SELECT toUInt64(version) AS offset FROM trades WHERE market_id = 'pb_MARKET' AND id = 'trade-0-3'`,
    )
    // wins over the right row, because it has the same version and was inserted later
    const spoiled = aTrade({ id: 'trade-0-3', price: '0.99', timestamp_ms: startMs + 30_000 })
    await world.store.insert('trades', tradeColumns, [toTradeRow(spoiled, Number(row?.offset))])
    expect(await world.hashes()).not.toEqual(before)

    const starting = process.rebuilds.start()
    await append()
    await starting
    await append()
    const report = await reportOfEnd(process)
    expect(report).toMatchObject({ phase: 'exchanged', failure: null, copied_rows: 0 })
    // the live projector may have computed candles from the wrong row, when late trades arrived
    expect(report.differences?.filter(({ table }) => !table.startsWith('candles'))).toEqual([
      expect.objectContaining({
        table: 'trades',
        days: ['2026-10-21'],
        keys: [{ owner: 'pb_MARKET', key: '2026-10-21 12:00:30.000 trade-0-3', found: 'both' }],
      }),
    ])
    expect(process.projector.epoch()).toBe(epoch + 1)
    await append()
    await world.caughtUp()
    await process.projector.whilePaused(async () => undefined)
    const trades = rounds * tradesOfRound
    expect(
      await world.store.query(
        `SELECT (SELECT count() FROM trades FINAL) AS trades,
           (SELECT countIf(price = 0.99) FROM trades FINAL) +
             (SELECT countIf(high = 0.99) FROM candles_1m FINAL) AS spoiled,
           (SELECT toUInt32(sum(trade_count)) FROM candles_1m FINAL) AS by_minute,
           (SELECT toUInt32(sum(trade_count)) FROM candles_1h FINAL) AS by_hour,
           (SELECT uniqExact(market_id) FROM market_latest) AS markets`,
      ),
    ).toEqual([{ trades, spoiled: 0, by_minute: trades, by_hour: trades, markets: 3 }])

    const refusal = expect.stringContaining('--discard')
    expect(await process.rebuilds.start()).toMatchObject({ refusal })
    expect(await process.rebuilds.abandon()).toMatchObject({ refusal })
    expect(await process.rebuilds.previewAbandonment()).toMatchObject({ refusal })
    const added = await world.addedTables()
    const { removable, ...planned } = await process.rebuilds.previewDiscarding()
    expect(planned).toMatchObject({ phase: 'exchanged', refusal: null })
    expect([...removable.tables].sort()).toEqual([...added].sort())
    expect(removable.bytes).toBeGreaterThan(10_000)
    expect(await world.addedTables()).toEqual(added)
    expect(await process.rebuilds.discard()).toMatchObject({ phase: null, refusal: null })
    expect(await world.addedTables()).toEqual([])
    for (const discard of ['discard', 'previewDiscarding'] as const)
      expect(await process.rebuilds[discard]()).toMatchObject({
        refusal: 'there are no old tables to discard',
        removable: { tables: [], bytes: 0 },
      })
  })
})

describe('a rebuild that was interrupted', () => {
  it('goes on where it was, in the next process', async () => {
    const before = await hashes()
    await process.stop()
    const { log, held, release } = holdReaders(world.ops.log, 'wallet-activity')
    process = await world.openProcess({ log, maxRecords })
    await startUntil(held)
    expect(await process.rebuilds.start()).toMatchObject({
      refusal: expect.stringMatching(/^a rebuild is running \(filling, /),
    })
    expect(await process.rebuilds.discard()).toMatchObject({
      refusal: expect.stringContaining('is not complete'),
    })
    const stopped = process.stop()
    release()
    await stopped

    process = await world.openProcess({ maxRecords })
    const state = await readState(world.store, rebuilt)
    if (state === null) throw new Error('the rebuild has no state')
    const writeAs = (changes: Partial<typeof state>) =>
      writeState(world.store, rebuilt, { ...state, reported_at_ms: Date.now(), ...changes })
    await writeAs({ owner: { host: 'elsewhere', pid: 1, id: 'other' } })
    const refusal = 'process 1 of the machine elsewhere is rebuilding the tables'
    expect(await process.rebuilds.start()).toMatchObject({ refusal })
    expect(await process.rebuilds.abandon()).toMatchObject({ refusal })
    await writeAs({ phase: 'exchanging' })
    expect(await process.rebuilds.abandon()).toMatchObject({
      refusal: expect.stringContaining('are being exchanged'),
    })
    await writeAs({ epoch: state.epoch + 1 })
    expect(await process.rebuilds.start()).toMatchObject({
      refusal: expect.stringContaining('truncated after the rebuild had begun'),
    })
    await writeAs({})
    const [written] = await world.store.query<{ rows: number }>(
      `SELECT count() AS rows FROM ${rebuilt}.trades`,
    )
    expect(written?.rows).toBeGreaterThan(0)
    expect(await rebuild()).toMatchObject({ phase: 'exchanged', failure: null, differences: [] })
    expect(await world.hashes()).toEqual(before)
  })

  it('is finished after the store was killed', async () => {
    const before = await hashes()
    await process.stop()
    const { log, held, release } = holdReaders(world.ops.log, 'wallet-activity')
    process = await world.openProcess({ log, maxRecords })
    await startUntil(held)
    const pid = world.store.childPid()
    if (pid !== null) globalThis.process.kill(pid, 'SIGKILL')
    release()
    const first = await reportOfEnd(process)
    const report = first.phase === 'exchanged' ? first : await rebuild()
    expect(report).toMatchObject({ phase: 'exchanged', failure: null })
    expect(await hashes()).toEqual(before)
  })

  it('can be abandoned, and leaves nothing behind', async () => {
    const [before, epoch] = [await hashes(), process.projector.epoch()]
    expect(await process.rebuilds.abandon()).toMatchObject({
      refusal: 'there is no rebuild to abandon',
    })
    await process.stop()
    const { log, held, release } = holdReaders(world.ops.log, 'wallet-activity')
    process = await world.openProcess({ log, maxRecords })
    await startUntil(held)
    const { phase, refusal, removable } = await process.rebuilds.previewAbandonment()
    expect([phase, refusal]).toEqual(['filling', null])
    expect(removable.tables).toContain('trades')
    expect(removable.bytes).toBeGreaterThan(0)
    expect(await process.rebuilds.report()).toMatchObject({ phase: 'filling', step: 'filling' })
    const abandoned = process.rebuilds.abandon()
    release()
    expect(await abandoned).toMatchObject({ phase: null, refusal: null })
    expect(await world.addedTables()).toEqual([])
    expect(await hashes()).toEqual(before)
    expect(process.projector.epoch()).toBe(epoch)
  })

  it('is finished before a projector is opened if the tables were being exchanged', async () => {
    const [before, epoch] = [await hashes(), process.projector.epoch()]
    await process.stop()
    // this process can exchange only some tables, and none any more afterwards
    let exchanges = 0
    const dying: OpenedStore = {
      ...world.store,
      async command(sql, params) {
        if (sql.startsWith('EXCHANGE') && (exchanges += 1) > 5)
          throw new StoreUnavailable('the process was killed')
        await world.store.command(sql, params)
      },
    }
    const died = await world.openProcess({ store: dying, onFatal: () => undefined })
    expect(await died.rebuilds.start()).toMatchObject({ refusal: null })
    await until(async () => {
      const { failure } = await died.rebuilds.report()
      if (exchanges <= 5) expect(failure).toBeNull()
      return exchanges > 5
    })
    expect((await readState(world.store, rebuilt))?.phase).toBe('exchanging')
    process = await world.openProcess()
    expect(process.projector.epoch()).toBe(epoch + 1)
    expect(await process.rebuilds.report()).toMatchObject({ phase: 'exchanged' })
    expect(await world.hashes()).toEqual(before)
    await finishExchange(world.store)
    expect(await world.hashes()).toEqual(before)
    await died.stop()
  })
})

describe('rows that the log no longer has', () => {
  /** The log after retention has removed the first records of a topic. */
  function withoutOldest(topic: string, removed: number): EventLog {
    const { log } = world.ops
    const name = topicPrefix + topic
    return {
      ...log,
      ranges: async (asked) =>
        (await log.ranges(asked)).map((range) =>
          asked === name ? { ...range, low: Math.min(removed, range.high) } : range,
        ),
      read: (options) =>
        log.read(
          options.topic === name ? { ...options, from: Math.max(options.from, removed) } : options,
        ),
    }
  }

  it('are copied if they come from order books', async () => {
    const before = await hashes()
    await process.stop()
    process = await world.openProcess({ log: withoutOldest('books', 15), maxRecords })
    const plan = await process.rebuilds.plan()
    expect(plan).toMatchObject({ refusal: null })
    expect(plan.copied_rows).toBeGreaterThan(0)
    expect(await world.addedTables()).toEqual([])
    expect(await rebuild()).toMatchObject({ phase: 'exchanged', differences: [] })
    expect(await world.hashes()).toEqual(before)
  })

  it('prevent a rebuild if they come from other records', async () => {
    await process.stop()
    process = await world.openProcess({ log: withoutOldest('trades', 7) })
    expect(await process.rebuilds.start()).toMatchObject({
      phase: null,
      refusal: expect.stringMatching(
        /^the log no longer has the records of trades\/\d+ before offset 7/,
      ),
    })
    expect(await world.addedTables()).toEqual([])
  })
})

describe('a rebuild is refused', () => {
  it('if the disk has too little space', async () => {
    await process.stop()
    const small: OpenedStore = {
      ...world.store,
      query: async (sql, params, options) =>
        sql.includes('system.disks')
          ? ([{ bytes: 90_000_000 }] as never)
          : world.store.query(sql, params, options),
    }
    process = await world.openProcess({ store: small })
    expect(await process.rebuilds.start()).toMatchObject({
      refusal: expect.stringMatching(/ has 90\.0 MB free, and \d+ MB are needed$/),
    })
  })
})
