// The tables against a brute-force model: whatever the order, the batches and the crashes, the rows
// are the same.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createProjector, type Projector } from '../../services/projector/projector.ts'
import { StoreUnavailable, type Store } from '../../services/lib/store/port.ts'
import { generateTopic } from './generate.ts'
import {
  expectedCandles,
  expectedFeeds,
  expectedLatest,
  expectedTrades,
  winningTrades,
} from './model.ts'
import { createKillableProcess } from './killable-store.ts'
import { createSeededRandom, shuffle } from '../support/random.ts'
import {
  aWatermark,
  aTrade,
  allPartitions,
  createTradesTopic,
  type TradesRecord,
  type TradesTopic,
} from './records.ts'
import { until } from '../support/waiting.ts'
import { candlesIn, feedsIn, latestIn, tradesIn } from './tables.ts'
import { openTestStore, type TestStore } from './store.ts'

const random = createSeededRandom()
const signal = new AbortController().signal

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(() => test.empty())

function openProjector(
  store: Store,
  topic: TradesTopic,
  deferMs: number,
  onFlushFailed: (error: unknown) => void = () => undefined,
): Projector {
  return createProjector({
    epoch: 0,
    store,
    tradesLog: topic,
    deferMs,
    onRefused: (record) => {
      throw new Error(`refused ${record.topic} ${record.offset}`)
    },
    onCandlesWritten: () => undefined,
    onFlushFailed,
  })
}

/** As the log's subscription does. */
async function deliver(
  projector: Projector,
  topic: TradesTopic,
  sizeOf: () => number,
): Promise<void> {
  for (let batch = topic.next(sizeOf()); batch.length > 0; batch = topic.next(sizeOf())) {
    await projector.handle(batch, signal)
    topic.advance(batch)
  }
}

/** The engine may be on its way back. */
async function stopPatiently(projector: Projector): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await projector.stop()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries === 5) throw error
    }
  }
}

async function expectTables(records: readonly TradesRecord[]): Promise<void> {
  expect(await tradesIn(test.store)).toEqual(expectedTrades(records))
  expect(await candlesIn(test.store, '1m')).toEqual(expectedCandles(records, 60))
  expect(await candlesIn(test.store, '1h')).toEqual(expectedCandles(records, 3600))
  expect(await latestIn(test.store)).toEqual(expectedLatest(records))
  expect(await feedsIn(test.store)).toEqual(expectedFeeds(records))
}

describe('the tables are those of the model', () => {
  it.each([
    ['in log order, in small batches', 3_000, () => 1 + random.below(400)],
    ['in log order, in large batches', 15_000, () => 7_000],
  ])('%s', async (_name, trades, sizeOf) => {
    const topic = generateTopic(random, trades)
    const projector = openProjector(test.store, topic, 20)
    await projector.onPartitionsAssigned(allPartitions, signal)
    await deliver(projector, topic, sizeOf)
    await projector.stop()
    await expectTables(topic.records)
  })

  it('in any order, with a tenth of the batches again elsewhere', async () => {
    const topic = generateTopic(random, 4_000)
    const shuffled = shuffle(random, topic.records)
    const batches = Array.from({ length: Math.ceil(shuffled.length / 333) }, (_, index) =>
      shuffled.slice(index * 333, (index + 1) * 333),
    )
    const again = batches.filter(() => random.chance(0.1))
    const projector = openProjector(test.store, topic, 10)
    await projector.onPartitionsAssigned(allPartitions, signal)
    for (const batch of shuffle(random, [...batches, ...again]))
      await projector.handle(batch, signal)
    await projector.stop()
    await expectTables(topic.records)
  })

  it('after dropping them all and replaying, and after replaying over them', async () => {
    const topic = generateTopic(random, 1_500)
    const run = async (): Promise<void> => {
      topic.rewind()
      const projector = openProjector(test.store, topic, 10)
      await projector.onPartitionsAssigned(allPartitions, signal)
      await deliver(projector, topic, () => 500)
      await projector.stop()
      await expectTables(topic.records)
    }
    await run()
    await run()
    await test.empty()
    await run()
  })
})

describe('candles of late trades', () => {
  it('are recomputed alone, where all between them would be too much', async () => {
    const topic = createTradesTopic()
    const startMs = Date.UTC(2026, 10, 1)
    const append = (number: number, minute: number): TradesRecord =>
      topic.appendTrade(
        aTrade({
          id: `trade-${number}`,
          market_id: `pb_MARKET-${number % 3}`,
          price: String(random.below(9_999) / 10_000),
          timestamp_ms: startMs + minute * 60_000 + random.below(60_000),
        }),
      )
    for (let number = 0; number < 12_000; number += 1) append(number, Math.floor(number / 240))
    const statements: string[] = []
    const observed: Store = {
      ...test.store,
      command: (sql, params) => {
        statements.push(sql)
        return test.store.command(sql, params)
      },
    }
    const projector = openProjector(observed, topic, 60_000)
    await deliver(projector, topic, () => 12_000)
    await projector.stop()
    expect(statements).toEqual([]) // computed in memory
    for (let number = 20_000; number < 20_030; number += 1)
      append(number, number % 2 === 0 ? 3 : 47)
    await deliver(projector, topic, () => 100)
    await projector.stop()
    expect(statements.filter((sql) => sql.includes('{minutes:'))).toHaveLength(1)
    await expectTables(topic.records)
  })
})

describe('a crash loses nothing', () => {
  it('of the process, with deferred candles and watermarks', async () => {
    const topic = generateTopic(random, 3_000)
    let crashes = 0
    while (topic.next(1).length > 0) {
      const life = createKillableProcess(test.store)
      // Long enough that much is deferred at the end, short enough that some is written.
      const projector = openProjector(life.store, topic, random.chance(0.5) ? 60_000 : 5)
      await projector.onPartitionsAssigned(allPartitions, signal)
      for (let batches = random.below(8); batches >= 0; batches -= 1) {
        const batch = topic.next(1 + random.below(100))
        if (batch.length === 0) break
        const handled = projector.handle(batch, signal)
        if (random.chance(0.1)) break // in the middle of it
        await handled
        topic.advance(batch)
      }
      life.kill()
      crashes += 1
    }
    expect(crashes).toBeGreaterThan(10)
    // No record comes any more: onPartitionsAssigned() alone has to write what was deferred.
    const last = openProjector(test.store, topic, 5)
    await last.onPartitionsAssigned(allPartitions, signal)
    await last.stop()
    await expectTables(topic.records)
  })

  it('of the process, however much was deferred', async () => {
    const topic = createTradesTopic()
    for (let number = 0; number < 22_000; number += 1)
      topic.appendTrade(aTrade({ id: `trade-${number}`, timestamp_ms: number * 5_000 }))
    const life = createKillableProcess(test.store)
    const projector = openProjector(life.store, topic, 60_000)
    await projector.onPartitionsAssigned(allPartitions, signal)
    await deliver(projector, topic, () => 5_000)
    life.kill()
    const next = openProjector(test.store, topic, 60_000)
    await next.onPartitionsAssigned(allPartitions, signal)
    await expectTables(topic.records)
    await next.stop()
  })

  it('of the engine, at any moment', async () => {
    const topic = generateTopic(random, 2_500)
    const projector = openProjector(test.store, topic, 30)
    await projector.onPartitionsAssigned(allPartitions, signal)
    let kills = 0
    let failures = 0
    for (let number = 0; topic.next(1).length > 0; number += 1) {
      const batch = topic.next(1 + random.below(100))
      const work = projector.handle(batch, signal)
      const pid = test.store.childPid()
      if (number % 12 === 0 && pid !== null) {
        setTimeout(() => process.kill(pid, 'SIGKILL'), random.below(60))
        kills += 1
      }
      try {
        await work
        topic.advance(batch)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        failures += 1
      }
    }
    await stopPatiently(projector)
    process.stdout.write(`projector.test.ts: ${kills} kills, ${failures} failed batches\n`)
    expect(kills).toBeGreaterThan(2)
    await expectTables(topic.records)
  })
})

describe('a watermark is never written before the candles that it covers', () => {
  it('in any batch', async () => {
    const topic = generateTopic(random, 800)
    let watermarkRows = 0
    const checking: Store = {
      ...test.store,
      async insert(table, columns, rows) {
        if (table === 'feeds') {
          const written = countByMarket((await candlesIn(test.store, '1h')).map(toCount))
          for (const row of rows) {
            const [partition, offset] = [Number(row[1]), Number(row.at(-1))]
            const covered = winningTrades(
              topic.records.filter((each) => each.partition === partition && each.offset < offset),
            )
            for (const [market, count] of countByMarket(covered.map((fact) => [fact.market, 1])))
              expect(written.get(market)).toBeGreaterThanOrEqual(count)
            watermarkRows += 1
          }
        }
        await test.store.insert(table, columns, rows)
      },
    }
    const projector = openProjector(checking, topic, 1)
    await projector.onPartitionsAssigned(allPartitions, signal)
    await deliver(projector, topic, () => 1 + random.below(60))
    await projector.stop()
    expect(watermarkRows).toBeGreaterThan(3)
    await expectTables(topic.records)
  })

  /** Market and number of trades of a candle's line. */
  function toCount(line: string): [string, number] {
    const words = line.split(' ')
    return [words[0] ?? '', Number(words.at(-1))]
  }

  function countByMarket(counts: readonly [string, number][]): Map<string, number> {
    const sums = new Map<string, number>()
    for (const [market, count] of counts) sums.set(market, (sums.get(market) ?? 0) + count)
    return sums
  }
})

describe('when candles cannot be written', () => {
  it('the rows are written, and candles and watermarks follow later', async () => {
    const topic = createTradesTopic()
    topic.appendTrade(aTrade())
    topic.appendWatermark(aWatermark(), topic.records[0]?.partition ?? 0)
    let isAway = true
    const failed: unknown[] = []
    const flaky: Store = {
      ...test.store,
      insert: (table, columns, rows) =>
        isAway && table.startsWith('candles')
          ? Promise.reject(new StoreUnavailable('away'))
          : test.store.insert(table, columns, rows),
    }
    const seen = new Promise<void>((resolve) => {
      const projector = openProjector(flaky, topic, 1, (error) => {
        failed.push(error)
        if (failed.length === 3) resolve()
      })
      void projector.handle(topic.next(10), signal).then(() => topic.advance(topic.next(10)))
    })
    await seen
    expect(await tradesIn(test.store)).toEqual(expectedTrades(topic.records))
    expect(await feedsIn(test.store)).toEqual([])
    isAway = false
    await until(async () => (await feedsIn(test.store)).length > 0)
    await expectTables(topic.records)
  })

  it('a statement that the engine refuses stops the projector at the next batch', async () => {
    const topic = createTradesTopic()
    topic.appendTrade(aTrade())
    await test.store.command('RENAME TABLE candles_1h TO candles_away')
    let projector: Projector | undefined
    try {
      const failed = new Promise<unknown>((resolve) => {
        projector = openProjector(test.store, topic, 1, resolve)
      })
      await projector?.handle(topic.next(1), signal)
      const error = await failed
      expect(error).toMatchObject({ name: 'StoreError', retriable: false })
      await expect(projector?.handle(topic.next(1), signal)).rejects.toBe(error)
    } finally {
      await test.store.command('RENAME TABLE candles_away TO candles_1h')
    }
  })
})
