// What a member of a group has: lanes, each with a transactional id that it has taken over, and how
// far each is. A lane is partition n of every topic of the group. A lane begins in this order:
// still a member, id taken over, then the committed positions read; so nobody else moves them from
// then on, and what the one before had begun is either in them or undone.
import { LogError, type NewRecord } from '../port.ts'
import type { Feed, Taken } from './feed.ts'
import { isPermanent, isPlainAnswer, reasonOf, toLogError } from './failures.ts'
import type { Generation, Membership } from './membership.ts'
import { listOffsets, placeKey, type Place } from './offsets.ts'
import { laneId, type KafkaParts } from './parts.ts'
import { placeRecords } from './placement.ts'
import { openTransactor, TransactionFailed, type Transactor } from './transactor.ts'

export interface Lane {
  readonly index: number
  readonly places: readonly Place[]
  transactor: Transactor | null
  /** Whoever works on it knows that it is ours. */
  isTold: boolean
  /** Opening, or ending a transaction; never rejects. */
  busy: Promise<void> | null
  failures: number
}

export interface Lanes {
  /** With records, open, told, and at rest; the one that was served last comes last. */
  readonly ready: () => readonly Lane[]
  readonly untold: () => readonly Lane[]
  openUntold(): void
  /** Opens those that have records. */
  openWaiting(): void
  /** Emits and moves on, in one transaction, in the background. Throws what the log refuses for ever. */
  commit(lane: Lane, taken: Taken, emitted: readonly NewRecord[]): void
  /** Moves on without emitting, of any lanes at once. */
  commitPositions(ends: ReadonlyMap<Place, number>): Promise<void>
  /** Markers and aborted records move a position without a batch: writes that down. */
  tidy(): Promise<void>
  /** Keeps what is still ours and begins with what is new. */
  settle(generation: Generation<readonly Place[]>): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

const firstBackOffMs = 50
const longestBackOffMs = 2_000

export function createLanes(options: {
  readonly parts: KafkaParts
  readonly group: string
  readonly membership: Membership<readonly Place[]>
  readonly feed: Feed
  /** No lane is ready before it `isTold`. */
  readonly mustTell: boolean
  readonly onChange: () => void
  readonly onFatal: (error: Error) => void
}): Lanes {
  const { parts, group, membership, feed, mustTell, onChange, onFatal } = options
  const { topics, logger } = parts
  let lanes: Lane[] = []
  let isClosed = false
  /** Where the group stands, so far as we know. */
  const told = new Map<Place, number>()

  /** In the background; a failure costs the lane its transactor, and nothing else. */
  function run(lane: Lane, doing: string, work: () => Promise<void>): void {
    lane.busy = work()
      .then(() => void (lane.failures = 0))
      .catch((error: unknown) => giveUp(lane, doing, error))
      .finally(() => {
        lane.busy = null
        onChange()
      })
  }

  async function giveUp(lane: Lane, doing: string, error: unknown): Promise<void> {
    const { transactor } = lane
    lane.transactor = null
    await transactor?.close()
    if (isPermanent(error)) return onFatal(toLogError(`group ${group}: ${doing}`, error))
    // the group forms anew: nothing has failed
    if (isPlainAnswer(error)) return
    const backOffMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** lane.failures)
    lane.failures += 1
    const isFenced = error instanceof TransactionFailed && error.isFenced
    const fields = { group, lane: lane.index, isFenced, reason: reasonOf(error), backOffMs }
    logger?.warn(fields, `${doing} failed, and is done again`)
    await new Promise<void>((resolve) => void setTimeout(resolve, isClosed ? 0 : backOffMs))
  }

  async function open(lane: Lane): Promise<void> {
    await membership.beat()
    lane.transactor = await openTransactor(parts, laneId(group, lane.index))
    const committed = await membership.committed(lane.places)
    for (const place of lane.places) {
      const position = committed.get(placeKey(place))?.offset
      if (position === undefined) continue
      // somebody was here in between, or a commit of ours had gone through after all
      if (position !== told.get(place)) lane.isTold = !mustTell
      told.set(place, position)
      if (position !== feed.positionOf(place)) feed.seek(place, position)
    }
  }

  /** Where to read from is a guess until the lane is open. */
  async function begin(places: readonly Place[]): Promise<void> {
    const committed = await membership.committed(places)
    const lows = new Map<string, readonly number[]>()
    for (const { topic } of places.filter((place) => !committed.has(placeKey(place))))
      if (!lows.has(topic))
        lows.set(topic, await parts.asking.use((cluster) => listOffsets(cluster, topic, 'first')))
    for (const place of places) {
      const position = committed.get(placeKey(place))?.offset
      const from = position ?? lows.get(place.topic)?.[place.partition] ?? 0
      told.set(place, from)
      feed.seek(place, from)
    }
  }

  async function drop(gone: readonly Lane[]): Promise<void> {
    lanes = lanes.filter((lane) => !gone.includes(lane))
    for (const place of gone.flatMap((lane) => lane.places)) {
      feed.forget(place)
      told.delete(place)
    }
    await Promise.all(gone.flatMap((lane) => lane.transactor?.close() ?? []))
  }

  async function idle(): Promise<void> {
    await Promise.all(lanes.flatMap((lane) => lane.busy ?? []))
  }

  async function commitPositions(ends: ReadonlyMap<Place, number>): Promise<void> {
    await membership.commit([...ends].map(([place, offset]) => ({ ...place, offset })))
    for (const [place, offset] of ends) told.set(place, offset)
  }

  function openAll(wanted: (lane: Lane) => boolean): void {
    for (const lane of lanes)
      if (!lane.busy && !lane.transactor && wanted(lane))
        run(lane, 'taking partitions over', () => open(lane))
  }

  return {
    ready: () =>
      lanes.filter(
        (lane) => !lane.busy && lane.transactor && lane.isTold && feed.hasRecords(lane.places),
      ),
    untold: () => lanes.filter((lane) => !lane.isTold),
    openUntold: () => openAll((lane) => !lane.isTold),
    openWaiting: () => openAll((lane) => feed.hasRecords(lane.places)),

    commit(lane, { ends }, emitted) {
      lanes = [...lanes.filter((l) => l !== lane), lane]
      const records = placeRecords(topics, emitted)
      const positions = [...ends].map(([place, offset]) => ({ ...place, offset }))
      run(lane, 'a transaction', async () => {
        if (!lane.transactor) throw new LogError('the lane is not open', { retriable: true })
        await lane.transactor.commit({ records, group, positions })
        for (const [place, offset] of ends) told.set(place, offset)
        feed.drop(ends)
      })
    },

    commitPositions,

    async tidy() {
      const moved = new Map<Place, number>()
      for (const place of lanes.flatMap((lane) => (lane.busy ? [] : lane.places))) {
        const position = feed.positionOf(place)
        if (position !== null && position > (told.get(place) ?? 0)) moved.set(place, position)
      }
      if (moved.size > 0) await commitPositions(moved)
    },

    async settle({ part: places, isContinued }) {
      const ofLane = (index: number): Place[] => places.filter((p) => p.partition === index)
      await drop(
        lanes.filter((lane) => !isContinued || ofLane(lane.index).length !== lane.places.length),
      )
      const had = new Set(lanes.map((lane) => lane.index))
      const taken = [...new Set(places.map((p) => p.partition))]
        .filter((index) => !had.has(index))
        .map((index) => ({ index, places: ofLane(index), transactor: null, busy: null }))
      if (taken.length > 0) await begin(taken.flatMap((lane) => lane.places))
      for (const lane of taken) lanes.push({ ...lane, isTold: !mustTell, failures: 0 })
    },

    idle,

    async close() {
      isClosed = true
      await idle()
      await drop(lanes)
    },
  }
}
