// What the publisher does with records that the log would refuse.
import { describe, expect, it } from '@jest/globals'
import type { Codec } from '../../services/lib/codec/port.ts'
import { maxRecordBytes, type NewRecord } from '../../services/lib/log/port.ts'
import { silentObserver } from '../../services/poller/observer.ts'
import { createPublisher, type PollerRecord } from '../../services/poller/publisher.ts'

const codec: Codec = {
  encode: (_topic, value) => Buffer.from((value as { state: string }).state),
  decode() {
    throw new Error('not used')
  },
  loadSchemas: () => null,
}

function checkpoint(state: string): PollerRecord {
  return { topic: 'poll-checkpoints', key: 'k', value: { key: 'k', state } }
}

function publisherOf(appended: NewRecord[], reasons: string[]) {
  return createPublisher({
    writer: {
      append: async (records) => void appended.push(...records),
      close: async () => undefined,
    },
    codec,
    topicPrefix: '',
    observer: {
      ...silentObserver,
      count: (_what, labels) => void reasons.push(labels['reason'] ?? ''),
    },
  })
}

describe('publisher', () => {
  it('leaves out a record that the log refuses, counts it, and keeps the others', async () => {
    const appended: NewRecord[] = []
    const reasons: string[] = []
    await publisherOf(appended, reasons).publish('platform_a', [
      checkpoint('one'),
      checkpoint('x'.repeat(maxRecordBytes)),
      checkpoint('two'),
    ])
    expect(appended.map(({ value }) => value.toString())).toEqual(['one', 'two'])
    expect(reasons).toContain('too_large')
  })

  it('appends nothing of a call when one of its records cannot be encoded', async () => {
    const appended: NewRecord[] = []
    const publisher = publisherOf(appended, [])
    const bad = { ...checkpoint(''), value: null } as unknown as PollerRecord
    await expect(publisher.publish('platform_a', [checkpoint('one'), bad])).rejects.toThrow()
    await publisher.publish('platform_a', [checkpoint('two')])
    expect(appended.map(({ value }) => value.toString())).toEqual(['two'])
  })
})
