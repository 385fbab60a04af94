// The command `disk`: from the log, the tables and the metrics of a service to the output.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openReadOnlyLmdbLog, type LmdbLog } from '../../../services/lib/log/lmdb.ts'
import type { PartitionUsage } from '../../../services/lib/log/port.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import {
  printDiskUsage,
  type DiskOptions,
  type DiskUsage,
} from '../../../services/ops/disk/disk.ts'
import type { TopicDiskUsage } from '../../../services/ops/disk/topics.ts'
import { topicsWithPrefix, type RetentionBytes, type Topic } from '../../../services/topology.ts'
import { createLogDirectory } from '../../lib/log/log-directory.ts'
import { healthy } from '../status/a-status.ts'

const topicPrefix = 'pm.'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const directory = createLogDirectory()
beforeEach(() => directory.make())
afterEach(() => directory.remove())

const openLog = (limits: RetentionBytes = {}): Promise<LmdbLog> =>
  directory.open(topicsWithPrefix(topicPrefix, limits))

async function append(log: LmdbLog, topic: Topic, count: number): Promise<void> {
  const writer = await log.openWriter('one')
  const value = Buffer.alloc(3_000, 'x')
  for (let i = 0; i < count; i += 1)
    await writer.append([{ topic: topicPrefix + topic, key: `${i}`, partition: i % 2, value }])
}

async function run(
  log: DiskOptions['log'],
  changes: Partial<DiskOptions> = {},
  json = true,
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const lines: string[] = []
  const exitCode = await printDiskUsage(
    { json },
    {
      log,
      topicPrefix,
      readMetrics: () => Promise.resolve(''),
      askForTableSizes: () => Promise.reject(new Error('nothing answers')),
      readDiskSpace: () => Promise.resolve({ freeBytes: 500e9, totalBytes: 1e12 }),
      now: () => directory.nowMs,
      show: (line) => lines.push(line),
      ...changes,
    },
  ).then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  )
  return { lines, exitCode }
}

const parse = ({ lines }: { readonly lines: readonly string[] }): DiskUsage =>
  JSON.parse(lines[0] ?? '') as DiskUsage

async function topicOf(log: DiskOptions['log'], topic: Topic): Promise<TopicDiskUsage> {
  const found = parse(await run(log)).topics.find((one) => one.topic === topic)
  if (!found) throw new Error(`no topic ${topic}`)
  return found
}

describe('a topic', () => {
  it('has records, bytes, its oldest record and its limits', async () => {
    const log = await openLog({ 'raw.books': 12e9 })
    const oldest_ms = directory.nowMs
    await append(log, 'raw.books', 20)
    await append(log, 'poll-checkpoints', 20)
    await append(log, 'poll-checkpoints', 20)
    directory.nowMs += 5 * 60_000
    const books = await topicOf(log, 'raw.books')
    expect(books).toMatchObject({ records: 20, oldest_ms, retention_bytes: 12e9 })
    expect(books).toMatchObject({ retention_ms: 30 * dayMs, bytes_per_day: null })
    expect(books.bytes).toBeGreaterThan(60_000)
    const checkpoints = await topicOf(log, 'poll-checkpoints')
    expect(checkpoints).toMatchObject({ records: 20, retention_ms: null, retention_bytes: null })
    expect(await topicOf(log, 'raw.trades')).toMatchObject({
      records: 0,
      bytes: 0,
      oldest_ms: null,
    })
  })

  it('has the bytes a day since its first record, and over the last day', async () => {
    const log = await openLog()
    await append(log, 'raw.books', 100)
    directory.nowMs += 6 * hourMs
    const young = await topicOf(log, 'raw.books')
    expect(young.measured_over_ms).toBe(6 * hourMs)
    expect(young.bytes_per_day).toBeCloseTo(4 * (young.bytes ?? 0), 0)
    directory.nowMs += 3 * dayMs
    expect(await topicOf(log, 'raw.books')).toMatchObject({ bytes_per_day: 0 })
    await append(log, 'raw.books', 100)
    const old = await topicOf(log, 'raw.books')
    expect(old.measured_over_ms).toBe(dayMs)
    expect(old.bytes_per_day).toBeCloseTo((old.bytes ?? 0) / 2, 0)
  })

  it('of a compacted topic has no bytes a day', async () => {
    const log = await openLog()
    await append(log, 'poll-checkpoints', 10)
    directory.nowMs += dayMs
    expect(await topicOf(log, 'poll-checkpoints')).toMatchObject({
      bytes_per_day: null,
      measured_over_ms: null,
    })
  })
})

describe('what retention removes next', () => {
  it('are the records that have expired, until the oldest one that remains', async () => {
    const log = await openLog()
    await append(log, 'raw.streams', 10)
    directory.nowMs += hourMs
    const until_ms = directory.nowMs
    await append(log, 'raw.streams', 10)
    directory.nowMs += dayMs - hourMs
    // the time that retention goes by advances by an hour each time
    for (let i = 0; i < 24; i += 1) await log.removeExpiredRecords()
    const nothing = { records: 0, bytes: 0, until_ms: null }
    expect((await topicOf(log, 'raw.streams')).removable).toEqual(nothing)
    directory.nowMs += 1
    const { removable, bytes, unread } = await topicOf(log, 'raw.streams')
    expect(removable).toMatchObject({ records: 10, until_ms })
    expect(removable.bytes).toBeCloseTo((bytes ?? 0) / 2, 0)
    expect(unread).toEqual([])
  })

  it('is held back by a stage that has not read it', async () => {
    // of twelve partitions, each may have 20 kB
    const log = await openLog({ 'raw.books': 240_000 })
    await append(log, 'raw.books', 100)
    const found = await run(log)
    expect(found.exitCode).toBe(exitCodes.unhealthy)
    const { problems, topics } = parse(found)
    const books = topics.find(({ topic }) => topic === 'raw.books')
    expect(books?.removable.records).toBe(0)
    expect(books?.held_back_records).toBeGreaterThan(50)
    expect(books?.unread).toEqual([{ stage: 'normalizer', records: books?.held_back_records }])
    expect(problems).toMatchObject([
      { problem: expect.stringMatching(/records of raw\.books beyond .* the normalizer has not/) },
    ])
    const positions = [0, 1].map((partition) => ({ topic: 'pm.raw.books', partition, offset: 50 }))
    await log.reset('pm.normalizer', positions)
    expect((await run(log)).exitCode).toBe(0)
    const before = await topicOf(log, 'raw.books')
    await log.removeExpiredRecords()
    const after = await topicOf(log, 'raw.books')
    expect(after.removable.records).toBe(0)
    expect(after.bytes).toBeLessThanOrEqual(240_000)
    // packed or not, the estimate is of the same size as what was removed
    const removed = (before.bytes ?? 0) - (after.bytes ?? 0)
    expect((before.removable.bytes ?? 0) / removed).toBeCloseTo(1, 0)
  })

  it('is named as a problem if the log removes unread records', async () => {
    const log = await openLog()
    await append(log, 'raw.books', 10)
    /** As Kafka: it does not know sizes, and removes records whether they were read or not. */
    const usage = async (topic: string): Promise<readonly PartitionUsage[]> =>
      (await log.usage(topic)).map((one) => {
        const until = topic === 'pm.raw.books' ? one.high : one.low
        return { ...one, bytes: null, expiredUntil: until, removableUntil: until }
      })
    const found = parse(await run({ ...log, usage }))
    expect(found.topics.find(({ topic }) => topic === 'raw.books')).toMatchObject({
      bytes: null,
      bytes_per_day: null,
      removable: { records: 10, bytes: null, until_ms: null },
      held_back_records: 0,
    })
    expect(found.problems).toMatchObject([
      {
        problem: 'the normalizer has not read 10 records of raw.books that the brokers remove next',
      },
    ])
  })
})

describe('the disk', () => {
  const metricsOf = (freeBytes: number, fill: number): string =>
    [
      `oddslog_disk_bytes{state="free"} ${freeBytes}`,
      'oddslog_disk_bytes{state="total"} 1e12',
      `oddslog_disk_fill_bytes_per_second ${fill}`,
    ].join('\n')

  it('is measured here while no service answers, without a forecast', async () => {
    const readMetrics = (): Promise<string> => Promise.reject(new Error('nothing answers'))
    const found = await run(await openLog(), { readMetrics })
    expect(found.exitCode).toBe(0)
    expect(parse(found)).toMatchObject({
      tables: null,
      tables_problem: 'nothing answers',
      disk: { free_bytes: 500e9, total_bytes: 1e12, full_in_ms: null },
    })
  })

  it('is a problem if it is nearly full, or will be within three days', async () => {
    const log = await openLog()
    for (const text of [metricsOf(50e9, 0), metricsOf(500e9, 4e6)])
      expect((await run(log, { readMetrics: async () => text })).exitCode).toBe(exitCodes.unhealthy)
  })
})

describe('the text', () => {
  it('has topics, tables and the disk', async () => {
    const log = await openLog({ 'raw.streams': 5e9 })
    await append(log, 'raw.books', 4)
    directory.nowMs += hourMs
    const { lines } = await run(
      log,
      { askForTableSizes: async () => healthy.tables ?? Promise.reject(new Error('no tables')) },
      false,
    )
    const text = lines.join('\n')
    expect(lines[0]).toBe('healthy')
    expect(text).toMatch(
      /^topic +records +size +oldest +a day +measured over +kept for +up to +rem/m,
    )
    expect(text).toMatch(
      /^raw\.books +4 +\d.* kB +60 min ago .*kB +60 min +30 days +any size +noth/m,
    )
    expect(text).toMatch(/^raw\.streams +0 +0 B +- +- +- +24\.0 h +5\.0 GB +nothing$/m)
    expect(text).toMatch(/^raw\.trades .* indefinitely +any size +nothing$/m)
    expect(text).toMatch(/^trades +1,234,567 +86\.4 MB +4\.0 MB +3\.0 h$/m)
    expect(text).toMatch(/^all tables: 86\.4 MB, 4\.0 MB a day, as far as known$/m)
    expect(lines.at(-1)).toBe('disk: 500 GB free of 1.0 TB (50%); no forecast in the first hour')
  })

  it('says what is not known', async () => {
    const { lines } = await run(await openLog(), { readDiskSpace: async () => null }, false)
    expect(lines).toContain('tables: unknown, because nothing answers')
    expect(lines.at(-1)).toBe('disk: unknown, it belongs to other machines')
  })
})

it('reads a log that another process has opened', async () => {
  const log = await openLog()
  await append(log, 'raw.books', 4)
  await log.close()
  const readOnly = openReadOnlyLmdbLog({
    path: directory.path,
    topics: topicsWithPrefix(topicPrefix),
    now: () => directory.nowMs,
  })
  expect(await topicOf(readOnly, 'raw.books')).toMatchObject({ records: 4 })
  await readOnly.close()
})
