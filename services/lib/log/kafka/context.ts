// What all modules of the Kafka log share: clients, topics and settings. Created by ../kafka.ts.
import type { LogLogger } from '../loop.ts'
import type { TopicSettings } from '../port.ts'
import type { Client } from './client.ts'
import type { KafkajsInternals } from './kafkajs-internals.ts'

export interface KafkaContext {
  readonly internals: KafkajsInternals
  /** Opens a client with its own connections, for requests that wait at the broker. */
  readonly openClient: () => Client
  /** The client for requests that brokers answer at once. */
  readonly queryClient: Client
  readonly topics: TopicSettings
  readonly sessionTimeoutMs: number
  readonly logger: LogLogger | null
}

/** Returns the transactional id of a task. Task n consists of partition n of every topic of the group. */
export const taskTransactionalId = (group: string, task: number): string => `${group}/${task}`
