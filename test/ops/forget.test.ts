// The command `forget`: the groups of a topic continue after records that expired before they were read,
// and each range that they skip is a dead letter.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../../services/lib/log/lmdb.ts'
import { forgettableTopics, skipUnreadRecords } from '../../services/ops/forget.ts'
import { topicsWithPrefix, type RetentionBytes, type Topic } from '../../services/topology.ts'
import { noFatal } from '../contracts/event-log/subject.ts'
import { eventually } from '../support/waiting.ts'

const day = 86_400_000
let directory: string
let log: LmdbLog
let codec: Codec
let nowMs: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-forget-'))
  nowMs = 1_700_000_000_000
  log = await openLog()
  codec = await openLocalCodec({ path: join(directory, 'schemas') })
})
afterEach(async () => {
  await log.close()
  await rm(directory, { recursive: true })
})

const openLog = (limits: RetentionBytes = {}): Promise<LmdbLog> =>
  openLmdbLog({
    path: join(directory, 'log'),
    topics: topicsWithPrefix('pm.', limits),
    now: () => nowMs,
  })

const forget = (topic: Topic) =>
  skipUnreadRecords({ topic, log, codec, topicPrefix: 'pm.', now: () => nowMs })

async function append(
  topic: Topic,
  partition: number,
  count: number,
  createValue: () => Buffer = () => Buffer.from('x'),
): Promise<void> {
  const writer = await log.openWriter('test')
  const createRecord = () => ({ topic: `pm.${topic}`, key: null, partition, value: createValue() })
  await writer.append(Array.from({ length: count }, createRecord))
  await writer.close()
}

async function deadLetters(): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const { key, value } of log.read({
    topic: 'pm.dead-letters',
    partition: 0,
    from: 0,
  })) {
    const { stage, reason, detail } = codec.decode('dead-letters', value)
    found.push([key, stage, reason, detail])
  }
  return found
}

describe('forget', () => {
  it('is for topics that expire and have a consumer group', () => {
    expect(forgettableTopics).toEqual(['raw.books', 'raw.provisional-trades', 'books'])
  })

  it('moves the groups past expired records, reports them, and lets retention remove them', async () => {
    await append('books', 0, 20)
    await append('books', 3, 5)
    nowMs += 20 * day
    await append('books', 3, 5)
    nowMs += 20 * day
    for (let hours = 0; hours < 40 * 24; hours += 1) await log.removeExpiredRecords()
    expect((await log.ranges('pm.books'))[0]).toMatchObject({ low: 0, high: 20 })

    expect(await forget('books')).toEqual([
      { stage: 'projector', partition: 0, from: 0, until: 20 },
      { stage: 'projector', partition: 3, from: 0, until: 5 },
    ])
    expect(await deadLetters()).toEqual([
      [
        'books/0/0',
        'projector',
        'forgotten',
        'an operator skipped 20 unread records: offsets 0 to 19',
      ],
      [
        'books/3/0',
        'projector',
        'forgotten',
        'an operator skipped 5 unread records: offsets 0 to 4',
      ],
    ])
    await log.removeExpiredRecords()
    const offsets: string[] = []
    await log.subscribe(
      { group: 'pm.projector', topics: ['pm.books'], onFatal: noFatal },
      async (batch) => {
        offsets.push(...batch.map((r) => `${r.partition}/${r.offset}`))
        return []
      },
    )
    await eventually(async () => expect(offsets).toEqual(['3/5', '3/6', '3/7', '3/8', '3/9']))
    expect((await log.ranges('pm.books'))[0]).toMatchObject({ low: 20, high: 20 })
  })

  it('moves the groups past records that exceed the size of the topic', async () => {
    await log.close()
    // 50,000 bytes for each of twelve partitions
    log = await openLog({ books: 600_000 })
    for (let i = 0; i < 4; i += 1) await append('books', 0, 25, () => randomBytes(1_000))
    await log.removeExpiredRecords()
    expect((await log.ranges('pm.books'))[0]).toMatchObject({ low: 0, high: 100 })
    const [skipped] = await forget('books')
    expect(skipped).toMatchObject({ stage: 'projector', partition: 0, from: 0 })
    expect(skipped?.until).toBeGreaterThan(40)
    expect(skipped?.until).toBeLessThan(100)
    await log.removeExpiredRecords()
    expect((await log.ranges('pm.books'))[0]).toMatchObject({ low: skipped?.until })
  })

  it('changes nothing when the groups have read all expired records', async () => {
    await append('books', 0, 20)
    nowMs += 29 * day
    expect(await forget('books')).toEqual([])
    expect(await deadLetters()).toEqual([])
  })
})
