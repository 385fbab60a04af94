// The command `tail`, on a log of its own.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalDecoder } from '../../services/lib/codec/local.ts'
import { openReadOnlyLmdbLog, openLmdbLog } from '../../services/lib/log/lmdb.ts'
import { exitCodes } from '../../services/ops/command-failure.ts'
import { printTopicRecords, type TailRequest } from '../../services/ops/tail.ts'
import { parseTailStart } from '../../services/ops/tail-start.ts'
import { topicsWithPrefix } from '../../services/topology.ts'
import { aTrade } from '../projector/records.ts'
import { eventually } from '../support/waiting.ts'
import { openOpsLog, topicPrefix, type OpsLog } from './ops-log.ts'

const hourMs = 3_600_000
let ops: OpsLog

beforeEach(async () => {
  ops = await openOpsLog()
})
afterEach(() => ops.remove())

interface Line {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly appended_at: string
  readonly key: string | null
  readonly value: Readonly<Record<string, unknown>>
}

function run(
  changes: Partial<Omit<TailRequest, 'from'>> & { readonly from?: string },
  more: Partial<Parameters<typeof printTopicRecords>[1]> = {},
): Promise<void> {
  const { from, ...rest } = changes
  const request = { topic: 'trades', marketId: null, follow: false, json: true, ...rest } as const
  return printTopicRecords(
    { ...request, from: from === undefined ? null : parseTailStart(from) },
    {
      log: ops.log,
      decoder: ops.codec,
      topicPrefix,
      now: () => ops.nowMs,
      signal: new AbortController().signal,
      show: () => undefined,
      ...more,
    },
  )
}

async function linesOf(
  changes: Parameters<typeof run>[0],
  more: Parameters<typeof run>[1] = {},
): Promise<Line[]> {
  const lines: Line[] = []
  await run(changes, { ...more, show: (line) => lines.push(JSON.parse(line) as Line) })
  return lines
}

const places = (lines: readonly Line[]): string[] =>
  lines.map(({ partition, offset }) => `${partition}:${offset}`)

async function appendTrades(partition: number, ...ids: readonly string[]): Promise<void> {
  const trades = ids.map((id) => aTrade({ id, market_id: `pb_M${partition}` }))
  await ops.append(
    'trades',
    partition,
    trades.map((trade) => ({ key: trade.market_id, value: { trade, progress: null } })),
  )
  ops.nowMs += 1_000
}

describe('tail', () => {
  it('prints the last 10 records of all partitions by the time of their append', async () => {
    await appendTrades(4, 'old', 'older')
    for (let i = 0; i < 5; i += 1) await appendTrades(i % 2 === 0 ? 7 : 2, `a${i}`, `b${i}`)
    const lines = await linesOf({})
    expect(places(lines)).toEqual([
      '7:0',
      '7:1',
      '2:0',
      '2:1',
      '7:2',
      '7:3',
      '2:2',
      '2:3',
      '7:4',
      '7:5',
    ])
    expect(lines[0]).toMatchObject({
      topic: 'trades',
      appended_at: '2026-11-20T12:00:01.000Z',
      key: 'pb_M7',
      value: { trade: { id: 'a0' }, progress: null },
    })
  })

  it('reads back as far as it must for the last records of a market', async () => {
    await ops.append('trades', 3, [
      { key: 'pb_RARE', value: { trade: aTrade({ market_id: 'pb_RARE' }), progress: null } },
    ])
    await appendTrades(3, ...Array.from({ length: 300 }, (_, i) => `t${i}`))
    expect(places(await linesOf({ marketId: 'pb_RARE' }))).toEqual(['3:0'])
    expect(places(await linesOf({ marketId: 'pb_RAR' }))).toEqual([])
  })

  it('finds a market in the value, too', async () => {
    const trade = aTrade({ market_id: 'pb_M' })
    await ops.append('trades', 1, [{ key: 'other', value: { trade, progress: null } }])
    expect(places(await linesOf({ marketId: 'pb_M' }))).toEqual(['1:0'])
    expect(places(await linesOf({ marketId: 'pb_' }))).toEqual([])
  })

  it('begins at a time, and at an offset of one partition', async () => {
    for (const partition of [5, 1, 5]) await appendTrades(partition, 'a', 'b')
    expect(places(await linesOf({ from: '2026-11-20T12:00:01Z' }))).toEqual([
      '1:0',
      '1:1',
      '5:2',
      '5:3',
    ])
    expect(places(await linesOf({ from: '5:1' }))).toEqual(['5:1', '5:2', '5:3'])
    expect(places(await linesOf({ from: '5:4' }))).toEqual([])
  })

  it('prints one line of text for each record without --json', async () => {
    await appendTrades(5, 'a')
    const lines: string[] = []
    await run({ json: false }, { show: (line) => lines.push(line) })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^2026-11-20T12:00:00\.000Z trades\/5\/0 pb_M5 \{"trade":\{"id":"a"/)
  })

  it('prints bytes as base64, and those that cannot be decoded with the reason', async () => {
    await ops.appendBytes('trades', 0, [Buffer.from('rubbish')])
    const [line] = await linesOf({})
    expect(line?.value).toMatchObject({
      undecodable: expect.stringContaining('framing'),
      bytes: Buffer.from('rubbish').toString('base64'),
    })
  })

  it.each(['5:1', undefined])('continues with new records from %s on', async (from) => {
    await appendTrades(5, 'a', 'b')
    const stopped = new AbortController()
    const lines: Line[] = []
    const running = run(from === undefined ? { follow: true } : { follow: true, from }, {
      signal: stopped.signal,
      show: (line) => lines.push(JSON.parse(line) as Line),
    })
    const before = from === undefined ? ['5:0', '5:1'] : ['5:1']
    await eventually(async () => expect(places(lines)).toEqual(before))
    await appendTrades(6, 'other partition')
    await appendTrades(5, 'c')
    const after = from === undefined ? [...before, '6:0', '5:2'] : [...before, '5:2']
    await eventually(async () => expect(places(lines).sort()).toEqual(after.sort()))
    stopped.abort()
    await running
  })
})

describe('a start that is not there', () => {
  it.each([
    ['2026-11-20T13:00:00Z', /2026-11-20T13:00:00.000Z is in the future; it is 2026-11-20T12:/],
    ['12:0', /trades has the partitions 0 to 11/],
    ['5:3', /trades\/5 has the offsets 0 to 2, where 2 is the end/],
  ])('%s is refused', async (from, message) => {
    await appendTrades(5, 'a', 'b')
    const running = linesOf({ from })
    await expect(running).rejects.toThrow(message)
    await expect(running).rejects.toMatchObject({ exitCode: exitCodes.invalid })
  })

  it('is refused with what is left, if retention has removed it', async () => {
    const topic = 'raw.streams'
    const startMs = ops.nowMs
    await ops.appendBytes(topic, 2, [Buffer.from('old')])
    await ops.log.removeExpiredRecords()
    ops.nowMs += 20 * hourMs
    await ops.appendBytes(topic, 2, [Buffer.from('new')])
    ops.nowMs += 10 * hourMs
    // retention follows the clock by an hour per run
    for (let hours = 0; hours <= 30; hours += 1) await ops.log.removeExpiredRecords()
    const retained = new Date(startMs + 20 * hourMs).toISOString()
    await expect(linesOf({ topic, from: String(startMs / 1000) })).rejects.toThrow(
      `retention has removed records of raw.streams from before ${retained}`,
    )
    await expect(linesOf({ topic, from: '2:0' })).rejects.toThrow(
      'raw.streams/2 has the offsets 1 to 2',
    )
    expect(places(await linesOf({ topic, from: retained }))).toEqual(['2:1'])
    expect(places(await linesOf({ topic }))).toEqual(['2:1'])
  })
})

describe('a log that is open for reading only', () => {
  it('is read while no service runs, and nothing is written to it', async () => {
    await appendTrades(5, 'a')
    await ops.log.close()
    const { logPath, schemaPath, nowMs } = ops
    const filesBefore = [await readdir(logPath), await readdir(schemaPath)]
    const log = openReadOnlyLmdbLog({
      path: logPath,
      topics: topicsWithPrefix(topicPrefix),
      now: () => nowMs,
    })
    const decoder = openLocalDecoder({ path: schemaPath })
    expect(await linesOf({}, { log, decoder })).toMatchObject([{ value: { trade: { id: 'a' } } }])
    await log.close()
    expect([await readdir(logPath), await readdir(schemaPath)]).toEqual(filesBefore)
  })

  it('must exist', async () => {
    const path = await mkdtemp(join(tmpdir(), 'oddslog-ops-none-'))
    const open = () => openReadOnlyLmdbLog({ path, topics: {}, now: () => 0 })
    expect(open).toThrow(`there is no log in ${path}`)
    expect(await readdir(path)).toEqual([])
    await rm(path, { recursive: true })
  })

  it('must have all topics of this version', async () => {
    const path = await mkdtemp(join(tmpdir(), 'oddslog-ops-old-'))
    const { 'pm.audits': audits, ...older } = topicsWithPrefix(topicPrefix)
    const log = await openLmdbLog({ path, topics: older, now: () => 0 })
    await log.close()
    const topics = audits ? { ...older, 'pm.audits': audits } : older
    expect(() => openReadOnlyLmdbLog({ path, topics, now: () => 0 })).toThrow(
      'start the service once',
    )
    await rm(path, { recursive: true })
  })
})
