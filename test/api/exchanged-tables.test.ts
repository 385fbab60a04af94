// A rebuild writes new tables and exchanges them with those that the catalog of the api was loaded from.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createCatalog } from '../../services/api/catalog/catalog.ts'
import { toRowVersion } from '../../services/domain/epochs.ts'
import { feedColumns, toFeedRow } from '../../services/projector/tables/feeds.ts'
import { createEpochStarter } from '../../services/projector/tables/store-positions.ts'
import { allPartitions, aWatermark } from '../projector/records.ts'
import { openTestStore, type TestStore } from '../projector/store.ts'
import { insertMarkets, marketRow, type MarketRow } from './rows.ts'

const partition = 3
const now = (): number => Date.now()

let test: TestStore
let store: TestStore['store']

beforeAll(async () => {
  test = await openTestStore()
  store = test.store
})
afterEach(() => test.empty())
afterAll(() => test.close())

const openCatalog = (maxEndedMarkets = 1e9) =>
  createCatalog({
    store,
    storeOfRequests: store,
    partitionOf: () => partition,
    endedMarketsMs: 1e12,
    maxEndedMarkets,
    loadTimeoutMs: 1_000,
    now,
  })

describe('the catalog after a rebuild has exchanged its tables', () => {
  it('has the rows of the new tables, although they were written long ago with the same versions', async () => {
    const catalog = openCatalog()
    const read = async () => {
      await catalog.refresh()
      const [market, other] = [
        await catalog.findMarket('pb_MARKET'),
        await catalog.findMarket('pb_OTHER'),
      ]
      return [
        market?.market.slug,
        market?.completeness.completeUntilMs,
        other?.completeness.completeUntilMs,
      ]
    }
    const insertFeed = async (
      marketId: string,
      untilMs: number,
      version: number,
    ): Promise<void> => {
      const feed = `platform_b/trades/${marketId}`
      const progress = aWatermark({ feed, market_id: marketId, complete_until_ms: untilMs })
      await store.insert('feeds', feedColumns, [toFeedRow(progress, partition, version)])
    }
    await insertMarkets(store, [
      marketRow('pb_MARKET', { slug: 'wrong', version: 5 }),
      marketRow('pb_OTHER', { version: 5 }),
    ])
    await insertFeed('pb_MARKET', 1_000, toRowVersion(0, 7))
    await insertFeed('pb_OTHER', 1_000, toRowVersion(0, 7))
    expect(await read()).toEqual(['wrong', 1_000, 1_000])

    await store.command('TRUNCATE TABLE feeds')
    await insertMarkets(store, [marketRow('pb_MARKET', { slug: 'right', version: 5 })])
    await insertFeed('pb_MARKET', 1_000, toRowVersion(1, 7))
    for (const table of ['markets', 'feeds'])
      await store.command(
        `INSERT INTO ${table} SELECT * REPLACE (toDateTime64(0, 3, 'UTC') AS written_at) FROM ${table} FINAL`,
      )
    await createEpochStarter(store, 'log', 1)(allPartitions)
    expect(await read()).toEqual(['right', 1_000, 0])

    await insertMarkets(store, [marketRow('pb_MARKET', { slug: 'next', version: 6 })])
    expect((await read())[0]).toBe('next')
  })

  it('has the corrected ends of markets, also of those that are no longer among the last that ended', async () => {
    const catalog = openCatalog(2)
    const ended = (id: string, minutesAgo: number, fields: Partial<MarketRow> = {}): MarketRow => {
      const endedS = Math.floor(now() / 1000) - minutesAgo * 60
      return marketRow(id, {
        status: 'resolved',
        resolved_at: endedS,
        received_at_ms: now(),
        version: 5,
        ...fields,
      })
    }
    const ofEvent = { event_id: 'pb_EVENT', event_slug: 'event', event_title: 'Event' }
    const open = marketRow('pb_OPEN', { volume_total: '1', version: 5, ...ofEvent })
    const old = (volume: string): MarketRow =>
      ended('pb_OLD', 90, { volume_total: volume, ...ofEvent })
    const read = async () => {
      await catalog.refresh()
      const { markets } = await catalog.getCatalogsForList(undefined)
      const listed = ['pb_OLD', 'pb_FIRST', 'pb_SECOND', 'pb_THIRD'].filter(markets.isListed)
      return [listed, (await catalog.findEvent('event'))?.total_volume]
    }
    await insertMarkets(store, [
      open,
      old('100'),
      ended('pb_FIRST', 10),
      ended('pb_SECOND', 20),
      ended('pb_THIRD', 30),
    ])
    expect(await read()).toEqual([['pb_FIRST', 'pb_SECOND'], '101'])

    await insertMarkets(store, [old('5'), ended('pb_FIRST', 80)])
    await store.command(
      `INSERT INTO markets SELECT * REPLACE (toDateTime64(0, 3, 'UTC') AS written_at) FROM markets FINAL`,
    )
    await createEpochStarter(store, 'log', 1)(allPartitions)
    expect(await read()).toEqual([['pb_SECOND', 'pb_THIRD'], '6'])
  })
})
