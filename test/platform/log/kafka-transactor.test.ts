// What becomes of a transaction when kafkajs's producer fails it or does not keep its word: a
// producer of the test's own stands in for kafkajs's.
import { describe, expect, it } from '@jest/globals'
import type { Kafka, RecordMetadata, TopicMessages } from 'kafkajs'
import { placeRecords } from '../../../services/platform/log/kafka/placement.ts'
import {
  openTransactor,
  type TransactionFailed,
} from '../../../services/platform/log/kafka/transactor.ts'
import type { TopicSettings } from '../../../services/platform/log/port.ts'

const topics: TopicSettings = { a: { partitions: 3, cleanup: 'delete', retentionMs: Infinity } }
const records = placeRecords(
  topics,
  [0, 1, 2].map((partition) => ({ topic: 'a', key: null, partition, value: Buffer.from('x') })),
)
const work = { records, group: 'g', positions: [{ topic: 'in', partition: 0, offset: 5 }] }

const typed = (type: string): Error => Object.assign(new Error(type), { type })

interface Script {
  /** The partitions that are answered for; all of them unless given. */
  readonly answeredFor?: readonly number[]
  /** Errors of the calls of one kind, first to last; null: it works. */
  readonly sendOffsets?: readonly (Error | null)[]
  readonly send?: readonly (Error | null)[]
  readonly commit?: readonly (Error | null)[]
}

function fakeKafka(script: Script): { readonly kafka: Kafka; readonly calls: string[] } {
  const calls: string[] = []
  const left = { ...script } as Record<string, readonly (Error | null)[] | undefined>
  const call = (name: string): void => {
    calls.push(name)
    const [error = null, ...rest] = left[name] ?? []
    left[name] = rest
    if (error) throw error
  }
  const transaction = {
    sendOffsets: async () => call('sendOffsets'),
    async sendBatch({ topicMessages }: { readonly topicMessages: TopicMessages[] }) {
      call('send')
      return topicMessages.flatMap(({ topic, messages }) =>
        messages
          .filter(({ partition = 0 }) => script.answeredFor?.includes(partition) ?? true)
          .map(({ partition = 0 }): RecordMetadata => ({
            topicName: topic,
            partition,
            errorCode: 0,
          })),
      )
    },
    commit: async () => call('commit'),
    abort: async () => call('abort'),
  }
  const producer = {
    connect: async () => call('connect'),
    disconnect: async () => call('disconnect'),
    transaction: async () => transaction,
  }
  return { kafka: { producer: () => producer } as unknown as Kafka, calls }
}

describe('a transaction', () => {
  it('sets positions, sends, and commits', async () => {
    const { kafka, calls } = fakeKafka({})
    const transactor = await openTransactor(kafka, 'id')
    expect(calls.splice(0)).toEqual(['connect', 'abort'])
    await transactor.commit(work)
    expect(calls).toEqual(['sendOffsets', 'send', 'commit'])
  })

  it('waits for the one before it to be ended', async () => {
    const busy = typed('CONCURRENT_TRANSACTIONS')
    const { kafka, calls } = fakeKafka({ sendOffsets: [busy, busy, busy, null] })
    await (await openTransactor(kafka, 'id')).commit(work)
    expect(calls.slice(2)).toEqual([...Array(4).fill('sendOffsets'), 'send', 'commit'])
  })

  it.each<[string, Script, Partial<TransactionFailed>, string]>([
    [
      'of which a partition was not answered for',
      { answeredFor: [0, 2] },
      { isUnknown: false },
      'send', // what is still on its way must not come behind an abort of ours
    ],
    [
      'of which a send was refused for ever',
      { send: [typed('MESSAGE_TOO_LARGE')] },
      { isUnknown: false, isPermanent: true },
      'abort',
    ],
    [
      'whose id somebody else has',
      { sendOffsets: [typed('INVALID_PRODUCER_EPOCH')] },
      { isFenced: true, isPermanent: false },
      'sendOffsets',
    ],
  ])(
    '%s is not committed, and is the last of its producer',
    async (_what, script, expected, last) => {
      const { kafka, calls } = fakeKafka(script)
      const transactor = await openTransactor(kafka, 'id')
      calls.splice(0)
      await expect(transactor.commit(work)).rejects.toMatchObject({
        name: 'TransactionFailed',
        ...expected,
      })
      expect(calls.at(-1)).toBe(last)
      expect(calls).not.toContain('commit')
      await expect(transactor.commit(work)).rejects.toMatchObject({ retriable: true })
      expect(calls).not.toContain('commit')
    },
  )

  it('whose commit failed is not undone: it may have become durable, and that is told', async () => {
    const { kafka, calls } = fakeKafka({ commit: [new Error('Closed connection')] })
    const transactor = await openTransactor(kafka, 'id')
    calls.splice(0)
    await expect(transactor.commit(work)).rejects.toMatchObject({ isUnknown: true })
    expect(calls).toEqual(['sendOffsets', 'send', 'commit'])
    await expect(transactor.commit(work)).rejects.toThrow('failed before')
  })
})
