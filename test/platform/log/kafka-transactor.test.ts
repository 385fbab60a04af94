// What becomes of a transaction when kafkajs's producer fails it or does not keep its word: a
// producer of the test's own stands in for kafkajs's.
import { describe, expect, it } from '@jest/globals'
import type { Kafka, RecordMetadata, TopicMessages } from 'kafkajs'
import { openInside, type Cluster } from '../../../services/platform/log/kafka/inside-kafkajs.ts'
import type { KafkaParts } from '../../../services/platform/log/kafka/parts.ts'
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
  /** What the group's coordinator says of the positions before they are settled. */
  readonly positions?: keyof typeof errorCodes
}

const errorCodes = { pending: 88, unknown: 0, elsewhere: 16 }

type Parts = Pick<KafkaParts, 'kafka' | 'inside' | 'asking'>

function fakeParts(script: Script): { readonly parts: Parts; readonly calls: string[] } {
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
  const errorCode = errorCodes[script.positions ?? 'pending']
  const partitions = [{ topic: 'in', partition: 0, errorCode }]
  const coordinator = { connectionPool: { send: async () => ({ errorCode: 0, partitions }) } }
  const cluster = { findGroupCoordinator: async () => coordinator } as unknown as Cluster
  const asking = {
    use: async <T>(ask: (cluster: Cluster) => Promise<T>) => ask(cluster),
    renew: () => undefined,
    close: async () => undefined,
  }
  const kafka = { producer: () => producer } as unknown as Kafka
  return { parts: { kafka, inside: openInside(), asking }, calls }
}

describe('a transaction', () => {
  it('sets positions, sends, and commits', async () => {
    const { parts, calls } = fakeParts({})
    const transactor = await openTransactor(parts, 'id')
    expect(calls.splice(0)).toEqual(['connect', 'abort'])
    await transactor.commit(work)
    expect(calls).toEqual(['sendOffsets', 'send', 'commit'])
  })

  it('waits for the one before it to be ended', async () => {
    const busy = typed('CONCURRENT_TRANSACTIONS')
    const { parts, calls } = fakeParts({ sendOffsets: [busy, busy, busy, null] })
    await (await openTransactor(parts, 'id')).commit(work)
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
      'of which the positions were taken and are lost',
      { positions: 'unknown' },
      { isUnknown: false, isPermanent: false },
      'send',
    ],
    [
      'of which the positions were taken by one who is no longer asked',
      { positions: 'elsewhere' },
      { isUnknown: false, isPermanent: false },
      'send',
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
      const { parts, calls } = fakeParts(script)
      const transactor = await openTransactor(parts, 'id')
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
    const { parts, calls } = fakeParts({ commit: [new Error('Closed connection')] })
    const transactor = await openTransactor(parts, 'id')
    calls.splice(0)
    await expect(transactor.commit(work)).rejects.toMatchObject({ isUnknown: true })
    expect(calls).toEqual(['sendOffsets', 'send', 'commit'])
    await expect(transactor.commit(work)).rejects.toThrow('failed before')
  })
})
