// Which rows a refresh of the catalogs reads.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { queryChangedFeeds } from '../../../services/api/queries/changed-feeds.ts'
import {
  queryAllMarkets,
  queryWrittenVersions,
} from '../../../services/api/queries/changed-markets.ts'
import { parseAllRows } from '../../../services/api/queries/plain-rows.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

const earlyMs = 1_790_000_000_000
const lateMs = earlyMs + 60_000
let store: Store

beforeAll(async () => {
  store = await openMigratedStore()
})
afterAll(() => store.close())

const insertMarket = (id: string, version: number, writtenAtMs: number): Promise<void> =>
  store.insert(
    'markets',
    ['id', 'platform', 'slug', 'status', 'version', 'written_at'],
    [[id, 'platform_b', `version-${version}`, 'open', version, writtenAtMs]],
  )

async function writtenVersions(sinceMs: number, after = '', limit = 100) {
  const rows = await parseAllRows(await queryWrittenVersions(store, { sinceMs, after, limit }))
  return rows.map(({ id, version }) => `${id} ${version}`)
}

async function allMarkets(after = '', limit = 100) {
  const rows = await parseAllRows(await queryAllMarkets(store, { after, limit, endedFromMs: 0 }))
  return rows.map(({ id, slug }) => `${id} ${slug}`)
}

describe('a refresh', () => {
  it('reads the newest version of each market of which a row was written since then', async () => {
    await insertMarket('pb_OLD', 1, earlyMs)
    await insertMarket('pb_CHANGED', 1, earlyMs)
    await insertMarket('pb_CHANGED', 2, lateMs)
    await insertMarket('pb_CHANGED', 3, lateMs)
    await insertMarket('pb_LATE', 4, lateMs)
    expect(await writtenVersions(lateMs)).toEqual(['pb_CHANGED 3', 'pb_LATE 4'])
    expect(await writtenVersions(lateMs + 1)).toEqual([])
    expect(await writtenVersions(lateMs, 'pb_CHANGED')).toEqual(['pb_LATE 4'])
    expect(await writtenVersions(lateMs, '', 1)).toEqual(['pb_CHANGED 3'])
  })

  it('reads the newest row of each market if it reads all', async () => {
    expect(await allMarkets()).toEqual([
      'pb_CHANGED version-3',
      'pb_LATE version-4',
      'pb_OLD version-1',
    ])
    expect(await allMarkets('pb_CHANGED', 1)).toEqual(['pb_LATE version-4'])
  })

  it('reads the newest of the watermarks that were written since then, or all', async () => {
    const columns = ['feed', 'partition', 'platform', 'market_id', 'version', 'written_at']
    const insertTape = (partition: number, version: number, writtenAtMs: number): Promise<void> =>
      store.insert('feeds', columns, [
        ['platform_b/trades', partition, 'platform_b', '', version, writtenAtMs],
      ])
    await insertTape(3, 1, earlyMs)
    await insertTape(4, 3, earlyMs)
    await insertTape(4, 1, lateMs)
    await insertTape(4, 2, lateMs)
    await insertTape(5, 1, lateMs)
    const page = { after: { feed: '', partition: 0 }, limit: 100 }
    const changed = async (sinceMs: number) =>
      parseAllRows(await queryChangedFeeds(store, { sinceMs, ...page }))
    const versions = async (sinceMs: number) =>
      (await changed(sinceMs)).map(({ partition, version }) => [partition, version])
    expect(await versions(lateMs)).toEqual([
      [4, 2],
      [5, 1],
    ])
    expect(await versions(lateMs + 1)).toEqual([])
    expect(await versions(0)).toEqual([
      [3, 1],
      [4, 3],
      [5, 1],
    ])
  })
})
