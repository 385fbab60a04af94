// Reads a topic from its oldest record on, for as long as it is wanted, and keeps in memory how far
// it is: nothing of it is stored, so that followers are as cheap as reads.
import { LogError, type Fold, type Follower, type FollowOptions } from '../port.ts'
import { collect, rotate, type Cursors } from './batches.ts'
import { createRounds, type LogLogger } from '../rounds.ts'
import type { Layout, Slot } from './layout.ts'
import type { Wakeups } from './wakeups.ts'

export interface FollowerParts {
  readonly layout: Layout
  readonly wakeups: Wakeups
  readonly logger: LogLogger | null
}

export interface StartedFollower extends Follower {
  /** Resolves when all has been taken in that was there at the start; rejects if it ends before that. */
  readonly caughtUp: Promise<void>
}

/** `slots` are all partitions of the topic. */
export function startFollower(
  { layout, wakeups, logger }: FollowerParts,
  slots: readonly Slot[],
  { topic, maxRecords = 10_000, onFatal }: FollowOptions,
  handle: Fold,
): StartedFollower {
  const rounds = createRounds(logger, { follows: topic })
  const { signal } = rounds
  let cursors: Cursors = new Map(slots.map((slot) => [slot, null]))
  /** Where each partition ended at the start. */
  const startedAt = new Map(slots.map((slot) => [slot, layout.tailOf(slot).next]))
  let isCaughtUp = false
  let settle: (error: Error | null) => void = () => undefined
  const caughtUp = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve())
  })

  async function turn(): Promise<void> {
    layout.env.resetReadTxn()
    const { records, ends } = await collect(layout, cursors, maxRecords)
    if (signal.aborted) return
    if (records.length > 0) await handle(records, signal)
    cursors = new Map(rotate([...cursors]).map(([slot, at]) => [slot, ends.get(slot) ?? at]))
    if (!isCaughtUp && !signal.aborted) {
      isCaughtUp = [...startedAt].every(([slot, end]) => (cursors.get(slot) ?? 0) >= end)
      if (isCaughtUp) settle(null)
    }
    if (records.length === 0) await rounds.rest()
  }

  const stopRinging = wakeups.add([topic], rounds.ring)
  const ended = rounds.run(turn).then((fatal) => {
    stopRinging()
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
