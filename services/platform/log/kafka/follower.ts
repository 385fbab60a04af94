// Reads a topic from its oldest record on, for as long as it is wanted, without a group: what it
// has taken in is known to it alone.
import { LogError, type Fold, type Follower, type FollowOptions } from '../port.ts'
import { createRounds } from '../rounds.ts'
import { createFeed } from './feed.ts'
import { toLogError } from './failures.ts'
import { listOffsets, type Boundary, type Place } from './offsets.ts'
import type { KafkaParts } from './parts.ts'

export interface StartedFollower extends Follower {
  /** Resolves when all has been taken in that was there at the start; rejects if it ends before that. */
  readonly caughtUp: Promise<void>
}

const beginAgainMs = 50

export function startFollower(
  parts: KafkaParts,
  { topic, maxRecords = 10_000, onFatal }: FollowOptions,
  handle: Fold,
): StartedFollower {
  const rounds = createRounds(parts.logger, { follows: topic })
  const { signal } = rounds
  let places: readonly Place[] = []
  /** Where each partition ended at the start. */
  let ends: readonly number[] = []
  /** Something of them has been taken in: from there on, nothing may be left out. */
  const begun = new Set<Place>()
  let failure: Error | null = null
  let isCaughtUp = false
  let settle: (error: Error | null) => void = () => undefined
  const caughtUp = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve())
  })
  const feed = createFeed(parts, {
    onNews: rounds.ring,
    onLost,
    onFatal: fail,
  })

  function fail(error: Error): void {
    failure ??= error
    rounds.ring()
  }

  const ask = (what: Boundary): Promise<readonly number[]> =>
    parts.asking
      .use((cluster) => listOffsets(cluster, topic, what))
      .catch((error) => {
        throw toLogError(`following ${topic}`, error)
      })

  async function begin(): Promise<void> {
    // the ends first: what is appended meanwhile may come, and what was there must
    const highs = await ask('end')
    const lows = await ask('first')
    ends = highs
    places = lows.map((_low, partition) => ({ topic, partition }))
    for (const place of places) feed.seek(place, lows[place.partition] ?? 0)
  }

  function onLost({ partition }: Place, offset: number): void {
    const place = places.find((p) => p.partition === partition)
    if (!place) return
    if (begun.has(place)) {
      const message = `${topic}/${partition}: the records from offset ${offset} on were removed before they had been read`
      return fail(new LogError(message, { retriable: false }))
    }
    // retention was quicker: it begins at the oldest record that is kept now
    void rounds
      .pause(beginAgainMs)
      .then(() => ask('first'))
      .then((lows) => feed.seek(place, lows[partition] ?? 0))
      .catch(() => feed.seek(place, offset))
  }

  async function turn(): Promise<void> {
    if (failure) throw failure
    if (places.length === 0) await begin()
    const taken = feed.peek(places, maxRecords)
    if (signal.aborted) return
    if (taken.records.length > 0) {
      await handle(taken.records, signal)
      for (const place of taken.ends.keys()) begun.add(place)
      feed.drop(taken.ends)
      const [first, ...others] = places
      // in turn
      places = first ? [...others, first] : []
    }
    if (!isCaughtUp && !signal.aborted) {
      isCaughtUp = places.every(
        (place) => (feed.positionOf(place) ?? 0) >= (ends[place.partition] ?? 0),
      )
      if (isCaughtUp) settle(null)
    }
    if (taken.records.length === 0) await rounds.rest()
  }

  const ended = rounds.run(turn).then(async (fatal) => {
    await feed.close()
    if (!isCaughtUp) settle(fatal ?? closedEarly(topic))
    else if (fatal && !signal.aborted) onFatal(fatal)
  })
  return {
    caughtUp,
    async stop() {
      rounds.stop()
      await ended
    },
  }
}

function closedEarly(topic: string): LogError {
  return new LogError(`the log was closed before the follower of ${topic} had caught up`, {
    retriable: false,
  })
}
