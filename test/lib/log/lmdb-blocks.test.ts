// Blocks of compressed records on LMDB: what they save, that every read gives the same records as without
// them, packing, corrupt blocks, and logs that were written before there were blocks.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { open } from 'lmdb'
import type { LmdbLog } from '../../../services/lib/log/lmdb.ts'
import { decodeBlock, encodeBlock, readBlock } from '../../../services/lib/log/lmdb/block.ts'
import type { BlockSizes } from '../../../services/lib/log/lmdb/layout.ts'
import type {
  EventLog,
  LogRecord,
  NewRecord,
  TopicSettings,
} from '../../../services/lib/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually } from '../../support/waiting.ts'
import { createLogDirectory } from './log-directory.ts'

const retentionMs = 60_000
const topics: TopicSettings = {
  trades: { partitions: 1, cleanup: 'delete', retentionMs },
  state: { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
}
/** A block has five of the records below. */
const smallBlocks: BlockSizes = { minBytes: 1_000, fullBytes: 1_000 }
const noBlocks: BlockSizes = { minBytes: Infinity, fullBytes: 1_000 }

const directory = createLogDirectory()
beforeEach(() => directory.make())
afterEach(() => directory.remove())

/** Records of 200 bytes, as similar to each other as trades are. */
const trades = (count: number, first = 0): NewRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    topic: 'trades',
    key: i % 7 === 0 ? null : `market-${i % 3}`,
    partition: 0,
    value: Buffer.from(`{"number":${first + i},"question":"${'Will it rain? '.repeat(13)}"}`),
  }))

async function append(log: EventLog, records: readonly NewRecord[]): Promise<void> {
  const writer = await log.openWriter('one')
  await writer.append(records)
}

async function appendOneByOne(log: EventLog, records: readonly NewRecord[]): Promise<void> {
  const writer = await log.openWriter('one')
  for (const record of records) {
    directory.nowMs += 10
    await writer.append([record])
  }
}

async function readAll(log: EventLog, from = 0, until = Infinity): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of log.read({ topic: 'trades', partition: 0, from, until }))
    found.push(record)
  return found
}

/** Reads and changes the file of a log that is not open. */
async function inFile<T>(
  use: (dbs: {
    readonly trades: ReturnType<typeof openEntries>
    readonly meta: ReturnType<typeof openMeta>
  }) => T,
): Promise<T> {
  const env = open({ path: directory.path, maxDbs: 64 })
  try {
    return use({ trades: openEntries(env), meta: openMeta(env) })
  } finally {
    await env.close()
  }
}
const openEntries = (env: ReturnType<typeof open>) =>
  env.openDB<Buffer, number>('records trades/0', { encoding: 'binary' })
const openMeta = (env: ReturnType<typeof open>) =>
  env.openDB<number, string>('meta', { encoding: 'json' })

const countEntries = (): Promise<number> => inFile(({ trades: entries }) => entries.getCount())

async function reopen(log: LmdbLog, blockSizes = smallBlocks): Promise<LmdbLog> {
  await log.close()
  return directory.open(topics, blockSizes)
}

describe('a block', () => {
  it('gives back its records: null keys, empty keys and values, other characters, times', () => {
    const filler = Array.from({ length: 20 }, () => ({ key: 'a', text: 'text '.repeat(20) }))
    const records = [
      { key: null, text: '' },
      { key: '', text: 'no key' },
      { key: 'ключ', text: '' },
      ...filler,
    ].map(({ key, text }, i) => ({ timestampMs: 1e12 + i * i, key, value: Buffer.from(text) }))
    const entry = encodeBlock(records)
    if (entry === null) throw new Error('does not compress')
    const block = readBlock(entry, entry.length)
    expect(block).toMatchObject({ count: 23, timestampMs: 1e12, lastTimestampMs: 1e12 + 22 * 22 })
    expect(decodeBlock(block)).toEqual(records)
  })
})

describe('records of one append', () => {
  it('are stored in blocks that are a fraction of their size', async () => {
    const log = await directory.open(topics)
    await append(log, trades(1_000))
    await log.close()
    const stored = await inFile(({ trades: entries }) =>
      [...entries.getRange()].reduce((sum, { value }) => sum + value.length, 0),
    )
    expect(stored).toBeLessThan(1_000 * 200 * 0.1)
    expect(await countEntries()).toBe(2)
  })

  it('are read from any offset to any other', async () => {
    const log = await directory.open(topics, smallBlocks)
    const records = trades(23)
    await append(log, records)
    for (let from = 0; from <= 23; from += 1)
      for (let until = from; until <= 23; until += 3) {
        const found = await readAll(log, from, until)
        expect(found.map(({ offset }) => offset)).toEqual(
          records.slice(from, until).map((_, i) => from + i),
        )
        expect(found.map(({ key, value }) => ({ key, value }))).toEqual(
          records.slice(from, until).map(({ key, value }) => ({ key, value })),
        )
      }
    await log.close()
    // four full blocks, and three records that are too few for one
    expect(await countEntries()).toBe(4 + 3)
  })

  it('are consumed in batches that end within blocks', async () => {
    const log = await directory.open(topics, smallBlocks)
    await append(log, trades(23))
    const sizes: number[] = []
    const offsets: number[] = []
    await log.subscribe(
      { group: 'g', topics: ['trades'], maxRecords: 3, onFatal: noFatal },
      async (batch) => {
        sizes.push(batch.length)
        offsets.push(...batch.map(({ offset }) => offset))
        return []
      },
    )
    await eventually(async () => expect(offsets).toHaveLength(23))
    expect(offsets).toEqual(trades(23).map((_, i) => i))
    expect(Math.max(...sizes)).toBe(3)
  })

  it('do not become blocks in a compacted topic', async () => {
    const log = await directory.open(topics, smallBlocks)
    await append(
      log,
      trades(20).map((record, i) => ({ ...record, topic: 'state', key: `key-${i % 4}` })),
    )
    const keys: (string | null)[] = []
    for await (const { key } of log.read({ topic: 'state', partition: 0, from: 0 })) keys.push(key)
    expect(keys).toEqual(['key-0', 'key-1', 'key-2', 'key-3'])
  })
})

describe('packing', () => {
  it('makes blocks of records that were appended one by one, and changes nothing else', async () => {
    const log = await directory.open(topics, smallBlocks)
    await appendOneByOne(log, trades(23))
    const before = await readAll(log)
    const times = before.map(({ timestampMs }) => timestampMs)
    const instants = [0, ...times, ...times.map((ms) => ms + 1)]
    const offsetsAt = () => Promise.all(instants.map((ms) => log.offsetsAt('trades', ms)))
    const offsetsBefore = await offsetsAt()
    await log.packRecords()
    expect(await readAll(log)).toEqual(before)
    expect(await offsetsAt()).toEqual(offsetsBefore)
    expect(await log.ranges('trades')).toEqual([
      { topic: 'trades', partition: 0, low: 0, high: 23 },
    ])
    const later = await reopen(log)
    expect(await readAll(later)).toEqual(before)
    await later.close()
    // four full blocks, and three records that wait for more
    expect(await countEntries()).toBe(4 + 3)
  })

  it('continues where it ended, and leaves full blocks as they are', async () => {
    let log = await directory.open(topics, smallBlocks)
    await appendOneByOne(log, trades(3))
    await log.packRecords()
    await append(log, trades(5, 3))
    await appendOneByOne(log, trades(9, 8))
    await log.packRecords()
    log = await reopen(log)
    await append(log, trades(2, 17))
    await log.packRecords()
    const numbers = (await readAll(log)).map(
      ({ value }) => (JSON.parse(value.toString()) as { number: number }).number,
    )
    expect(numbers).toEqual(trades(19).map((_, i) => i))
    await log.close()
    // 3 records before a block, 5, 5 and 5 of the later ones, and one that waits
    expect(await countEntries()).toBe(1 + 1 + 2 + 1)
  })

  it('does not move a consumer that is in the middle of a block', async () => {
    const log = await directory.open(topics, smallBlocks)
    await appendOneByOne(log, trades(12))
    await log.reset('g', [{ topic: 'trades', partition: 0, offset: 8 }])
    await log.packRecords()
    const offsets: number[] = []
    await log.subscribe({ group: 'g', topics: ['trades'], onFatal: noFatal }, async (batch) => {
      offsets.push(...batch.map(({ offset }) => offset))
      return []
    })
    await eventually(async () => expect(offsets).toEqual([8, 9, 10, 11]))
  })

  it('keeps a block until all of its records have expired', async () => {
    const log = await directory.open(topics, smallBlocks)
    await appendOneByOne(log, trades(10))
    const lastMs = (await readAll(log))[4]?.timestampMs ?? 0
    await log.packRecords()
    directory.nowMs = lastMs + retentionMs
    await log.removeExpiredRecords()
    expect((await log.ranges('trades'))[0]).toMatchObject({ low: 0, high: 10 })
    directory.nowMs += 1
    await log.removeExpiredRecords()
    expect((await log.ranges('trades'))[0]).toMatchObject({ low: 5, high: 10 })
    expect((await readAll(log)).map(({ offset }) => offset)).toEqual([5, 6, 7, 8, 9])
  })
})

describe('a corrupt block', () => {
  async function openCorrupt(): Promise<LmdbLog> {
    const log = await directory.open(topics, smallBlocks)
    await append(log, trades(15))
    await log.close()
    await inFile(({ trades: entries }) => {
      const bytes = Buffer.from(entries.get(9) ?? Buffer.alloc(0))
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      entries.putSync(9, bytes)
    })
    return directory.open(topics, smallBlocks)
  }
  const message = 'trades/0: the records 5 to 9 are corrupt: the checksum does not match'

  it('fails reads of its records, and no others', async () => {
    const log = await openCorrupt()
    await expect(readAll(log)).rejects.toMatchObject({
      name: 'LogError',
      message,
      retriable: false,
    })
    expect(await readAll(log, 0, 5)).toHaveLength(5)
    expect(await readAll(log, 10)).toHaveLength(5)
  })

  it('stops a subscription and a follower, which do not skip it', async () => {
    const log = await openCorrupt()
    const fatal: string[] = []
    const seen: number[] = []
    const onFatal = (error: Error): void => void fatal.push(error.message)
    const handle = async (batch: readonly LogRecord[]): Promise<[]> => {
      seen.push(...batch.map(({ offset }) => offset))
      return []
    }
    await log.subscribe({ group: 'g', topics: ['trades'], maxRecords: 5, onFatal }, handle)
    await eventually(async () => expect(fatal).toEqual([message]))
    expect(seen).toEqual([0, 1, 2, 3, 4])
    const following = log.follow({ topic: 'trades', onFatal }, async () => undefined)
    await expect(following).rejects.toThrow(message)
  })
})

describe('a log that was written before there were blocks', () => {
  it('is continued with blocks, and packed', async () => {
    let log = await directory.open(topics, noBlocks)
    await append(log, trades(23))
    const before = await readAll(log)
    await log.close()
    await inFile(({ meta }) => meta.putSync('format', 1))
    log = await directory.open(topics, smallBlocks)
    expect(await readAll(log)).toEqual(before)
    await append(log, trades(7, 23))
    const continued = await readAll(log)
    expect(continued.slice(0, 23)).toEqual(before)
    expect(continued).toHaveLength(30)
    await log.packRecords()
    expect(await readAll(log)).toEqual(continued)
    await log.close()
    expect(await countEntries()).toBeLessThan(10)
    // earlier versions cannot read blocks, and refuse this version
    expect(await inFile(({ meta }) => meta.get('format'))).toBe(2)
  })

  it('does not open if the version is a later one', async () => {
    await (await directory.open(topics)).close()
    await inFile(({ meta }) => meta.putSync('format', 3))
    await expect(directory.open(topics)).rejects.toThrow(
      'the log has format version 3; this version of oddslog reads 2',
    )
  })
})
