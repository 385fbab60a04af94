// The non-public parts of kafkajs that we use: the client of a cluster and of its brokers, with one method per
// request. Only this file and kafkajs-repairs.ts use such parts. kafkajs's own consumer and producer do not give the
// guarantees of the port (docs/kafka.md, "Why only its connections"). The version is pinned, because these parts may
// change in any release; the log does not open with another version.
import { createRequire } from 'node:module'
import type { KafkaConfig } from 'kafkajs'
import { LogError } from '../port.ts'
import { repairKafkajs } from './kafkajs-repairs.ts'

const pinned = '2.2.4'

export interface PartitionOffset {
  readonly partition: number
  readonly offset: string
}

/** Partitions grouped by topic, as in Kafka's requests and responses. */
export type ByTopic<P> = readonly { readonly topic: string; readonly partitions: readonly P[] }[]

export interface GroupMember {
  readonly memberId: string
  readonly memberMetadata: Buffer
}

export interface MemberAssignment {
  readonly memberId: string
  readonly memberAssignment: Buffer
}

export interface TransactionOwner {
  readonly transactionalId: string
  readonly producerId: string
  readonly producerEpoch: number
}

/**
 * A connection to one broker. Each call sends one request, and rejects with kafkajs's error if the
 * response has an error code.
 */
export interface Broker {
  readonly connectionPool: {
    send<T>(exchange: {
      readonly request: object
      readonly response: {
        readonly decode: (payload: Buffer) => Promise<T>
        readonly parse: (decoded: T) => Promise<T>
      }
      readonly requestTimeout: number | null
    }): Promise<T>
  }
  /**
   * Returns this broker's metadata of the cluster, which may be older than that of another broker.
   */
  metadata(topics: readonly string[]): Promise<{
    readonly brokers: readonly { readonly nodeId: number }[]
    readonly topicMetadata: readonly {
      readonly topic: string
      readonly partitionMetadata: readonly {
        readonly isr: readonly number[]
        readonly replicas: readonly number[]
      }[]
    }[]
  }>
  joinGroup(request: {
    readonly groupId: string
    readonly sessionTimeout: number
    readonly rebalanceTimeout: number
    readonly memberId: string
    readonly groupProtocols: readonly { readonly name: string; readonly metadata: Buffer }[]
  }): Promise<{
    readonly generationId: number
    readonly leaderId: string
    readonly memberId: string
    readonly members: readonly GroupMember[]
  }>
  syncGroup(request: {
    readonly groupId: string
    readonly generationId: number
    readonly memberId: string
    readonly groupAssignment: readonly MemberAssignment[]
  }): Promise<{ readonly memberAssignment: Buffer }>
  heartbeat(request: {
    readonly groupId: string
    readonly groupGenerationId: number
    readonly memberId: string
  }): Promise<unknown>
  leaveGroup(request: { readonly groupId: string; readonly memberId: string }): Promise<unknown>
  listOffsets(request: {
    readonly isolationLevel: number
    readonly topics: ByTopic<{
      readonly partition: number
      /** Unix milliseconds, or a special value: -2 is the earliest offset, -1 the end. */
      readonly timestamp: number
    }>
  }): Promise<{ readonly responses: ByTopic<PartitionOffset> }>
  offsetFetch(request: {
    readonly groupId: string
    readonly topics: ByTopic<{ readonly partition: number }>
  }): Promise<{
    readonly responses: ByTopic<PartitionOffset & { readonly metadata: string | null }>
  }>
  initProducerId(request: {
    readonly transactionalId: string
    /** Milliseconds. */
    readonly transactionTimeout: number
  }): Promise<{ readonly producerId: string; readonly producerEpoch: number }>
  addPartitionsToTxn(
    request: TransactionOwner & { readonly topics: ByTopic<number> },
  ): Promise<unknown>
  addOffsetsToTxn(request: TransactionOwner & { readonly groupId: string }): Promise<unknown>
  txnOffsetCommit(
    request: TransactionOwner & {
      readonly groupId: string
      readonly topics: ByTopic<PartitionOffset & { readonly metadata?: string }>
    },
  ): Promise<unknown>
  /** Ends the transaction. `transactionResult`: true commits, false aborts. */
  endTxn(request: TransactionOwner & { readonly transactionResult: boolean }): Promise<unknown>
  offsetCommit(request: {
    readonly groupId: string
    readonly groupGenerationId: number
    readonly memberId: string
    readonly topics: ByTopic<PartitionOffset>
  }): Promise<unknown>
}

export interface Cluster {
  connect(): Promise<void>
  disconnect(): Promise<void>
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>
  findBroker(options: { readonly nodeId: number | string }): Promise<Broker>
  /** Returns the coordinator of a transactional id (`coordinatorType` 1), or of a group (without it). */
  findGroupCoordinator(options: {
    readonly groupId: string
    readonly coordinatorType?: number
  }): Promise<Broker>
  findTopicPartitionMetadata(
    topic: string,
  ): readonly { readonly partitionId: number; readonly leader: number }[]
}

/**
 * Sends a request whose response we decode ourselves. If `timeoutMs` is null, the client's time-out
 * applies.
 */
export function sendRequest<T>(
  { connectionPool }: Broker,
  request: object,
  decode: (payload: Buffer) => T,
  timeoutMs: number | null = null,
): Promise<T> {
  return connectionPool.send({
    request,
    response: { decode: async (payload) => decode(payload), parse: async (decoded) => decoded },
    requestTimeout: timeoutMs,
  })
}

interface FetchRequest {
  readonly replicaId: number
  readonly maxWaitTime: number
  readonly minBytes: number
  readonly maxBytes: number
  readonly isolationLevel: number
  readonly topics: ByTopic<{
    readonly partition: number
    readonly fetchOffset: string
    readonly maxBytes: number
  }>
}

/**
 * kafkajs's encoder of requests. The `UVarInt` methods are for flexible versions of requests, where
 * lengths are stored plus one and tagged fields end a structure.
 */
export interface Encoder {
  writeInt16(value: number): Encoder
  writeInt32(value: number): Encoder
  writeBoolean(value: boolean): Encoder
  writeString(value: string): Encoder
  writeBytes(value: Buffer): Encoder
  writeArray(items: readonly Encoder[]): Encoder
  writeUVarIntString(value: string): Encoder
  writeUVarIntArray(items: readonly Encoder[]): Encoder
  /** Without an argument, writes an empty list of tagged fields. */
  writeUVarIntBytes(): Encoder
}

export interface KafkajsInternals {
  /** Creates a client with its own connections, which connects to the first broker that responds. */
  createCluster(config: KafkaConfig): Cluster
  /** Fetch, version 11. */
  toFetchRequest(request: FetchRequest): object
  createEncoder(): Encoder
  /** CRC-32C (Castagnoli), unsigned. */
  readonly crc32c: (bytes: Buffer) => number
  toError(code: number): Error & { readonly type: string; readonly retriable: boolean }
}

type LogCreator = NonNullable<KafkaConfig['logCreator']>

/** Throws if the installed kafkajs is not the pinned version. */
export function loadKafkajsInternals(): KafkajsInternals {
  const require = createRequire(import.meta.url)
  const { version } = require('kafkajs/package.json') as { version: string }
  if (version !== pinned)
    throw new LogError(
      `the Kafka log uses internals of kafkajs ${pinned} and is tested only with it; ${version} is installed`,
    )
  const load = <T>(path: string): T => expectFunction<T>(require(`kafkajs/src/${path}`))
  const Client = load<new (options: object) => Cluster>('cluster')
  repairKafkajs(load)
  const ByteEncoder = load<new () => Encoder>('protocol/encoder')
  const createSocketFactory = load<() => unknown>('network/socketFactory')
  const loggers = require('kafkajs/src/loggers') as Record<'createLogger', unknown>
  const createLogger = expectFunction<
    (options: { level: number; logCreator: LogCreator }) => unknown
  >(loggers.createLogger)
  const errors = require('kafkajs/src/protocol/error') as Record<'createErrorFromCode', unknown>
  return {
    createCluster({ logLevel = 0, logCreator = () => () => undefined, ...config }) {
      return new Client({
        ...config,
        logger: createLogger({ level: logLevel, logCreator }),
        socketFactory: createSocketFactory(),
        metadataMaxAge: 60_000,
        allowAutoTopicCreation: false,
      })
    },
    toFetchRequest: load('protocol/requests/fetch/v11/request'),
    createEncoder: () => new ByteEncoder(),
    crc32c: load('protocol/recordBatch/crc32C/crc32C'),
    toError: expectFunction(errors.createErrorFromCode),
  }
}

function expectFunction<T>(part: unknown): T {
  if (typeof part !== 'function')
    throw new LogError(`an internal module of kafkajs ${pinned} is not a function as expected`)
  return part as T
}
