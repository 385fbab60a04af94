// A client of the cluster that reconnects: after an error it discards the connection and the metadata,
// and the next use connects again to a broker of the list. kafkajs retries nothing here; the callers
// decide about retries.
import { setTimeout as sleep } from 'node:timers/promises'
import type { KafkaConfig } from 'kafkajs'
import { LogError } from '../port.ts'
import { isExpectedError } from './failures.ts'
import type { Cluster, KafkajsInternals } from './kafkajs-internals.ts'

export interface Client {
  /** Calls `work` with the connected cluster. Rejects with the errors of kafkajs. */
  withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>
  /** Discards the connection and the metadata: the next use connects again. */
  discardConnection(): void
  close(): Promise<void>
}

const closeWithinMs = 2_000

/**
 * Creates a client, which connects at the first use. `topics` are the topics whose leaders the client
 * looks up.
 */
export function createClient(
  internals: KafkajsInternals,
  config: KafkaConfig,
  allBrokers: readonly string[],
  topics: readonly string[],
): Client {
  let current: Promise<Cluster> | null = null
  // the start is random, so that not every client of a process tries the same unavailable broker first
  let attempts = Math.floor(Math.random() * allBrokers.length)
  let isClosed = false

  async function connect(): Promise<Cluster> {
    // kafkajs starts with the first broker of the list: each attempt rotates the list
    const first = attempts % allBrokers.length
    attempts += 1
    const brokers = [...allBrokers.slice(first), ...allBrokers.slice(0, first)]
    const cluster = internals.createCluster({ ...config, brokers, retry: { retries: 0 } })
    try {
      await cluster.connect()
      await cluster.addMultipleTargetTopics(topics)
      return cluster
    } catch (error) {
      void disconnect(cluster)
      throw error
    }
  }

  function discardCluster(failedCluster: Promise<Cluster>): void {
    if (current !== failedCluster) return
    current = null
    void failedCluster.then(disconnect, () => undefined)
  }

  return {
    async withCluster(work) {
      if (isClosed) throw new LogError('the log is closed')
      const used = (current ??= connect())
      try {
        return await work(await used)
      } catch (error) {
        if (!isExpectedError(error)) discardCluster(used)
        throw error
      }
    },
    discardConnection() {
      if (current) discardCluster(current)
    },
    async close() {
      isClosed = true
      const last = current
      current = null
      await last?.then(disconnect, () => undefined)
    },
  }
}

/** Disconnects. Waits for pending responses, but at most `closeWithinMs`. */
export async function disconnect(client: { disconnect(): Promise<void> }): Promise<void> {
  const late = sleep(closeWithinMs, undefined, { ref: false })
  await Promise.race([client.disconnect().catch(() => undefined), late])
}
