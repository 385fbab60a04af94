// The tables of wallets against a brute-force model: whatever the order of the two topics, the batches
// and the crashes, the rows are the same, and no watermark is there before what it covers.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { StoreUnavailable, type Store } from '../../services/lib/store/port.ts'
import { createProjector, type Projector } from '../../services/projector/projector.ts'
import { createKillableProcess } from './killable-store.ts'
import { createSeededRandom, shuffle } from '../support/random.ts'
import { allPartitions } from './records.ts'
import { openTestStore, type TestStore } from './store.ts'
import { activityIn, tradesIn, walletFeedsIn } from './tables.ts'
import { expectedActivity, expectedWalletFeeds } from './wallet-model.ts'
import { generateWalletLog, type WalletLog, type WalletRecord } from './wallet-records.ts'

const random = createSeededRandom()
const signal = new AbortController().signal

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(() => test.empty())

function openProjector(store: Store, { trades }: WalletLog): Projector {
  return createProjector({
    epoch: 0,
    store,
    tradesLog: trades,
    deferMs: 10,
    onRefused: (record, reason) => {
      throw new Error(`refused ${record.topic} ${record.offset}: ${reason}`)
    },
    onCandlesWritten: () => undefined,
    onFlushFailed: () => undefined,
  })
}

function inBatches<T>(items: readonly T[], sizeOf: () => number): T[][] {
  const batches: T[][] = []
  for (let from = 0; from < items.length;) {
    const size = sizeOf()
    batches.push(items.slice(from, from + size))
    from += size
  }
  return batches
}

async function deliver(log: WalletLog, batches: readonly (readonly WalletRecord[])[]) {
  const projector = openProjector(test.store, log)
  await projector.onPartitionsAssigned(allPartitions, signal)
  for (const batch of batches) await projector.handle(batch, signal)
  await projector.stop()
}

async function expectTables(records: readonly WalletRecord[]): Promise<void> {
  const rows = expectedActivity(records)
  expect(rows.length).toBeGreaterThan(300)
  expect(await activityIn(test.store)).toEqual(rows)
  const feeds = expectedWalletFeeds(records)
  expect(feeds.length).toBeGreaterThan(3)
  expect(await walletFeedsIn(test.store)).toEqual(feeds)
}

describe('the tables are those of the model', () => {
  it.each([
    ['in log order, in small batches', 800, () => 1 + random.below(200)],
    ['in log order, in large batches', 9_000, () => 7_000],
  ])('%s', async (_name, facts, sizeOf) => {
    const log = generateWalletLog(random, facts)
    await deliver(log, inBatches(log.records, sizeOf))
    await expectTables(log.records)
    // those without a wallet are trades all the same
    expect((await tradesIn(test.store)).filter((line) => line.includes('other-'))).not.toEqual([])
  })

  it('in any order, with a tenth of the batches again elsewhere', async () => {
    const log = generateWalletLog(random, 700)
    // within a batch a partition is in order, as the log hands it over
    const batches = inBatches(shuffle(random, log.records), () => 1 + random.below(300)).map(
      (batch) => batch.toSorted((a, b) => a.offset - b.offset),
    )
    const again = batches.filter(() => random.chance(0.1))
    await deliver(log, shuffle(random, [...batches, ...again]))
    await expectTables(log.records)
  })

  it('one topic after the other, whichever comes first', async () => {
    const log = generateWalletLog(random, 800)
    const own = log.records.filter(({ topic }) => topic === 'wallet-activity')
    const trades = log.records.filter(({ topic }) => topic === 'trades')
    for (const records of [
      [...own, ...trades],
      [...trades, ...own],
    ]) {
      await test.empty()
      await deliver(
        log,
        inBatches(records, () => 500),
      )
      await expectTables(log.records)
    }
  })

  it('of the trades alone, without the wallets’ own activity', async () => {
    const log = generateWalletLog(random, 800)
    const trades = log.records.filter(({ topic }) => topic === 'trades')
    await deliver(
      log,
      inBatches(trades, () => 400),
    )
    expect(await activityIn(test.store)).toEqual(expectedActivity(trades))
    expect(await walletFeedsIn(test.store)).toEqual([])
  })

  it('after dropping them and replaying, and after replaying over them, merged or not', async () => {
    const log = generateWalletLog(random, 700)
    const batches = inBatches(log.records, () => 300)
    await deliver(log, batches)
    await deliver(log, batches)
    await expectTables(log.records)
    for (const table of ['wallet_activity', 'wallet_feeds'])
      await test.store.command(`OPTIMIZE TABLE ${table} FINAL`)
    await expectTables(log.records)
    await deliver(log, batches)
    await expectTables(log.records)
    await test.empty()
    await deliver(log, batches)
    await expectTables(log.records)
  })

  it('of the corrected mapping after the raw log was read again by it', async () => {
    const log = generateWalletLog(random, 700)
    await deliver(
      log,
      inBatches(log.records, () => 300),
    )
    // the same raw records, so the same received_at_ms; what it emits lies behind all that is there
    const corrected = log.records.map((record): WalletRecord => {
      if (record.topic === 'trades') return record
      const { activity, progress } = record.value
      if (activity === null) return record
      return {
        ...record,
        offset: record.offset + 1_000_000,
        value: { activity: { ...activity, size: '1', outcome: 'Corrected' }, progress },
      }
    })
    await deliver(
      log,
      inBatches(corrected, () => 300),
    )
    await expectTables([...log.records, ...corrected])
    const lines = await activityIn(test.store)
    const own = lines.filter((line) => line.includes('|wallet-activity|'))
    expect(own.filter((line) => line.includes('|Corrected|'))).toEqual(own)
  })
})

describe('a crash loses nothing', () => {
  it('of the process, in the middle of a batch', async () => {
    const log = generateWalletLog(random, 800)
    let at = 0
    let crashes = 0
    while (at < log.records.length) {
      const life = createKillableProcess(test.store)
      const projector = openProjector(life.store, log)
      await projector.onPartitionsAssigned(allPartitions, signal)
      for (let batches = random.below(6); batches >= 0; batches -= 1) {
        const batch = log.records.slice(at, at + 1 + random.below(120))
        if (batch.length === 0) break
        const handled = projector.handle(batch, signal)
        if (random.chance(0.2)) {
          await new Promise((resolve) => setTimeout(resolve, random.below(15)))
          break
        }
        await handled
        at += batch.length
      }
      life.kill()
      crashes += 1
    }
    expect(crashes).toBeGreaterThan(2)
    await expectTables(log.records)
  })

  it('of the engine, at any moment', async () => {
    const log = generateWalletLog(random, 800)
    const projector = openProjector(test.store, log)
    let failures = 0
    for (let at = 0, number = 0; at < log.records.length; number += 1) {
      const batch = log.records.slice(at, at + 1 + random.below(200))
      const work = projector.handle(batch, signal)
      const pid = test.store.childPid()
      if (number % 5 === 0 && pid !== null)
        setTimeout(() => process.kill(pid, 'SIGKILL'), random.below(40))
      try {
        await work
        at += batch.length
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        failures += 1
      }
    }
    process.stdout.write(`wallets.test.ts: ${failures} failed batches\n`)
    for (;;)
      try {
        await projector.stop()
        break
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
    await expectTables(log.records)
  })
})

describe('a watermark is never written before the rows that it covers', () => {
  it('not in the same batch either', async () => {
    const log = generateWalletLog(random, 800)
    let watermarks = 0
    const checking: Store = {
      ...test.store,
      insert: async (table, columns, rows) => {
        if (table === 'wallet_feeds') {
          const written = new Set(
            (await activityIn(test.store)).map((line) => line.split('|').slice(0, 3).join(' ')),
          )
          for (const row of rows) {
            const [wallet, offset] = [row[0], Number(row.at(-1))]
            const covered = log.records.flatMap((record) => {
              if (record.topic !== 'wallet-activity' || record.offset >= offset) return []
              const { activity } = record.value
              return activity !== null && activity.wallet === wallet ? [activity] : []
            })
            const missing = covered.filter(
              (reported) =>
                !written.has(`${reported.wallet} ${reported.timestamp_ms} ${reported.id}`),
            )
            expect(missing).toEqual([])
            watermarks += 1
          }
        }
        await test.store.insert(table, columns, rows)
      },
    }
    const projector = openProjector(checking, log)
    for (const batch of inBatches(log.records, () => 1 + random.below(150)))
      await projector.handle(batch, signal)
    await projector.stop()
    expect(watermarks).toBeGreaterThan(5)
  })

  it('and not at all while those cannot be written', async () => {
    const log = generateWalletLog(random, 400)
    const inserts: string[] = []
    let isAway = true
    const flaky: Store = {
      ...test.store,
      insert: async (table, columns, rows) => {
        if (!table.startsWith('wallet_')) return test.store.insert(table, columns, rows)
        inserts.push(`${table} begins`)
        // slow, so that code that does not wait for it fails
        await new Promise((resolve) => setTimeout(resolve, 20))
        if (isAway && table === 'wallet_activity') {
          inserts.push(`${table} fails`)
          throw new StoreUnavailable('away')
        }
        await test.store.insert(table, columns, rows)
        inserts.push(`${table} is done`)
      },
    }
    const projector = openProjector(flaky, log)
    await expect(projector.handle(log.records, signal)).rejects.toThrow(StoreUnavailable)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(inserts.splice(0)).toEqual(['wallet_activity begins', 'wallet_activity fails'])
    expect(await walletFeedsIn(test.store)).toEqual([])
    isAway = false
    await projector.handle(log.records, signal)
    await projector.stop()
    expect(inserts).toEqual([
      'wallet_activity begins',
      'wallet_activity is done',
      'wallet_feeds begins',
      'wallet_feeds is done',
    ])
    expect(await walletFeedsIn(test.store)).toEqual(expectedWalletFeeds(log.records))
  })
})
