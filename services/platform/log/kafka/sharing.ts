// One member of a group that shares out work: does that of the shares which the group gives to it.
// The works go on while the group forms anew; only those that it is not left with end. So no work
// that is slow to end holds up more than its own share.
import type { ShareOptions, Sharing, Work } from '../port.ts'
import { createRounds } from '../rounds.ts'
import { createWorks } from '../works.ts'
import { isPlainAnswer, toLogError } from './failures.ts'
import { createMembership } from './membership.ts'
import type { KafkaParts } from './parts.ts'
import { createShareProtocol } from './share-assignment.ts'

export function startSharing(
  { openClient, sessionTimeoutMs, logger }: KafkaParts,
  { group, count, onFatal }: ShareOptions,
  work: Work,
): Sharing {
  const rounds = createRounds(logger, { group })
  const { signal } = rounds
  /** What the group has given to us. */
  let given: readonly number[] = []
  /** That, and what it has taken back and we still work on: it knows of both. */
  let held: readonly number[] = []
  /** Something held has ended, and the group does not know. */
  let hasNews = false
  let failure: Error | null = null

  const isHeld = (share: number): boolean => given.includes(share) || works.isRunning(share)

  const client = openClient()
  const membership = createMembership({
    client,
    group,
    protocol: createShareProtocol(count, () => {
      held = held.filter(isHeld)
      return held
    }),
    sessionTimeoutMs,
    // nobody has to end anything before coming: who does not come is not alive
    rebalanceTimeoutMs: sessionTimeoutMs,
    onChange() {
      // we were taken for dead: all that was ours is somebody else's by now
      if (!membership.isKnown()) settle([], [])
      rounds.ring()
    },
  })
  const works = createWorks({
    group,
    work,
    mayBegin: () =>
      membership.beat().then(
        () => true,
        () => false,
      ),
    logger,
    onEnded: rounds.ring,
    onFatal(error) {
      failure ??= error
      rounds.ring()
    },
  })

  function settle(nowGiven: readonly number[], nowHeld: readonly number[]): void {
    given = nowGiven
    held = nowHeld
    works.settle(given)
  }

  async function join(): Promise<void> {
    const generation = await membership.join(signal)
    if (!generation) return
    hasNews = false
    const { part } = generation
    settle(part, [...part, ...held.filter((share) => !part.includes(share))])
  }

  async function turn(): Promise<void> {
    if (failure) throw failure
    hasNews ||= !held.every(isHeld)
    if (!membership.isOut() && !hasNews) {
      works.settle(given)
      return rounds.rest()
    }
    try {
      await join()
    } catch (error) {
      if (!isPlainAnswer(error)) throw toLogError(`group ${group}: joining it`, error)
    }
  }

  signal.addEventListener('abort', () => void works.stop())
  const ended = rounds.run(turn).then(async (fatal) => {
    await works.stop()
    await membership.leave()
    await client.close()
    if (fatal && !signal.aborted) onFatal(fatal)
  })
  return {
    async stop() {
      rounds.stop()
      await ended
    },
  }
}
