// One member of a group: gives what the feed brings to the handler, one call at a time, and commits
// what that emits together with the new positions, lane by lane. While one lane's transaction is
// being ended, the handler works on the next lane.
import { LogError, type Handle, type SubscribeOptions, type Subscription } from '../port.ts'
import { createRounds } from '../rounds.ts'
import { createLaneProtocol } from './assignment.ts'
import { isPlainAnswer, toLogError } from './failures.ts'
import { createFeed, type Taken } from './feed.ts'
import { createLanes, type Lane } from './lanes.ts'
import { createMembership, type Generation } from './membership.ts'
import { listOffsets, type Place } from './offsets.ts'
import type { KafkaParts } from './parts.ts'

/** Positions that only markers have moved are written down so rarely. */
const tidyMs = 1_000
/** A member whose batch takes longer loses its place, for the others wait for it meanwhile. */
const rebalanceTimeoutMs = 120_000

export function startSubscription(
  parts: KafkaParts,
  options: SubscribeOptions,
  handle: Handle,
): Subscription {
  const { logger } = parts
  const { group, topics, maxRecords = 10_000, lingerMs = 0, onTaken, onFatal } = options
  const rounds = createRounds(logger, { group })
  const { signal } = rounds
  let failure: Error | null = null
  const fail = (error: Error): void => {
    failure ??= error
    rounds.ring()
  }
  const client = parts.openClient()
  const membership = createMembership({
    client,
    group,
    protocol: createLaneProtocol(topics, (topic) => parts.topics[topic]?.partitions ?? 0),
    sessionTimeoutMs: parts.sessionTimeoutMs,
    rebalanceTimeoutMs,
    onChange: rounds.ring,
  })
  const feed = createFeed(parts, {
    onNews: rounds.ring,
    onLost: (place, offset) => void tellLoss(place, offset),
    onFatal: fail,
  })
  const lanes = createLanes({
    parts,
    group,
    membership,
    feed,
    mustTell: onTaken !== undefined,
    onChange: rounds.ring,
    onFatal: fail,
  })
  /** We are in it, and have not yet begun with our part. */
  let unsettled: Generation<readonly Place[]> | null = null
  let isUntidy = true
  const tidying = setInterval(() => (isUntidy = true), tidyMs)

  async function tellLoss(place: Place, offset: number): Promise<void> {
    const where = `group ${group} stands at offset ${offset} of ${place.topic}/${place.partition}`
    const kept = await rangeOf(place).catch(() => 'or not any more')
    const message = `${where}, which the log does not hold (${kept}): records were removed before they had been read, or the topic was made anew; set the group to where it is to go on`
    fail(new LogError(message, { retriable: false }))
  }

  const rangeOf = ({ topic, partition }: Place): Promise<string> =>
    parts.asking.use(async (cluster) => {
      const low = (await listOffsets(cluster, topic, 'first'))[partition]
      const high = (await listOffsets(cluster, topic, 'settled'))[partition]
      return `it has ${low} to ${high}`
    })

  /** All batches are done before the group hears that we have come: then the others may begin. */
  async function rejoin(): Promise<void> {
    await lanes.idle()
    const generation = await membership.join(signal)
    if (!generation) return
    const isContinued = generation.isContinued && (unsettled?.isContinued ?? true)
    unsettled = { ...generation, isContinued }
  }

  async function settle(generation: Generation<readonly Place[]>): Promise<void> {
    await lanes.settle(generation)
    unsettled = null
  }

  async function turn(): Promise<void> {
    if (failure) throw failure
    if (membership.isOut()) return asking('joining the group', rejoin)
    if (unsettled) {
      const generation = unsettled
      return asking('reading the positions', () => settle(generation))
    }
    if (onTaken) await tell(onTaken)
    lanes.openWaiting()
    if (lingerMs > 0) return gather()
    const [lane] = lanes.ready()
    if (!lane) return rest()
    const taken = feed.peek(lane.places, maxRecords)
    lanes.commit(lane, taken, await handle(taken.records, signal))
  }

  /** Lanes are opened for it, with records or without: only then nobody else moves their positions. */
  async function tell(taken: NonNullable<SubscribeOptions['onTaken']>): Promise<void> {
    if (lanes.untold().length === 0) return
    lanes.openUntold()
    await lanes.idle()
    // those that could not be opened are not ready, and are told of another time
    const open = lanes.untold().filter((lane) => lane.transactor)
    if (open.length === 0 || membership.isOut() || signal.aborted) return
    await taken(
      open.flatMap((lane) => lane.places),
      signal,
    )
    for (const lane of open) lane.isTold = true
  }

  /**
   * For a sink, which wants large batches and seldom emits: records of all lanes, and their positions
   * committed at once. If it does emit, nobody knows for which lane: each lane by itself, again.
   */
  async function gather(): Promise<void> {
    if (lanes.ready().length === 0) return rest()
    if (feed.countRecords() < maxRecords && !feed.isFull()) {
      await rounds.pause(lingerMs)
      lanes.openWaiting()
      await lanes.idle()
    }
    const ready = lanes.ready()
    if (ready.length === 0 || signal.aborted || membership.isOut()) return
    const taken = feed.peek(
      ready.flatMap((lane) => lane.places),
      maxRecords,
    )
    const emitted = await handle(taken.records, signal)
    if (emitted.length === 0) {
      await asking('moving on', () => lanes.commitPositions(taken.ends))
      return feed.drop(taken.ends)
    }
    for (const lane of ready) await handleAgain(lane, taken)
  }

  async function handleAgain(lane: Lane, { records, ends }: Taken): Promise<void> {
    const isOfLane = ({ partition }: { readonly partition: number }): boolean =>
      partition === lane.index
    const mine = records.filter(isOfLane)
    if (mine.length === 0) return
    const emitted = await handle(mine, signal)
    const laneEnds = new Map([...ends].filter(([place]) => isOfLane(place)))
    lanes.commit(lane, { records: mine, ends: laneEnds }, emitted)
    await lanes.idle()
  }

  /** What Kafka answers is not final because kafkajs says so; and a group that forms anew is no trouble. */
  async function asking(doing: string, ask: () => Promise<void>): Promise<void> {
    try {
      await ask()
    } catch (error) {
      if (!isPlainAnswer(error)) throw toLogError(`group ${group}: ${doing}`, error)
    }
  }

  async function rest(): Promise<void> {
    if (isUntidy) {
      isUntidy = false
      await asking('moving on', () => lanes.tidy())
    }
    await rounds.rest()
  }

  async function end(): Promise<void> {
    clearInterval(tidying)
    await lanes.idle()
    if (!membership.isOut()) await lanes.tidy().catch(() => undefined)
    await lanes.close()
    await membership.leave()
    await Promise.all([feed.close(), client.close()])
  }

  const ended = rounds.run(turn).then(async (fatal) => {
    await end()
    if (fatal && !signal.aborted) onFatal(fatal)
  })
  return {
    async stop() {
      rounds.stop()
      await ended
    },
  }
}
