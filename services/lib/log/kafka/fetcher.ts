// Fetches some partitions continuously into buffers, ahead of the handler that processes the records: one
// request per broker at a time, which waits at the broker for new records.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogError, Partition } from '../port.ts'
import { backOffMs } from '../../run/retry.ts'
import { createNotifier } from '../../run/notifier.ts'
import { isPermanentError, reasonOf, toLogError } from './failures.ts'
import { fetchPartitions, type FetchResult } from './fetch.ts'
import type { Cluster } from './kafkajs-internals.ts'
import { groupByLeader } from './offsets.ts'
import {
  createPartitionBuffers,
  type PartitionBuffer,
  type PartitionBuffers,
} from './partition-buffers.ts'
import type { KafkaContext } from './context.ts'

export interface Fetcher extends Omit<PartitionBuffers, 'all' | 'get' | 'add' | 'mayFetchMore'> {
  readonly close: () => Promise<void>
}

/** How long a fetch waits at the broker, and therefore how long close() may take. */
const maxWaitMs = 250
/**
 * How long a fetch waits at the broker if it leaves out partitions because their buffers are full. It is
 * short, so that the next fetch can include them.
 */
const shortWaitMs = 10
const sizeLimits = { maxBytes: 8 * 1024 * 1024, maxPartitionBytes: 2 * 1024 * 1024 }
const failedFetch = { firstMs: 50, maxMs: 2_000 }
/** After this many successful fetches in a row, the back-off starts again at its shortest pause. */
const stableAfterFetches = 20

export function createFetcher(
  { internals, openClient, logger }: KafkaContext,
  on: {
    /** Called when there are new records, or a position has moved past transaction markers. */
    readonly onProgress: () => void
    /**
     * Called when the partition does not have the next offset to read. It is not fetched again until
     * seek().
     */
    readonly onLost: (topicPartition: Partition, offset: number) => void
    /** Called when the fetcher has stopped because of an error. */
    readonly onFatal: (error: LogError) => void
  },
): Fetcher {
  const client = openClient()
  const buffers = createPartitionBuffers()
  const backOff = createFetchBackOff(logger)
  const busyNodes = new Set<number>()
  const changed = createNotifier()
  const closing = new AbortController()
  let failure: unknown = null

  /** Adds a result to the buffer of its partition. Returns whether the position has moved. */
  function addToBuffer(result: FetchResult): boolean {
    const buffer = buffers.get(result)
    // the result is outdated if seek() or forget() was called meanwhile
    if (buffer?.tail !== result.offset || buffer.isLost) return false
    if ('error' in result) {
      if (result.error.type !== 'OFFSET_OUT_OF_RANGE') throw result.error
      buffer.isLost = true
      const { topic, partition } = buffer
      on.onLost({ topic, partition }, result.offset)
      return false
    }
    buffers.add(buffer, result.records, result.next)
    return result.next > result.offset
  }

  async function fetchOnce(
    cluster: Cluster,
    nodeId: number,
    wantedBuffers: readonly PartitionBuffer[],
    waitMs: number,
  ): Promise<void> {
    const positions = wantedBuffers.map(({ topic, partition, tail: offset }) => ({
      topic,
      partition,
      offset,
    }))
    const results = await fetchPartitions(internals, cluster, nodeId, positions, {
      ...sizeLimits,
      maxWaitMs: waitMs,
    })
    if (closing.signal.aborted) return
    let hasMoved = false
    for (const result of results) if (addToBuffer(result)) hasMoved = true
    backOff.noteSuccess()
    if (hasMoved) on.onProgress()
  }

  /** Starts a fetch at every broker that leads one of the partitions and has no fetch in flight. */
  async function fetchFromAllBrokers(cluster: Cluster): Promise<void> {
    for (const [nodeId, led] of groupByLeader(cluster, buffers.all())) {
      const wanted = led.filter((buffer) => !buffer.isLost && buffers.mayFetchMore(buffer))
      if (wanted.length === 0 || busyNodes.has(nodeId)) continue
      busyNodes.add(nodeId)
      const waitMs = wanted.length < led.length ? shortWaitMs : maxWaitMs
      void client
        .withCluster((same) => fetchOnce(same, nodeId, wanted, waitMs))
        .catch((error: unknown) => {
          failure ??= error
          client.discardConnection()
        })
        .then(() => {
          busyNodes.delete(nodeId)
          changed.notify()
        })
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        if (failure) throw failure
        if (buffers.all().length > 0) await client.withCluster(fetchFromAllBrokers)
        await changed.wait(1_000)
      } catch (error) {
        failure = null
        if (closing.signal.aborted) return
        if (isPermanentError(error)) return on.onFatal(toLogError('reading from Kafka', error))
        await backOff.pause(error, closing.signal)
      }
    }
  }

  const running = run()
  return {
    ...buffers,
    seek(topicPartition, offset) {
      buffers.seek(topicPartition, offset)
      changed.notify()
    },
    dropBefore(nextOffsets) {
      buffers.dropBefore(nextOffsets)
      changed.notify()
    },
    async close() {
      closing.abort()
      changed.notify()
      await running
      await client.close()
    },
  }
}

/**
 * Creates the back-off after failed fetches. It is not reset by a single success, because one broker may
 * be unavailable while the others respond.
 */
function createFetchBackOff(logger: KafkaContext['logger']) {
  let failures = 0
  let successesInARow = 0
  return {
    noteSuccess() {
      successesInARow += 1
      if (successesInARow > stableAfterFetches) failures = 0
    },
    async pause(error: unknown, signal: AbortSignal): Promise<void> {
      const pauseMs = backOffMs(failedFetch, failures)
      failures += 1
      successesInARow = 0
      const fields = { reason: reasonOf(error), backOffMs: pauseMs }
      if (failures > 2) logger?.warn(fields, 'fetching from Kafka failed and will be retried')
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    },
  }
}
