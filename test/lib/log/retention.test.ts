// What the LMDB log removes when it is too old or too large, and which consumers that stops.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLmdbLog, type LmdbLog } from '../../../services/lib/log/lmdb.ts'
import type {
  EventLog,
  LogRecord,
  PartitionUsage,
  TopicSettings,
} from '../../../services/lib/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { createLogDirectory, numbersOf, records } from './log-directory.ts'

const hour = 3_600_000
const day = 24 * hour

const directory = createLogDirectory()
beforeEach(() => directory.make())
afterEach(() => directory.remove())

describe('retention on LMDB', () => {
  const topics: TopicSettings = {
    short: { partitions: 2, cleanup: 'delete', retentionMs: 60_000 },
    long: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
    state: { partitions: 1, cleanup: 'compact', retentionMs: 60_000 },
  }

  it('removes what is older than the topic keeps, and nothing else', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    const all = [...records('short', 2_500), ...records('long', 10), ...records('state', 10)]
    await writer.append(all)
    directory.nowMs += 60_000
    await writer.append(records('short', 100))
    await log.removeExpiredRecords()
    expect((await numbersOf(log, 'short')).flat().length).toBe(2_600)
    directory.nowMs += 1
    await log.removeExpiredRecords()
    expect((await numbersOf(log, 'short')).flat().length).toBe(100)
    for (const { low, high } of await log.ranges('short')) expect(high - low).toBeLessThan(100)
    directory.nowMs += 1_000_000
    await log.removeExpiredRecords()
    expect((await log.ranges('short')).every((r) => r.low === r.high && r.low > 0)).toBe(true)
    expect((await numbersOf(log, 'long')).flat().length).toBe(10)
    expect((await numbersOf(log, 'state')).flat().length).toBe(5)
    const highs = (await log.ranges('short')).map((r) => r.high)
    await writer.append(records('short', 50))
    expect((await log.ranges('short')).map((r) => r.low)).toEqual(highs)
  })

  it('runs once the log is written to, and not because it is opened', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append(records('short', 100))
    await log.close()
    directory.nowMs += 70_000
    const later = await directory.open(topics)
    await sleep(50)
    expect((await numbersOf(later, 'short')).flat()).toHaveLength(100)
    await later.openWriter('two')
    await eventually(async () => expect((await numbersOf(later, 'short')).flat()).toEqual([]))
  })

  it('stops a group loudly that had not read what went', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append(records('short', 100))
    let seen = 0
    const first = await log.subscribe(
      { group: 'g', topics: ['short'], maxRecords: 20, onFatal: () => undefined },
      async (batch) => {
        if (seen > 0) throw new Error('down')
        seen += batch.length
        return []
      },
    )
    await eventually(async () => expect(seen).toBe(20))
    await first.stop()
    directory.nowMs += 70_000
    await writer.append(records('short', 10))
    await log.removeExpiredRecords()
    const fatal: Error[] = []
    await log.subscribe(
      { group: 'g', topics: ['short'], onFatal: (error) => fatal.push(error) },
      async (batch) => {
        seen += batch.length
        return []
      },
    )
    await eventually(async () => expect(fatal.length).toBe(1))
    expect(fatal[0]?.message).toMatch(/short\/\d: the records from offset \d+ on were removed/)
    expect(seen).toBe(20)
  })
})

describe('retention and consumer groups', () => {
  const retentionMs = 3 * hour
  const topics: TopicSettings = {
    short: { partitions: 1, cleanup: 'delete', retentionMs, consumerGroups: ['g', 'h'] },
  }
  const append = async (log: EventLog, count: number): Promise<void> =>
    (await log.openWriter('one')).append(records('short', count))
  const rangeOf = async (log: EventLog): Promise<readonly [low: number, high: number]> => {
    const [range] = await log.ranges('short')
    return [range?.low ?? NaN, range?.high ?? NaN]
  }
  /** Consumes up to an offset. */
  async function consume(log: EventLog, group: string, until: number): Promise<void> {
    const subscription = await log.subscribe(
      { group, topics: ['short'], maxRecords: 10, onFatal: noFatal },
      async (batch) => {
        if (batch.some(({ offset }) => offset >= until)) throw new Error('enough')
        return []
      },
    )
    await eventually(async () => {
      expect((await log.lag(group, ['short']))[0]?.position).toBe(until)
    })
    await subscription.stop()
  }

  it('keeps expired records that a consumer group of the topic has not read', async () => {
    const log = await directory.open(topics)
    await append(log, 100)
    await consume(log, 'g', 40)
    await consume(log, 'h', 30)
    await log.close()
    directory.nowMs += 30 * day
    const later = await directory.open(topics)
    await removeAll(later)
    expect(await rangeOf(later)).toEqual([30, 100])
    await consume(later, 'h', 100)
    await removeAll(later)
    expect(await rangeOf(later)).toEqual([40, 100])
  })

  it('keeps the records of a group that has not read anything', async () => {
    const log = await directory.open(topics)
    await append(log, 100)
    await consume(log, 'g', 100)
    directory.nowMs += 30 * day
    await removeAll(log)
    expect(await rangeOf(log)).toEqual([0, 100])
  })

  it('does not remove what is young when the clock is 60 days ahead at one start', async () => {
    const log = await directory.open(topics)
    await append(log, 100)
    for (const group of ['g', 'h']) await consume(log, group, 100)
    await log.close()
    const { nowMs } = directory
    directory.nowMs += 60 * day
    const wrong = await directory.open(topics)
    await wrong.removeExpiredRecords()
    expect(await rangeOf(wrong)).toEqual([0, 100])
    await wrong.close()
    directory.nowMs = nowMs + retentionMs
    const right = await directory.open(topics)
    await right.removeExpiredRecords()
    expect(await rangeOf(right)).toEqual([0, 100])
    directory.nowMs += 1
    await right.removeExpiredRecords()
    expect(await rangeOf(right)).toEqual([100, 100])
  })

  /** As many runs as the retention time needs to catch up with the clock. */
  async function removeAll(log: LmdbLog): Promise<void> {
    for (let i = 0; i < 30 * 24; i += 1) await log.removeExpiredRecords()
  }
})

describe('retention by size', () => {
  const limit = 400_000
  const topics: TopicSettings = {
    // two partitions, of which only the first gets records: it may have half of the limit
    sized: {
      partitions: 2,
      cleanup: 'delete',
      retentionMs: Infinity,
      retentionBytes: 2 * limit,
      consumerGroups: ['g'],
    },
  }
  const append = async (log: EventLog, count: number): Promise<void> =>
    (await log.openWriter('one')).append(
      Array.from({ length: count }, () => ({
        topic: 'sized',
        key: null,
        partition: 0,
        // does not become smaller in a block
        value: randomBytes(1_000),
      })),
    )
  const moveGroup = (log: EventLog, offset: number): Promise<void> =>
    log.reset('g', [{ topic: 'sized', partition: 0, offset }])
  const usageOf = async (log: EventLog): Promise<PartitionUsage> => {
    const [usage] = await log.usage('sized')
    if (!usage) throw new Error('there is no partition')
    return usage
  }

  it('removes the oldest records until the partition has its share of the limit', async () => {
    const log = await directory.open(topics)
    await append(log, 1_000)
    await moveGroup(log, 1_000)
    const before = await usageOf(log)
    expect(before).toMatchObject({ low: 0, high: 1_000, records: 1_000, retentionBytes: limit })
    expect(before.bytes).toBeGreaterThan(1_000_000)
    expect(before.expiredUntil).toBeGreaterThan(500)
    expect(before.removableUntil).toBe(before.expiredUntil)
    await log.removeExpiredRecords()
    const after = await usageOf(log)
    expect(after).toMatchObject({ high: 1_000, expiredUntil: after.low })
    expect(after.bytes).toBeLessThanOrEqual(limit)
    // it does not remove much more than it must
    expect(after.bytes).toBeGreaterThan(0.9 * limit)
    expect(after.records).toBe(1_000 - after.low)
    await log.removeExpiredRecords()
    expect(await usageOf(log)).toEqual(after)
  })

  it('keeps what a consumer group has not read, says so, and removes it later', async () => {
    const heldBack: unknown[] = []
    const warnings: unknown[] = []
    const log = await openLmdbLog({
      path: directory.path,
      topics,
      now: () => directory.nowMs,
      logger: { warn: (fields) => warnings.push(fields) },
      onHeldBack: (topic, records) => heldBack.push([topic, records]),
    })
    await append(log, 1_000)
    await moveGroup(log, 100)
    const { expiredUntil, removableUntil } = await usageOf(log)
    expect(removableUntil).toBe(100)
    await log.removeExpiredRecords()
    const held = await usageOf(log)
    expect(held.low).toBe(100)
    expect(heldBack.at(-1)).toEqual(['sized', held.expiredUntil - 100])
    expect(held.expiredUntil).toBeGreaterThanOrEqual(expiredUntil - 10)
    expect(warnings.at(-1)).toEqual({ topic: 'sized', records: held.expiredUntil - 100 })
    await moveGroup(log, 1_000)
    await log.removeExpiredRecords()
    expect((await usageOf(log)).low).toBeGreaterThan(500)
    expect(heldBack.at(-1)).toEqual(['sized', 0])
    await log.close()
  })

  it('changes with the settings, and removes nothing below the limit', async () => {
    const unlimited = {
      sized: { partitions: 2, cleanup: 'delete', retentionMs: Infinity },
    } as const
    const first = await directory.open(unlimited)
    await append(first, 1_000)
    await moveGroup(first, 1_000)
    await first.removeExpiredRecords()
    expect(await usageOf(first)).toMatchObject({ low: 0, expiredUntil: 0 })
    await first.close()
    const larger = await directory.open({
      sized: { ...unlimited.sized, retentionBytes: 100_000_000 },
    })
    await larger.removeExpiredRecords()
    expect((await usageOf(larger)).low).toBe(0)
  })
})

describe('retention and a follower', () => {
  const topics: TopicSettings = {
    short: { partitions: 2, cleanup: 'delete', retentionMs: 60_000 },
  }
  const at = (partition: number, count: number) =>
    Array.from({ length: count }, () => ({
      topic: 'short',
      key: null,
      partition,
      value: Buffer.from('x'),
    }))
  const placeOf = (r: LogRecord): string => `${r.partition}/${r.offset}`

  it('begins at what is kept when it comes to a partition, and goes on from there', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append([...at(0, 1), ...at(1, 5)])
    const seen: string[] = []
    const follower = await log.follow(
      { topic: 'short', maxRecords: 1, onFatal: noFatal },
      async (batch) => {
        if (seen.length === 0) {
          directory.nowMs += 60_001
          await log.removeExpiredRecords()
          await writer.append([...at(0, 1), ...at(1, 1)])
        }
        seen.push(...batch.map(placeOf))
      },
    )
    await eventually(async () => expect([...seen].sort()).toEqual(['0/0', '0/1', '1/5']))
    await follower.stop()
  })

  it('begins at what is kept where its position is before it, and else at its position', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append([...at(0, 3), ...at(1, 3)])
    directory.nowMs += 60_001
    await log.removeExpiredRecords()
    await writer.append([...at(0, 2), ...at(1, 3)])
    const seen: string[] = []
    const from = new Map([
      [0, 1],
      [1, 5],
    ])
    const follower = await log.follow({ topic: 'short', from, onFatal: noFatal }, async (batch) => {
      seen.push(...batch.map(placeOf))
    })
    expect([...seen].sort()).toEqual(['0/3', '0/4', '1/5'])
    await follower.stop()
  })

  it('catches up where all is gone', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append([...at(0, 3), ...at(1, 3)])
    directory.nowMs += 60_001
    await log.removeExpiredRecords()
    const seen: string[] = []
    await log.follow({ topic: 'short', onFatal: noFatal }, async (batch) => {
      seen.push(...batch.map(placeOf))
    })
    expect(seen).toEqual([])
    await writer.append(at(1, 1))
    await eventually(async () => expect(seen).toEqual(['1/3']))
  })

  it('ends it when it loses records behind those it has seen: by rejecting, until it has caught up', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    await writer.append(at(0, 10))
    const seen: string[] = []
    const following = log.follow(
      { topic: 'short', maxRecords: 4, onFatal: noFatal },
      async (batch) => {
        seen.push(...batch.map(placeOf))
        directory.nowMs += 60_001
        await writer.append(at(0, 1))
        await log.removeExpiredRecords()
      },
    )
    await expect(following).rejects.toThrow('short/0: the records from offset 4 on were removed')
    expect(seen.length).toBe(4)
  })

  it('ends it in the same case loudly, once it has caught up', async () => {
    const log = await directory.open(topics)
    const writer = await log.openWriter('one')
    const fatal: Error[] = []
    const seen: string[] = []
    await writer.append(at(0, 1))
    await log.follow(
      { topic: 'short', maxRecords: 1, onFatal: (error) => fatal.push(error) },
      async (batch) => {
        seen.push(...batch.map(placeOf))
        if (seen.length !== 2) return
        await writer.append(at(0, 2))
        directory.nowMs += 60_001
        await log.removeExpiredRecords()
        await writer.append(at(0, 1))
      },
    )
    await writer.append(at(0, 1))
    await eventually(async () => expect(fatal.length).toBe(1))
    expect(fatal[0]?.message).toContain('short/0: the records from offset 2 on were removed')
    expect(seen).toEqual(['0/0', '0/1'])
  })
})
