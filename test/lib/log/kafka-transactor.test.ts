// Transactions when a broker rejects a part of them or does not respond: fake brokers take the place of
// Kafka's.
import { describe, expect, it } from '@jest/globals'
import type { Client } from '../../../services/lib/log/kafka/client.ts'
import {
  loadKafkajsInternals,
  type Cluster,
} from '../../../services/lib/log/kafka/kafkajs-internals.ts'
import type { KafkaContext } from '../../../services/lib/log/kafka/context.ts'
import { toPartitionedRecords } from '../../../services/lib/log/kafka/placement.ts'
import {
  openTransactionalProducer,
  type TransactionFailed,
} from '../../../services/lib/log/kafka/transactional-producer.ts'
import type { TopicSettings } from '../../../services/lib/log/port.ts'

const topics: TopicSettings = { a: { partitions: 3, cleanup: 'delete', retentionMs: Infinity } }
const records = toPartitionedRecords(
  topics,
  [0, 1, 2].map((partition) => ({ topic: 'a', key: null, partition, value: Buffer.from('x') })),
)
const work = { records, group: 'g', positions: [{ topic: 'in', partition: 0, offset: 5 }] }

const typed = (type: string): Error => Object.assign(new Error(type), { type })

interface Script {
  /** The partitions that are answered for; all of them unless given. */
  readonly answeredFor?: readonly number[]
  /** Errors of the requests of one kind, first to last; null: it works. */
  readonly initProducerId?: readonly (Error | null)[]
  readonly addOffsets?: readonly (Error | null)[]
  readonly setPositions?: readonly (Error | null)[]
  readonly send?: readonly (Error | null)[]
  readonly commit?: readonly (Error | null)[]
  /** What the group's coordinator says of the positions before they are settled. */
  readonly positions?: keyof typeof errorCodes
}

const errorCodes = { pending: 88, unknown: 0, elsewhere: 16 }

type Context = Pick<KafkaContext, 'internals' | 'openClient' | 'queryClient'>

function fakeContext(script: Script): { readonly context: Context; readonly calls: string[] } {
  const calls: string[] = []
  const left = { ...script } as Record<string, readonly (Error | null)[] | undefined>
  const call = (name: string): void => {
    calls.push(name)
    const [error = null, ...rest] = left[name] ?? []
    left[name] = rest
    if (error) throw error
  }
  const exchange = async ({ request }: { readonly request: { readonly apiName: string } }) => {
    if (request.apiName === 'OffsetFetch') {
      const errorCode = errorCodes[script.positions ?? 'pending']
      return { errorCode: 0, partitions: [{ topic: 'in', partition: 0, errorCode }] }
    }
    call('send')
    const answered = script.answeredFor ?? [0, 1, 2]
    return { partitions: answered.map((partition) => ({ topic: 'a', partition, errorCode: 0 })) }
  }
  const broker = {
    connectionPool: { send: exchange },
    async initProducerId() {
      call('initProducerId')
      return { producerId: '1', producerEpoch: 0 }
    },
    addOffsetsToTxn: async () => call('addOffsets'),
    txnOffsetCommit: async () => call('setPositions'),
    addPartitionsToTxn: async () => call('addPartitions'),
    endTxn: async ({ transactionResult }: { readonly transactionResult: boolean }) =>
      call(transactionResult ? 'commit' : 'abort'),
  }
  const cluster = {
    findGroupCoordinator: async () => broker,
    findBroker: async () => broker,
    findTopicPartitionMetadata: () => [0, 1, 2].map((partitionId) => ({ partitionId, leader: 1 })),
  } as unknown as Cluster
  const client: Client = {
    withCluster: async (ask) => ask(cluster),
    discardConnection: () => undefined,
    close: async () => undefined,
  }
  return {
    context: { internals: loadKafkajsInternals(), openClient: () => client, queryClient: client },
    calls,
  }
}

const uneventful = ['addOffsets', 'setPositions', 'addPartitions', 'send', 'commit']

describe('a transaction', () => {
  it('sets positions, sends, and commits', async () => {
    const { context, calls } = fakeContext({})
    const producer = await openTransactionalProducer(context, 'id')
    expect(calls.splice(0)).toEqual(['initProducerId'])
    await producer.commit(work)
    expect(calls).toEqual(uneventful)
  })

  it('waits for the one before it to be ended', async () => {
    const busy = typed('CONCURRENT_TRANSACTIONS')
    const script = { initProducerId: [busy, null], addOffsets: [busy, busy, busy, null] }
    const { context, calls } = fakeContext(script)
    await (await openTransactionalProducer(context, 'id')).commit(work)
    const expected = ['initProducerId', 'initProducerId', ...Array(3).fill('addOffsets')]
    expect(calls).toEqual([...expected, ...uneventful])
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
      { isUnknown: false },
      'abort',
    ],
    [
      'of which the positions were taken and are lost',
      { positions: 'unknown' },
      { isUnknown: false },
      'send',
    ],
    [
      'of which the positions were taken by one who is no longer asked',
      { positions: 'elsewhere' },
      { isUnknown: false },
      'send',
    ],
    [
      'whose id somebody else has',
      { addOffsets: [typed('INVALID_PRODUCER_EPOCH')] },
      { isFenced: true },
      'addOffsets',
    ],
  ])('%s is not committed, and is the last of its epoch', async (_what, script, expected, last) => {
    const { context, calls } = fakeContext(script)
    const producer = await openTransactionalProducer(context, 'id')
    calls.splice(0)
    await expect(producer.commit(work)).rejects.toMatchObject({
      name: 'TransactionFailed',
      ...expected,
    })
    expect(calls.at(-1)).toBe(last)
    expect(calls).not.toContain('commit')
    await expect(producer.commit(work)).rejects.toMatchObject({ retriable: true })
    expect(calls).not.toContain('commit')
  })

  it('whose commit failed is not aborted: it may be durable, and the error says so', async () => {
    const { context, calls } = fakeContext({ commit: [new Error('Closed connection')] })
    const producer = await openTransactionalProducer(context, 'id')
    calls.splice(0)
    await expect(producer.commit(work)).rejects.toMatchObject({ isUnknown: true })
    expect(calls).toEqual(uneventful)
    await expect(producer.commit(work)).rejects.toThrow('failed before')
  })
})
