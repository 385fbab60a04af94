// GET /v1/exports/{kind}/manifest over the real engine: it describes the file, and says when the file is final.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ExportManifest } from '../../../schemas/generated/api.ts'
import { exportKindNames } from '../../../services/api/exports/kinds.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { until } from '../../support/waiting.ts'
import { refusal } from '../api-requests.ts'
import { insertFeeds, insertMarkets, marketRow } from '../rows.ts'
import { nowMs, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import { addExportedData, addWatermarks, date, dayMs, readParquet } from './exported-data.ts'
import { parseCsv } from './parse-csv.ts'

const dayEndMs = dayMs + 86_400_000
let store: Store
let api: RunningApi
let version = 0

beforeAll(async () => {
  store = await openMigratedStore()
  await addExportedData(store)
  await addWatermarks(store, nowMs - 1000, ++version)
  api = await runApi(store, { refreshEveryMs: 20 })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

async function manifestOf(kind: string, query: string): Promise<ExportManifest> {
  const { status, body } = await api.get(`/v1/exports/${kind}/manifest?${query}`)
  expect(status).toBe(200)
  return body as ExportManifest
}

async function download(kind: string, query: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const headers = { 'X-API-Key': api.apiKey }
  const response = await fetch(`${api.url}/v1/exports/${kind}?${query}`, { headers })
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

describe('a manifest', () => {
  it.each(exportKindNames.flatMap((kind) => ['parquet', 'csv'].map((format) => [kind, format])))(
    'of %s as %s describes the file',
    async (kind, format) => {
      const query = `date=${kind === 'matches' ? '2023-11-14' : date}&format=${format}`
      const manifest = await manifestOf(kind, query)
      const { bytes, headers } = await download(kind, query)
      const rows: readonly Record<string, unknown>[] =
        format === 'csv' ? parseCsv(bytes.toString()) : (await readParquet(store, bytes)).rows
      const times = rows.flatMap((row) => {
        const seconds = row['start_ts'] ?? row['matched_at']
        const ms = seconds === undefined ? row['timestamp_ms'] : Number(seconds) * 1000
        return ms === undefined ? [] : [Number(ms)]
      })
      expect(rows.length).toBeGreaterThan(1)
      expect(manifest).toMatchObject({
        kind,
        format,
        interval: kind === 'candles' ? '1h' : null,
        market_id: null,
        event_slug: null,
        rows: rows.length,
        first_ms: times.length === 0 ? null : Math.min(...times),
        last_ms: times.length === 0 ? null : Math.max(...times),
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        gaps: [],
      })
      const complete = headers.get('X-Data-Complete-Until')
      expect(manifest.complete_until_ms).toBe(complete === null ? null : Number(complete))
      expect(String(manifest.is_final)).toBe(headers.get('X-Data-Final'))
      expect(manifest.is_final).toBe(kind === 'trades' || kind === 'candles')
    },
  )

  it.each(exportKindNames)('of %s has a hash of the rows, not of the bytes', async (kind) => {
    const query = `date=${kind === 'matches' ? '2023-11-14' : date}`
    const manifests = [
      await manifestOf(kind, `${query}&format=csv`),
      await manifestOf(kind, `${query}&format=parquet`),
    ]
    const [csv, parquet] = manifests.map(({ rows_hash: hash }) => hash)
    expect(csv).toMatch(/^(?!0{16})[0-9a-f]{16}$/)
    expect(parquet).toBe(csv)
  })

  it('of a market without rows has no times', async () => {
    const manifest = await manifestOf('trades', 'market_id=pb_QUIET&format=csv')
    expect(manifest).toMatchObject({
      rows: 0,
      rows_hash: '0'.repeat(16),
      first_ms: null,
      last_ms: null,
      date: null,
    })
  })

  it.each([
    ['prices', `date=${date}`, 404, 'path.kind export_not_found'],
    ['trades', '', 422, 'query.date value_error'],
    ['trades', 'market_id=pa_unknown', 404, 'query.market_id market_not_found'],
  ])('is refused like the export: %s?%s', async (kind, query, status, fault) => {
    const refused = await api.get(`/v1/exports/${kind}/manifest?${query}`)
    expect(refusal(refused)).toEqual([status, [fault]])
  })
})

describe('a day is not final', () => {
  const isFinal = async (
    query: string,
    kind = 'trades',
  ): Promise<readonly [boolean, number | null]> => {
    const { is_final: final, complete_until_ms: untilMs } = await manifestOf(kind, query)
    return [final, untilMs]
  }

  it('before it is over', async () => {
    expect(await isFinal('date=2026-11-19')).toEqual([false, nowMs - 1000])
    const today = await manifestOf('trades', 'date=2026-11-19')
    expect(today.until_ms).toBe(dayEndMs + 86_400_000)
  })

  it('before its buckets are over', async () => {
    // Monday; its week ends after now
    expect(await isFinal('date=2026-11-16&interval=1d', 'candles')).toEqual([true, nowMs - 1000])
    expect(await isFinal('date=2026-11-16&interval=1w', 'candles')).toEqual([false, nowMs - 1000])
  })

  it('before the watermark of one platform reaches its end', async () => {
    const tape = { market_id: '', complete_from_ms: 0, platform: 'platform_b' } as const
    await insertFeeds(store, [
      { ...tape, gaps: [], complete_until_ms: dayEndMs - 1, version: ++version },
    ])
    expect(await isFinal(`date=${date}`)).toEqual([false, dayEndMs - 1])
    await insertFeeds(store, [
      { ...tape, gaps: [], complete_until_ms: dayEndMs, version: ++version },
    ])
    expect(await isFinal(`date=${date}`)).toEqual([true, dayEndMs])
  })

  it('while a gap of a tape or a history is in it', async () => {
    const gap = { from_ms: dayEndMs - 5, until_ms: dayEndMs + 5, reason: 'unreachable' }
    await addWatermarks(store, nowMs, ++version, [gap])
    const withGap = await manifestOf('trades', `date=${date}`)
    expect([withGap.is_final, withGap.gaps]).toEqual([false, [gap]])
    const { headers } = await download('trades', `date=${date}`)
    expect(headers.get('X-Data-Gaps')).toBe(`${dayEndMs - 5}-${dayEndMs + 5};unreachable`)
    expect((await manifestOf('trades', 'date=2026-11-17')).gaps).toEqual([])
    await addWatermarks(store, nowMs, ++version)
    const history = {
      platform: 'platform_a',
      market_id: 'pa_0x1',
      complete_from_ms: 0,
      complete_until_ms: dayMs,
    } as const
    const volume = { from_ms: dayMs - 100, until_ms: dayMs + 100, reason: 'volume' }
    await insertFeeds(store, [{ ...history, gaps: [volume], version: ++version }])
    expect((await manifestOf('trades', `date=${date}`)).gaps).toEqual([volume])
    await addWatermarks(store, nowMs, ++version)
    expect(await isFinal(`date=${date}`)).toEqual([true, nowMs])
  })

  it('while the history of a market that existed on it is missing, ends too early or begins too late', async () => {
    await insertMarkets(store, [marketRow('pa_0x9', { created_at: dayMs / 1000, version: 1 })])
    expect(await isFinal(`date=${date}`)).toEqual([false, 0])
    expect(await isFinal('date=2026-11-17')).toEqual([true, nowMs])
    const history = { platform: 'platform_a', market_id: 'pa_0x9' } as const
    const tapeFromMs = dayMs - 86_400_000
    await insertFeeds(store, [
      {
        ...history,
        gaps: [],
        complete_from_ms: 0,
        complete_until_ms: tapeFromMs - 1,
        version: ++version,
      },
    ])
    expect(await isFinal(`date=${date}`)).toEqual([false, tapeFromMs - 1])
    await insertFeeds(store, [
      {
        ...history,
        gaps: [],
        complete_from_ms: dayMs + 1,
        complete_until_ms: dayMs + 2,
        version: ++version,
      },
    ])
    const late = await manifestOf('trades', `date=${date}`)
    expect([late.is_final, late.gaps]).toEqual([
      false,
      [{ from_ms: 0, until_ms: dayMs + 1, reason: 'not_fetched' }],
    ])
    await insertFeeds(store, [
      {
        ...history,
        gaps: [],
        complete_from_ms: dayMs,
        complete_until_ms: dayMs,
        version: ++version,
      },
    ])
    expect(await isFinal(`date=${date}`)).toEqual([true, nowMs])
  })
})

describe('a market', () => {
  it('is final when it is resolved and all its trades are known', async () => {
    expect((await manifestOf('trades', 'market_id=pb_QUIET')).is_final).toBe(true)
    expect((await manifestOf('trades', 'market_id=pb_RAIN-YES')).is_final).toBe(false)
    expect((await manifestOf('trades', 'event_slug=RAIN')).is_final).toBe(false)
    const fields = { event_id: 'pb_RAIN', event_slug: 'RAIN', version: 2 } as const
    await insertMarkets(store, [
      marketRow('pb_RAIN-YES', {
        ...fields,
        status: 'resolved',
        resolved_at: nowMs / 1000 - 60,
        received_at_ms: nowMs,
      }),
    ])
    await until(async () => (await manifestOf('trades', 'event_slug=RAIN')).is_final)
    const ofEvent = await manifestOf('trades', 'event_slug=RAIN')
    expect([ofEvent.is_final, ofEvent.complete_until_ms]).toEqual([true, nowMs])
    // before the resolution
    await addWatermarks(store, nowMs - 60_001, ++version)
    await until(
      async () =>
        (await manifestOf('trades', 'event_slug=RAIN')).complete_until_ms === nowMs - 60_001,
    )
    expect((await manifestOf('trades', 'event_slug=RAIN')).is_final).toBe(false)
  })
})

// The last test, because it changes the state of a market.
it('a manifest has another hash when a field of a row is another one', async () => {
  const query = 'market_id=pb_QUIET'
  await insertMarkets(store, [marketRow('pb_QUIET')])
  const before = await manifestOf('markets', query)
  await insertMarkets(store, [
    marketRow('pb_QUIET', { question: 'Is it still quiet?', version: 9 }),
  ])
  const after = await manifestOf('markets', query)
  expect(after.rows).toBe(before.rows)
  expect(after.rows_hash).not.toBe(before.rows_hash)
})
