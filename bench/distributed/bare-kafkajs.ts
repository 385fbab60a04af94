// The baseline: kafkajs alone copies a topic exactly once, and reads a topic. It is simpler than the
// service: no rebalance and no failure is handled.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka, logLevel, type KafkaMessage, type Producer, type Transaction } from 'kafkajs'
import type { Running } from './worker.ts'

/** As the service fetches (kafka/fetcher.ts), so that batches have the same size. */
const fetchLimits = { maxBytes: 8 * 1024 * 1024, maxBytesPerPartition: 4 * 1024 * 1024 }
/** A broker accepts batches of up to 1 MiB; kafkajs is slow to build batches with more records than this. */
const sendBytes = 900_000
const sendRecords = 1_000
const recordOverheadBytes = 24
/** Other partitions are copied while the transaction of one partition is being committed. */
const partitionsAtOnce = 4

export interface BareJob {
  readonly kafka: string
  readonly group: string
  readonly from: string
}

export async function startCopy(
  { kafka: address, group, from, to }: BareJob & { readonly to: string },
  onHandled: (records: number) => void,
): Promise<Running> {
  const kafka = createKafka(address)
  const consumer = kafka.consumer({ groupId: group, ...fetchLimits, maxWaitTimeInMs: 250 })
  const producers = new Map<number, Promise<Producer>>()

  async function openProducer(partition: number): Promise<Producer> {
    const producer = kafka.producer({
      transactionalId: `${group}/${partition}`,
      idempotent: true,
      maxInFlightRequests: 1,
    })
    await producer.connect()
    return producer
  }
  function producerOf(partition: number): Promise<Producer> {
    const producer = producers.get(partition) ?? openProducer(partition)
    producers.set(partition, producer)
    return producer
  }

  await consumer.connect()
  await consumer.subscribe({ topic: from, fromBeginning: true })
  return {
    async run() {
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionsAtOnce,
        async eachBatch(payload) {
          const { batch } = payload
          const { partition, messages } = batch
          const last = batch.lastOffset()
          const transaction = await (await producerOf(partition)).transaction()
          await sendOffset(transaction, group, {
            topic: from,
            partition,
            offset: String(BigInt(last) + 1n),
          })
          for (const chunk of toChunks(messages))
            await transaction.send({
              topic: to,
              messages: chunk.map(({ key, value }) => ({ key, value, partition })),
            })
          await transaction.commit()
          payload.resolveOffset(last)
          await payload.heartbeat()
          onHandled(messages.length)
        },
      })
    },
    async stop() {
      await consumer.disconnect()
      for (const producer of producers.values()) await (await producer).disconnect()
    },
  }
}

export async function startConsume(
  { kafka: address, group, from }: BareJob,
  onHandled: (records: number) => void,
): Promise<Running> {
  const consumer = createKafka(address).consumer({
    groupId: group,
    ...fetchLimits,
    maxWaitTimeInMs: 250,
  })
  await consumer.connect()
  await consumer.subscribe({ topic: from, fromBeginning: true })
  return {
    async run() {
      await consumer.run({
        eachBatch: async ({ batch }) => onHandled(batch.messages.length),
      })
    },
    stop: () => consumer.disconnect(),
  }
}

function createKafka(address: string): Kafka {
  return new Kafka({ clientId: 'bare', brokers: [address], logLevel: logLevel.NOTHING })
}

/** Retries while the broker still commits the previous transaction: kafkajs itself does not wait that long. */
async function sendOffset(
  transaction: Transaction,
  group: string,
  { topic, partition, offset }: { topic: string; partition: number; offset: string },
): Promise<void> {
  for (;;)
    try {
      return await transaction.sendOffsets({
        consumerGroupId: group,
        topics: [{ topic, partitions: [{ partition, offset }] }],
      })
    } catch (error) {
      if ((error as { type?: string }).type !== 'CONCURRENT_TRANSACTIONS') throw error
      await sleep(2)
    }
}

function toChunks(messages: readonly KafkaMessage[]): KafkaMessage[][] {
  const chunks: KafkaMessage[][] = []
  let bytes = Infinity
  for (const message of messages) {
    const size = (message.key?.length ?? 0) + (message.value?.length ?? 0) + recordOverheadBytes
    const last = chunks.at(-1)
    if (last && last.length < sendRecords && bytes + size <= sendBytes) {
      last.push(message)
      bytes += size
    } else {
      chunks.push([message])
      bytes = size
    }
  }
  return chunks
}
