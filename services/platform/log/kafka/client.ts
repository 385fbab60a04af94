// A connection to the cluster that mends itself: what failed is thrown away and made anew from the
// list of brokers. kafkajs retries nothing here; whoever asks decides whether to ask again.
import type { KafkaConfig } from 'kafkajs'
import { LogError } from '../port.ts'
import { isPlainAnswer } from './failures.ts'
import type { Cluster, Inside } from './inside-kafkajs.ts'

export interface Client {
  /** Rejects with kafkajs's errors. */
  use<T>(work: (cluster: Cluster) => Promise<T>): Promise<T>
  /** What is known of the cluster is out of date: the next use begins anew. */
  renew(): void
  close(): Promise<void>
}

const closeWithinMs = 2_000

/** `topics`: of these it knows the leaders. Connects at first use. */
export function createClient(
  inside: Inside,
  config: KafkaConfig,
  allBrokers: readonly string[],
  topics: readonly string[],
): Client {
  let current: Promise<Cluster> | null = null
  // not the same for all: else every client of a process would begin at a broker that is away
  let attempts = Math.floor(Math.random() * allBrokers.length)
  let isClosed = false

  async function connect(): Promise<Cluster> {
    // kafkajs begins at the first of the list: each attempt has another first
    const first = attempts % allBrokers.length
    attempts += 1
    const brokers = [...allBrokers.slice(first), ...allBrokers.slice(0, first)]
    const cluster = inside.createCluster({ ...config, brokers, retry: { retries: 0 } })
    try {
      await cluster.connect()
      await cluster.addMultipleTargetTopics(topics)
      return cluster
    } catch (error) {
      void disconnect(cluster)
      throw error
    }
  }

  function forget(what: Promise<Cluster>): void {
    if (current !== what) return
    current = null
    void what.then(disconnect, () => undefined)
  }

  return {
    async use(work) {
      if (isClosed) throw new LogError('the log is closed', { retriable: false })
      const mine = (current ??= connect())
      try {
        return await work(await mine)
      } catch (error) {
        if (!isPlainAnswer(error)) forget(mine)
        throw error
      }
    },
    renew() {
      if (current) forget(current)
    },
    async close() {
      isClosed = true
      const last = current
      current = null
      await last?.then(disconnect, () => undefined)
    },
  }
}

/** Waits for answers under way, but not for a broker that gives none. */
export async function disconnect(client: { disconnect(): Promise<void> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeWithinMs)))
  await Promise.race([client.disconnect().catch(() => undefined), late])
  clearTimeout(timer)
}
