// What the parts of a log on Kafka work with.
import type { LogLogger } from '../rounds.ts'
import type { TopicSettings } from '../port.ts'
import type { Client } from './client.ts'
import type { Inside } from './inside-kafkajs.ts'

export interface KafkaParts {
  readonly inside: Inside
  /** A client with connections of its own, for one who waits at the broker. */
  readonly openClient: () => Client
  /** For questions that are answered at once. */
  readonly asking: Client
  readonly topics: TopicSettings
  readonly sessionTimeoutMs: number
  readonly logger: LogLogger | null
}

/** The transactional id of partition n of every topic of a group. */
export const laneId = (group: string, lane: number): string => `${group}/${lane}`
