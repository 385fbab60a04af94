// The one door to what lies inside kafkajs, whose own consumer and producer lose the guarantees of the
// port (docs/kafka.md, "Why only its connections"): the client of a cluster and of its brokers, one request
// and one reply at a time. Nothing of it is public, so the version is pinned, and a log on another
// one does not open.
import { createRequire } from 'node:module'
import type { KafkaConfig } from 'kafkajs'
import { LogError } from '../port.ts'

const pinned = '2.2.4'

export interface PartitionOffset {
  readonly partition: number
  readonly offset: string
}

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

/** One broker. Each call is one request; it rejects with kafkajs's error for an answer that is one. */
export interface Broker {
  readonly connectionPool: {
    send<T>(exchange: {
      readonly request: object
      readonly response: {
        readonly decode: (payload: Buffer) => Promise<T>
        readonly parse: (decoded: T) => Promise<T>
      }
      /** Milliseconds; null: that of the client. */
      readonly requestTimeout: number | null
    }): Promise<T>
  }
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
    readonly topics: readonly {
      readonly topic: string
      readonly partitions: readonly {
        readonly partition: number
        /** Unix milliseconds; -2: the first that is kept; -1: the end. */
        readonly timestamp: number
      }[]
    }[]
  }): Promise<{
    readonly responses: readonly {
      readonly topic: string
      readonly partitions: readonly PartitionOffset[]
    }[]
  }>
  offsetFetch(request: {
    readonly groupId: string
    readonly topics: readonly {
      readonly topic: string
      readonly partitions: readonly { readonly partition: number }[]
    }[]
  }): Promise<{
    readonly responses: readonly {
      readonly topic: string
      readonly partitions: readonly (PartitionOffset & { readonly metadata: string | null })[]
    }[]
  }>
  initProducerId(request: {
    readonly transactionalId: string
    /** Milliseconds. */
    readonly transactionTimeout: number
  }): Promise<{ readonly producerId: string; readonly producerEpoch: number }>
  addPartitionsToTxn(
    request: TransactionOwner & {
      readonly topics: readonly { readonly topic: string; readonly partitions: readonly number[] }[]
    },
  ): Promise<unknown>
  addOffsetsToTxn(request: TransactionOwner & { readonly groupId: string }): Promise<unknown>
  txnOffsetCommit(
    request: TransactionOwner & {
      readonly groupId: string
      readonly topics: readonly {
        readonly topic: string
        readonly partitions: readonly (PartitionOffset & { readonly metadata?: string })[]
      }[]
    },
  ): Promise<unknown>
  /** `transactionResult`: it is committed. */
  endTxn(request: TransactionOwner & { readonly transactionResult: boolean }): Promise<unknown>
  offsetCommit(request: {
    readonly groupId: string
    readonly groupGenerationId: number
    readonly memberId: string
    readonly topics: readonly {
      readonly topic: string
      readonly partitions: readonly PartitionOffset[]
    }[]
  }): Promise<unknown>
}

export interface Cluster {
  connect(): Promise<void>
  disconnect(): Promise<void>
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>
  findBroker(options: { readonly nodeId: number | string }): Promise<Broker>
  /** Of a transactional id with `coordinatorType` 1, of a group without. */
  findGroupCoordinator(options: {
    readonly groupId: string
    readonly coordinatorType?: number
  }): Promise<Broker>
  findTopicPartitionMetadata(
    topic: string,
  ): readonly { readonly partitionId: number; readonly leader: number }[]
}

interface FetchRequest {
  readonly replicaId: number
  readonly maxWaitTime: number
  readonly minBytes: number
  readonly maxBytes: number
  readonly isolationLevel: number
  readonly topics: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly partition: number
      readonly fetchOffset: string
      readonly maxBytes: number
    }[]
  }[]
}

/**
 * `UVarInt`: of the form that Kafka calls flexible, where lengths are one more than they are and tags
 * end a structure.
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
  /** Without a value: no tags. */
  writeUVarIntBytes(): Encoder
}

export interface Inside {
  /** A client of its own, with connections of its own; connects to the first broker that answers. */
  createCluster(config: KafkaConfig): Cluster
  /** Fetch, version 11. */
  toFetchRequest(request: FetchRequest): object
  createEncoder(): Encoder
  /** CRC-32C (Castagnoli), unsigned. */
  readonly crc32c: (bytes: Buffer) => number
  toError(code: number): Error & { readonly type: string; readonly retriable: boolean }
}

type LogCreator = NonNullable<KafkaConfig['logCreator']>

/** Throws where kafkajs is not the one we know. */
export function openInside(): Inside {
  const require = createRequire(import.meta.url)
  const { version } = require('kafkajs/package.json') as { version: string }
  if (version !== pinned)
    throw new LogError(
      `the log on Kafka is built on the inside of kafkajs ${pinned} and proved with it; ${version} is installed`,
      { retriable: false },
    )
  const Client = known<new (options: object) => Cluster>(require('kafkajs/src/cluster'))
  const toRequest = known<(request: FetchRequest) => object>(
    require('kafkajs/src/protocol/requests/fetch/v11/request'),
  )
  const ByteEncoder = known<new () => Encoder>(require('kafkajs/src/protocol/encoder'))
  const crc32c = known<Inside['crc32c']>(require('kafkajs/src/protocol/recordBatch/crc32C/crc32C'))
  const createSocketFactory = known<() => unknown>(require('kafkajs/src/network/socketFactory'))
  const loggers = require('kafkajs/src/loggers') as Record<'createLogger', unknown>
  const createLogger = known<(options: { level: number; logCreator: LogCreator }) => unknown>(
    loggers.createLogger,
  )
  const errors = require('kafkajs/src/protocol/error') as Record<'createErrorFromCode', unknown>
  const createErrorFromCode = known<Inside['toError']>(errors.createErrorFromCode)
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
    toFetchRequest: toRequest,
    createEncoder: () => new ByteEncoder(),
    crc32c,
    toError: createErrorFromCode,
  }
}

function known<T>(part: unknown): T {
  if (typeof part !== 'function')
    throw new LogError(`kafkajs ${pinned} is not built as it was`, { retriable: false })
  return part as T
}
