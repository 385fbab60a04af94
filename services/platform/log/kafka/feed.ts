// Reads on in some partitions for as long as it is wanted, a little ahead of who works on them: per
// broker one fetch at a time, which waits at the broker for what comes. The records lie here until
// they are dropped, so that a batch that failed is there again.
import type { LogError, LogRecord } from '../port.ts'
import { createBell } from '../bell.ts'
import { isPermanent, reasonOf, toLogError } from './failures.ts'
import { fetchFrom, type Fetched } from './fetch.ts'
import type { Cluster } from './inside-kafkajs.ts'
import { leaderOf, placeKey, type Place } from './offsets.ts'
import type { KafkaParts } from './parts.ts'

export interface Feed {
  /** Reads this partition from that offset on; what lay here of it is forgotten. */
  seek(place: Place, offset: number): void
  forget(place: Place): void
  /** How far it has been read and dropped; what was aborted, and markers, go by themselves. */
  positionOf(place: Place): number | null
  hasRecords(places: readonly Place[]): boolean
  countRecords(): number
  /** Enough lies here: it does not read on everywhere. */
  isFull(): boolean
  /** At most that many records, in fair shares, the first places first. */
  peek(places: readonly Place[], maxRecords: number): Taken
  drop(ends: ReadonlyMap<Place, number>): void
  close(): Promise<void>
}

export interface Taken {
  readonly records: readonly LogRecord[]
  /** Where to read on in the partitions of which there is something. */
  readonly ends: ReadonlyMap<Place, number>
}

interface Reel extends Place {
  /** The first record not dropped, or where reading goes on if none lies here. */
  head: number
  tail: number
  records: LogRecord[]
  bytes: number
  /** Until it is told where to go on. */
  isLost: boolean
}

/** A fetch waits so long at the broker; also how long close() may take. */
const maxWaitMs = 250
/** Where a partition is left out of a fetch because enough of it lies here, the next one comes soon. */
const shortWaitMs = 10
const fetchBytes = 8 * 1024 * 1024
const fetchPartitionBytes = 2 * 1024 * 1024
/** Read ahead so far in one partition, and in all together. */
const reelBytes = 4 * 1024 * 1024
const feedBytes = 64 * 1024 * 1024
/** A batch of large records stops here, so that it fits in memory several times. */
const batchBytes = 16 * 1024 * 1024
/** What a record takes in memory beside its key and value. */
const recordBytes = 100
const firstBackOffMs = 50
const longestBackOffMs = 2_000
const calmAnswers = 20

export function createFeed(
  { inside, openClient, logger }: KafkaParts,
  on: {
    /** Something has come, or a partition has been read further. */
    readonly onNews: () => void
    /** The log does not hold what was to be read next: nothing of the partition until seek(). */
    readonly onLost: (place: Place, offset: number) => void
    /** It reads no more. */
    readonly onFatal: (error: LogError) => void
  },
): Feed {
  const client = openClient()
  const reels = new Map<string, Reel>()
  const busyNodes = new Set<number>()
  const bell = createBell()
  const closing = createBell()
  let isClosed = false
  let failure: unknown = null
  let failures = 0
  let answersInARow = 0

  const totalBytes = (): number => [...reels.values()].reduce((sum, r) => sum + r.bytes, 0)

  const reelsOf = (places: readonly Place[]): [Place, Reel][] =>
    places.flatMap((place) => {
      const reel = reels.get(placeKey(place))
      return reel ? [[place, reel] as const] : []
    }) as [Place, Reel][]

  function take(fetched: Fetched, reel: Reel | undefined): boolean {
    // it was told to read elsewhere meanwhile
    if (!reel || reel.tail !== fetched.offset || reel.isLost) return false
    if ('error' in fetched) {
      if (fetched.error.type !== 'OFFSET_OUT_OF_RANGE') throw fetched.error
      reel.isLost = true
      on.onLost({ topic: reel.topic, partition: reel.partition }, fetched.offset)
      return false
    }
    if (reel.records.length === 0) reel.records = [...fetched.records]
    else for (const record of fetched.records) reel.records.push(record)
    for (const record of fetched.records) reel.bytes += sizeOf(record)
    reel.tail = fetched.next
    if (reel.records.length === 0) reel.head = reel.tail
    return fetched.next > fetched.offset
  }

  async function fetchOnce(cluster: Cluster, nodeId: number, wanted: Reel[], waitMs: number) {
    const places = wanted.map((reel) => ({ ...placeOf(reel), offset: reel.tail }))
    const answers = await fetchFrom(inside, cluster, nodeId, places, {
      maxWaitMs: waitMs,
      maxBytes: fetchBytes,
      maxPartitionBytes: fetchPartitionBytes,
    })
    if (isClosed) return
    let isNew = false
    for (const fetched of answers)
      // the same reel as at the time of the question, or none
      isNew =
        take(
          fetched,
          wanted.find((r) => isSame(r, fetched) && reels.get(placeKey(r)) === r),
        ) || isNew
    answersInARow += 1
    // of several brokers one may be away: the answers of the others say nothing about it
    if (answersInARow > calmAnswers) failures = 0
    if (isNew) on.onNews()
  }

  /** Asks every broker that leads a partition of ours and is not asking yet. */
  async function askAll(cluster: Cluster): Promise<void> {
    const isFull = totalBytes() >= feedBytes
    const byNode = new Map<number, Reel[]>()
    for (const reel of reels.values()) {
      const leader = leaderOf(cluster, reel)
      const led = byNode.get(leader) ?? []
      byNode.set(leader, led)
      led.push(reel)
    }
    for (const [nodeId, led] of byNode) {
      const wanted = led.filter(
        (r) => !r.isLost && (r.bytes === 0 || (!isFull && r.bytes < reelBytes)),
      )
      if (wanted.length === 0 || busyNodes.has(nodeId)) continue
      busyNodes.add(nodeId)
      const waitMs = wanted.length < led.length ? shortWaitMs : maxWaitMs
      void client
        .use((same) => fetchOnce(same, nodeId, wanted, waitMs))
        .catch((error: unknown) => {
          failure ??= error
          client.renew()
        })
        .then(() => {
          busyNodes.delete(nodeId)
          bell.ring()
        })
    }
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      try {
        if (failure) throw failure
        if (reels.size > 0) await client.use(askAll)
        await bell.wait(1_000)
      } catch (error) {
        failure = null
        if (isClosed) return
        if (isPermanent(error)) return on.onFatal(toLogError('reading from Kafka', error))
        await backOff(error)
      }
    }
  }

  async function backOff(error: unknown): Promise<void> {
    const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** failures)
    failures += 1
    answersInARow = 0
    if (failures > 2)
      logger?.warn({ reason: reasonOf(error), backOffMs }, 'reading from Kafka fails, and goes on')
    await closing.wait(backOffMs)
  }

  const running = run()
  return {
    seek(place, offset) {
      const { topic, partition } = place
      const reel = { topic, partition, head: offset, tail: offset, records: [], bytes: 0 }
      reels.set(placeKey(place), { ...reel, isLost: false })
      bell.ring()
    },
    forget: (place) => void reels.delete(placeKey(place)),
    positionOf: (place) => reels.get(placeKey(place))?.head ?? null,
    hasRecords: (places) => reelsOf(places).some(([, reel]) => reel.records.length > 0),
    isFull: () =>
      totalBytes() >= feedBytes || [...reels.values()].some((r) => r.bytes >= reelBytes),
    countRecords: () => [...reels.values()].reduce((sum, r) => sum + r.records.length, 0),

    peek(places, maxRecords) {
      const ready = reelsOf(places).filter(([, reel]) => reel.records.length > 0)
      const records: LogRecord[] = []
      const counts = new Map<Place, number>()
      let bytes = 0
      const fairShare = Math.max(1, Math.floor(maxRecords / ready.length))
      for (const share of [fairShare, maxRecords]) {
        for (const [place, reel] of ready) {
          let at = counts.get(place) ?? 0
          const end = Math.min(reel.records.length, at + share, at + maxRecords - records.length)
          for (; at < end && bytes < batchBytes; at += 1) {
            const record = reel.records[at] as LogRecord
            records.push(record)
            bytes += sizeOf(record)
          }
          counts.set(place, at)
        }
      }
      const ends = new Map<Place, number>()
      for (const [place, reel] of ready) {
        const count = counts.get(place) ?? 0
        const next = reel.records[count]
        if (count > 0) ends.set(place, next ? next.offset : reel.tail)
      }
      return { records, ends }
    },

    drop(ends) {
      for (const [place, end] of ends) {
        const reel = reels.get(placeKey(place))
        if (!reel) continue
        let count = 0
        for (let r = reel.records[count]; r && r.offset < end; r = reel.records[count]) {
          reel.bytes -= sizeOf(r)
          count += 1
        }
        reel.records.splice(0, count)
        reel.head = reel.records[0]?.offset ?? reel.tail
      }
      bell.ring()
    },

    async close() {
      isClosed = true
      bell.ring()
      closing.ring()
      await running
      await client.close()
    },
  }
}

const isSame = (a: Place, b: Place): boolean => a.topic === b.topic && a.partition === b.partition

const placeOf = ({ topic, partition }: Place): Place => ({ topic, partition })

const sizeOf = ({ key, value }: LogRecord): number =>
  recordBytes + value.length + (key?.length ?? 0)
