// The auditor against a real store: which markets it compares, when, and what it finds.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Audit, FeedProgress, Market, Trade } from '../../../schemas/generated/events.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import type { NewRecord } from '../../../services/lib/log/port.ts'
import { createAuditRound } from '../../../services/projector/audit/auditor.ts'
import type { AuditStatusSummary } from '../../../services/projector/audit/held-volumes.ts'
import type { ProjectorRecord } from '../../../services/projector/table-rows.ts'
import { aMarket, aTrade, aWatermark } from '../records.ts'
import { aRecord, projectInto } from '../run-projector.ts'
import { openTestStore, type TestStore } from '../store.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const minuteMs = 60_000
const dayMs = 86_400_000
/** The start of the tape, and the time at which the market was listed. */
const tapeFromMs = Date.UTC(2026, 10, 20)
const snapshotMs = tapeFromMs + 2 * dayMs

let test: TestStore
let codec: Codec
let directory: string
let nowMs: number
let offset: number
let counts: readonly AuditStatusSummary[]

beforeAll(async () => {
  test = await openTestStore()
  directory = await mkdtemp(join(tmpdir(), 'oddslog-audit-'))
  codec = await openLocalCodec({ path: directory })
})
afterAll(async () => {
  await test.close()
  await rm(directory, { recursive: true })
})
beforeEach(async () => {
  await test.empty()
  nowMs = snapshotMs + 5 * minuteMs
  offset = 0
})

const project = (...records: readonly ProjectorRecord[]): Promise<string[]> =>
  projectInto(test.store, records)

const next = (): number => (offset += 1)
const market = (changes: Partial<Market> = {}): ProjectorRecord =>
  aRecord(
    'markets',
    next(),
    aMarket({ volume_total: '30', received_at_ms: snapshotMs, ...changes }),
  )
const trade = (changes: Partial<Trade> = {}): ProjectorRecord =>
  aRecord('trades', next(), {
    trade: aTrade({ id: `t${offset}`, timestamp_ms: tapeFromMs + offset, ...changes }),
    progress: null,
  })
const watermark = (changes: Partial<FeedProgress>): ProjectorRecord =>
  aRecord('trades', next(), { trade: null, progress: aWatermark(changes) })
const tape = (changes: Partial<FeedProgress> = {}): ProjectorRecord =>
  watermark({
    complete_from_ms: tapeFromMs,
    complete_until_ms: snapshotMs + 3 * minuteMs,
    ...changes,
  })
const history = (changes: Partial<FeedProgress> = {}): ProjectorRecord =>
  watermark({
    feed: 'platform_b/trades/pb_MARKET',
    market_id: 'pb_MARKET',
    complete_from_ms: 0,
    complete_until_ms: tapeFromMs,
    received_at_ms: 1_000,
    ...changes,
  })

function auditorOptions(): Parameters<typeof createAuditRound>[0] {
  const observer = {
    onCounts: (all: readonly AuditStatusSummary[]) => {
      counts = all
    },
    onStatusChanged: () => undefined,
    onStoreFailed: () => undefined,
  }
  const { store } = test
  const log = null as never
  return { store, log, codec, topicPrefix: 'pm.', epoch: () => 0, now: () => nowMs, observer }
}

/** Returns the function that runs a round; the audits that it appends are in the table afterwards. */
function openAuditor(): () => Promise<Audit[]> {
  let appended: NewRecord[] = []
  const run = createAuditRound(auditorOptions(), {
    append: async (records) => void appended.push(...records),
  })
  return async () => {
    appended = []
    await run()
    const audits = appended.map(({ value }) => codec.decode('audits', value))
    await project(...audits.map((audit) => aRecord('audits', next(), audit)))
    return audits
  }
}

/** One round of a new auditor. */
const round = (): Promise<Audit[]> => openAuditor()()

const complete = [tape, history] as const
const statuses = async (): Promise<string[]> => (await round()).map(({ status }) => status)

describe('the auditor', () => {
  it('finds that the contracts of all trades add up', async () => {
    await project(market(), trade(), trade(), trade(), ...complete.map((make) => make()))
    expect(await round()).toMatchObject([
      {
        market_id: 'pb_MARKET',
        unit: 'contracts',
        status: 'agrees',
        stated: '30',
        held: '30',
        difference: '0',
        trades: 3,
        audited_until_ms: snapshotMs,
      },
    ])
  })

  it('counts a trade once that was written twice, and each trade at the price of its outcome', async () => {
    const id = 'pa_0x1'
    const own = { market_id: id, platform: 'platform_a', size: '10' } as const
    const second = { ...own, outcome_index: 1, price: '0.6', outcome_price: '0.4' }
    const twice = trade({ ...own, id: 'same', price: '0.6', timestamp_ms: tapeFromMs + 5 })
    await project(
      market({ id, platform: 'platform_a', volume_total: '10', created_at: null }),
      twice,
      { ...twice, offset: next() },
      trade(second),
      tape({ feed: 'platform_a/trades', platform: 'platform_a' }),
      history({ feed: `platform_a/trades/${id}`, platform: 'platform_a', market_id: id }),
    )
    expect(await round()).toMatchObject([
      { status: 'agrees', unit: 'dollars', held: '10', trades: 2 },
    ])
  })

  it('finds missing trades, and again when the poller has read the market', async () => {
    await project(market(), trade(), trade(), ...complete.map((make) => make()))
    expect(await round()).toMatchObject([{ status: 'missing', difference: '10', attempts: 1 }])
    expect(await round()).toEqual([])
    await project(history({ gaps: [{ from_ms: 0, until_ms: snapshotMs, reason: 'volume' }] }))
    nowMs += 2 * 3_600_000
    expect(await round()).toEqual([])
    await project(trade({ id: 'found' }), history({ received_at_ms: 2_000 }))
    expect(await round()).toMatchObject([{ status: 'agrees', difference: '0', trades: 3 }])
    expect(counts).toMatchObject([{ status: 'missing', markets: 1, difference: 10 }])
  })

  it('keeps a difference unexplained after a reading that found nothing', async () => {
    await project(market(), trade(), trade(), ...complete.map((make) => make()))
    expect(await statuses()).toEqual(['missing'])
    await project(history({ received_at_ms: 2_000 }))
    expect(await statuses()).toEqual(['unexplained'])
    nowMs += 9 * minuteMs
    expect(await statuses()).toEqual([])
    nowMs += 2 * minuteMs
    expect(await round()).toMatchObject([{ status: 'missing', attempts: 2 }])
  })

  it('allows for trades that the snapshot does not contain yet, and no others', async () => {
    const late = trade({ id: 'late', timestamp_ms: snapshotMs + 30_000 })
    const later = trade({ id: 'later', timestamp_ms: snapshotMs + minuteMs })
    await project(market({ volume_total: '20' }), trade(), ...complete.map((make) => make()))
    await project(late, later)
    expect(await round()).toMatchObject([{ status: 'agrees', held: '20' }])
  })

  it('compares again when the volume changes, at most every ten minutes, and once after the end', async () => {
    await project(market(), trade(), trade(), trade(), ...complete.map((make) => make()))
    expect(await statuses()).toEqual(['agrees'])
    nowMs += 11 * minuteMs
    expect(await statuses()).toEqual([])
    await project(market({ volume_total: '40' }), trade())
    expect(await statuses()).toEqual(['agrees'])
    await project(market({ volume_total: '40', status: 'resolved' }))
    nowMs += 9 * minuteMs
    expect(await statuses()).toEqual([])
    nowMs += 2 * minuteMs
    expect(await round()).toMatchObject([{ status: 'agrees', ended: true }])
    nowMs += dayMs
    expect(await statuses()).toEqual([])
  })

  it('compares a market that is traded and listed all the time', async () => {
    const run = openAuditor()
    await project(market(), trade(), trade(), trade(), history())
    for (let minute = 1; minute <= 4; minute += 1) {
      const receivedMs = snapshotMs + minute * minuteMs
      nowMs = receivedMs + 20_000
      await project(
        market({ volume_total: String(30 + minute * 10), received_at_ms: receivedMs }),
        trade({ timestamp_ms: receivedMs - 30_000 }),
        tape({ complete_until_ms: receivedMs }),
      )
      const found = await run()
      if (minute < 4) expect(found).toEqual([])
      else
        expect(found).toMatchObject([
          { status: 'agrees', stated: '40', audited_until_ms: snapshotMs + minuteMs },
        ])
    }
  })

  it('compares many markets in rounds, and waits until the audits of a round are in the table', async () => {
    const ids = Array.from({ length: 2_450 }, (_, n) => `pa_0x${String(n).padStart(64, '0')}`)
    const own = (id: string) => ({ market_id: id, platform: 'platform_a' }) as const
    await project(
      tape({ feed: 'platform_a/trades', platform: 'platform_a' }),
      ...ids.flatMap((id) => [
        market({ id, platform: 'platform_a', volume_total: '0' }),
        history({ feed: `platform_a/trades/${id}`, ...own(id) }),
      ]),
    )
    const appended: NewRecord[] = []
    const run = createAuditRound(auditorOptions(), {
      append: async (records) => void appended.push(...records),
    })
    const found: string[] = []
    for (const expected of [1_000, 1_000, 450]) {
      expect((await run()).audited).toBe(expected)
      if (expected === 1_000) expect(await run()).toEqual({ audited: 0, isBehind: true })
      const audits = appended.splice(0).map(({ value }) => codec.decode('audits', value))
      await project(...audits.map((audit) => aRecord('audits', next(), audit)))
      found.push(...audits.map((audit) => audit.market_id))
    }
    expect(found.toSorted()).toEqual(ids)
  })

  it('looks for due markets in one range of ids after the other', async () => {
    const ids = ['pb_FIRST', 'pb_LAST']
    for (const id of ids)
      await project(
        market({ id, volume_total: '0' }),
        history({ feed: `platform_b/trades/${id}`, market_id: id }),
      )
    await project(tape())
    // more rows than a range has, and no stated volumes
    await test.store.command(
      `INSERT INTO markets (id, platform) SELECT concat('pb_G', toString(number)), 'platform_b' FROM numbers(60000)`,
    )
    const run = openAuditor()
    const found: string[][] = []
    for (let n = 0; n < 3; n += 1) found.push((await run()).map(({ market_id: id }) => id))
    expect(found).toEqual([['pb_FIRST'], ['pb_LAST'], []])
    await project(market({ id: 'pb_LAST', volume_total: '0', status: 'resolved' }))
    nowMs += 11 * minuteMs
    expect([...(await run()), ...(await run())]).toMatchObject([
      { market_id: 'pb_LAST', ended: true },
    ])
  })

  it('gives a snapshot up when its feeds do not become complete', async () => {
    const run = openAuditor()
    await project(market(), trade(), history(), tape({ complete_until_ms: snapshotMs }))
    expect(await run()).toEqual([])
    nowMs += 16 * minuteMs
    await project(market({ volume_total: '10', received_at_ms: snapshotMs + minuteMs }))
    expect(await run()).toEqual([])
    await project(tape({ complete_until_ms: snapshotMs + 10 * minuteMs }))
    expect(await run()).toMatchObject([{ status: 'agrees', stated: '10' }])
  })

  it('ignores snapshots that were received while the clock was ahead', async () => {
    const run = openAuditor()
    const hourMs = 60 * minuteMs
    nowMs += hourMs
    const ahead = { received_at_ms: snapshotMs + hourMs }
    await project(market(ahead), trade(), trade(), ...complete.map((make) => make()))
    expect(await run()).toEqual([])
    nowMs -= hourMs
    expect(await run()).toEqual([])
    await project(market())
    expect(await run()).toMatchObject([{ status: 'missing', audited_until_ms: snapshotMs }])
    // A new auditor does not take such a snapshot either.
    await project(market({ ...ahead, volume_total: '40' }))
    nowMs += 20 * minuteMs
    await project(
      tape({ complete_until_ms: snapshotMs + 2 * hourMs }),
      history({ received_at_ms: 2 }),
    )
    expect(await round()).toEqual([])
  })

  it('reports a volume that shrank below the trades as unexplained', async () => {
    await project(market({ volume_total: '5' }), trade(), ...complete.map((make) => make()))
    expect(await round()).toMatchObject([
      { status: 'unexplained', difference: '-5', retry_at_ms: null },
    ])
  })

  const gap = (fromMs: number, untilMs: number) => [
    { from_ms: fromMs, until_ms: untilMs, reason: 'truncated' },
  ]
  it.each<[string, () => ProjectorRecord[]]>([
    ['no volume is stated', () => [market({ volume_total: null }), tape(), history()]],
    ['its history is not read', () => [market(), tape()]],
    [
      'its history does not reach the tape',
      () => [market(), tape(), history({ complete_until_ms: tapeFromMs - 1 })],
    ],
    ['its history has a gap', () => [market(), tape(), history({ gaps: gap(1, 2) })]],
    ['its beginning is missing', () => [market(), tape(), history({ complete_from_ms: 5 })]],
    [
      'the tape is behind the snapshot',
      () => [market(), tape({ complete_until_ms: snapshotMs + 3 * minuteMs - 1 }), history()],
    ],
    [
      'the tape has a gap in its time',
      () => [market(), tape({ gaps: gap(tapeFromMs + 1, tapeFromMs + 2) }), history()],
    ],
  ])('does not compare a market when %s', async (_what, records) => {
    await project(...records(), trade())
    expect(await round()).toEqual([])
  })

  it('compares a market that is younger than the gap of the tape', async () => {
    const gaps = gap(tapeFromMs + 1, tapeFromMs + 2)
    const createdS = (tapeFromMs + dayMs) / 1000 + 10
    await project(market({ created_at: createdS, volume_total: '0' }), tape({ gaps }), history())
    expect(await statuses()).toEqual(['agrees'])
  })
})
