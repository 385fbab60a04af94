// Records about wallets, each to its row, on the real engine.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Trade, WalletActivity } from '../../schemas/generated/events.ts'
import type { ProjectorRecord } from '../../services/projector/table-rows.ts'
import { aRecord, projectInto } from './run-projector.ts'
import { aTrade } from './records.ts'
import { openTestStore, type TestStore } from './store.ts'
import { aWallet, aWalletWatermark, anActivity } from './wallet-records.ts'

// the engine opens slowly on a busy machine

let test: TestStore
beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(() => test.empty())

const project = (...records: ProjectorRecord[]): Promise<string[]> =>
  projectInto(test.store, records)
const rowsOf = (table: string): Promise<Record<string, unknown>[]> =>
  test.store.query(`SELECT * FROM ${table} FINAL`)
const activityAt = (offset: number, changes: Partial<WalletActivity> = {}): ProjectorRecord =>
  aRecord('wallet-activity', offset, { activity: anActivity(changes), progress: null })
const tradeAt = (offset: number, changes: Partial<Trade> = {}): ProjectorRecord =>
  aRecord('trades', offset, {
    trade: aTrade({ platform: 'platform_a', market_id: 'pa_0x1', wallet: aWallet, ...changes }),
    progress: null,
  })

describe('wallet_activity', () => {
  it('keeps every field exactly', async () => {
    await project(activityAt(7))
    const [row] = await test.store.query(
      `SELECT wallet, toUnixTimestamp64Milli(ts) AS ms, id, type, platform, market_id, outcome, label, side,
         toString(price) AS price, toString(size) AS size, toString(usdc_size) AS usdc_size, market_slug,
         event_slug, title, received_at_ms, source, toUInt64(version) AS position FROM wallet_activity`,
    )
    const said = anActivity()
    expect(row).toEqual({
      wallet: aWallet,
      ms: said.timestamp_ms,
      id: said.id,
      type: 'TRADE',
      platform: 'platform_a',
      market_id: 'pa_0x1',
      outcome: 1,
      label: 'Nein',
      side: 'sell',
      price: '0.45999999540000005',
      size: '12.000001',
      usdc_size: '5.519999',
      market_slug: 'will-it-rain',
      event_slug: 'weather',
      title: 'Will it "rain"?\n東京',
      received_at_ms: said.received_at_ms,
      source: 'wallet-activity',
      position: 7,
    })
  })

  it.each(['SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'] as const)(
    'of a %s has nothing where it has no word',
    async (type) => {
      const nothing = { outcome_index: null, outcome: null, side: null, price: null }
      const words = { market_id: null, market_slug: null, event_slug: null, title: null }
      await project(activityAt(1, { type, ...nothing, ...words, size: '0' }))
      expect(await rowsOf('wallet_activity')).toMatchObject([
        {
          type,
          market_id: '',
          outcome: null,
          label: '',
          side: null,
          price: null,
          size: 0,
          market_slug: '',
          event_slug: '',
          title: '',
        },
      ])
    },
  )

  it.each([
    ['time_out_of_range', { timestamp_ms: -1 }],
    ['time_out_of_range', { timestamp_ms: 4_102_444_800_000 }],
    ['time_out_of_range', { timestamp_ms: 1.5 }],
    ['time_out_of_range', { received_at_ms: -1 }],
    ['decimal_out_of_range', { price: 'NaN' }],
    ['decimal_out_of_range', { price: '12' }],
    ['decimal_out_of_range', { size: '' }],
    ['decimal_out_of_range', { size: '1e3' }],
    ['decimal_out_of_range', { size: '1234567890123' }],
    ['decimal_out_of_range', { usdc_size: '1'.repeat(21) }],
    ['decimal_out_of_range', { usdc_size: 'Infinity' }],
    ['index_out_of_range', { outcome_index: 256 }],
    ['index_out_of_range', { outcome_index: -1 }],
  ])('refuses %s and keeps the rest: %j', async (reason, changes) => {
    const watermark = aRecord('wallet-activity', 4, {
      activity: null,
      progress: aWalletWatermark(),
    })
    const good = activityAt(3, { id: 'good' })
    expect(await project(activityAt(2, { id: 'bad', ...changes }), good, watermark)).toEqual([
      `wallet-activity 2 ${reason}`,
    ])
    expect(await rowsOf('wallet_activity')).toMatchObject([{ id: 'good' }])
    expect(await rowsOf('wallet_feeds')).toHaveLength(1)
  })

  it.each([
    { size: '999999999999.999999', usdc_size: '9'.repeat(20), price: '1' },
    { size: '0', usdc_size: '0', price: '0' },
    { timestamp_ms: 0 },
    { timestamp_ms: 4_102_444_799_999, received_at_ms: 4_102_444_799_999 },
    { outcome_index: 255 },
    { id: `'"\\\n\t\u0000{x:String}; DROP TABLE trades -- 東京 😀` },
  ])('takes %j', async (changes) => {
    expect(await project(activityAt(2, changes))).toEqual([])
    expect(await rowsOf('wallet_activity')).toHaveLength(1)
  })
})

describe('a trade', () => {
  it.each([
    ['first', 'buy', 'buy', 0],
    ['first', 'sell', 'sell', 0],
    ['second', 'buy', 'sell', 1],
    ['second', 'sell', 'buy', 1],
  ] as const)(
    'in the %s outcome, %s in terms of the first, was a %s',
    async (_outcome, side, own, index) => {
      const price = index === 0 ? '0.3' : '0.7'
      await project(
        tradeAt(1, {
          side,
          price: '0.3',
          outcome_price: price,
          outcome_index: index,
          outcome: 'X',
        }),
      )
      expect(await rowsOf('wallet_activity')).toMatchObject([
        {
          wallet: aWallet,
          id: 'trade-1',
          type: 'TRADE',
          market_id: 'pa_0x1',
          size: 10,
          outcome: index,
          label: 'X',
          side: own,
          price: Number(price),
          source: 'trades',
          usdc_size: null,
          market_slug: '',
          event_slug: '',
          title: '',
        },
      ])
    },
  )

  it('is written under the address in lower case', async () => {
    await project(tradeAt(1, { wallet: aWallet.toUpperCase() }))
    expect(await rowsOf('wallet_activity')).toMatchObject([{ wallet: aWallet }])
  })

  it.each([
    ['without an address', null],
    ['with an empty one', ''],
    ['with a short one', aWallet.slice(0, -1)],
    ['with one that is none', 'vitalik.eth'],
    ['with a line break behind it', `${aWallet}\n`],
  ])('%s is nobody’s, and a trade all the same', async (_name, wallet) => {
    expect(await project(tradeAt(1, { wallet }))).toEqual([])
    expect(await rowsOf('wallet_activity')).toEqual([])
    expect(await rowsOf('trades')).toHaveLength(1)
  })

  it('of platform_b is nobody’s', async () => {
    await project(aRecord('trades', 1, { trade: aTrade(), progress: null }))
    expect(await rowsOf('wallet_activity')).toEqual([])
  })

  it('that the table of trades refuses is in no table', async () => {
    for (const changes of [{ outcome_price: 'NaN' }, { size: '' }, { timestamp_ms: -1 }])
      expect(await project(tradeAt(1, changes), tradeAt(2, { id: 'good' }))).toHaveLength(1)
    expect(await rowsOf('wallet_activity')).toMatchObject([{ id: 'good' }])
    expect(await rowsOf('trades')).toMatchObject([{ id: 'good' }])
  })

  it('is one row from both sources, that of the wallet, whatever comes first and is newer', async () => {
    const { id, timestamp_ms: ms } = anActivity()
    for (const receivedMs of [1, 2_000_000_000_000])
      for (const isFirst of [true, false]) {
        await test.empty()
        const own = activityAt(1)
        const trade = tradeAt(9, { id, timestamp_ms: ms, received_at_ms: receivedMs })
        await projectInto(test.store, ...(isFirst ? [[own], [trade]] : [[trade], [own]]))
        expect(await rowsOf('wallet_activity')).toMatchObject([
          { id, source: 'wallet-activity', title: 'Will it "rain"?\n東京' },
        ])
        expect(await rowsOf('trades')).toHaveLength(1)
      }
  })
})

describe('wallet_feeds', () => {
  const watermarkAt = (offset: number, untilMs: number): ProjectorRecord =>
    aRecord('wallet-activity', offset, {
      activity: null,
      progress: aWalletWatermark({ complete_until_ms: untilMs }),
    })

  it('keep every field of a watermark', async () => {
    const gaps = [{ from_ms: 1, until_ms: 2, reason: 'unreachable' }]
    const progress = aWalletWatermark({ complete_from_ms: 5, gaps })
    await project(aRecord('wallet-activity', 8, { activity: null, progress }))
    const { platform: _platform, ...fields } = progress
    expect(await rowsOf('wallet_feeds')).toEqual([
      { ...fields, gaps: JSON.stringify(gaps), version: 8 },
    ])
  })

  it('keep the newest by position, also where it is earlier, and one for each wallet', async () => {
    const other = aWalletWatermark({ wallet: aWallet.replace('0x0', '0xf') })
    await projectInto(
      test.store,
      [
        watermarkAt(1, 10),
        watermarkAt(3, 30),
        watermarkAt(5, 20),
        aRecord('wallet-activity', 2, { activity: null, progress: other }),
      ],
      [watermarkAt(4, 40)],
    )
    const rows = (await rowsOf('wallet_feeds')).map((row) => [row['wallet'], row['version']])
    expect(new Map(rows as [string, number][])).toEqual(
      new Map([
        [aWallet, 5],
        [other.wallet, 2],
      ]),
    )
    expect(await rowsOf('wallet_feeds')).toContainEqual(
      expect.objectContaining({ complete_until_ms: 20 }),
    )
  })
})
