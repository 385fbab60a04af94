// One member of a group that shares out work: does that of the shares which are due to it. Members are
// of one process; another one that begins with the same group takes all of its shares.
import type { ShareOptions, Sharing, Work } from '../port.ts'
import { createRounds, type LogLogger } from '../rounds.ts'
import { createWorks } from '../works.ts'
import type { Groups, Member } from './groups.ts'

export interface SharingParts {
  readonly shareGroups: Groups<number>
  /** Rejects when another process has begun with the group. */
  readonly mustBeOurs: (group: string) => Promise<void>
  readonly logger: LogLogger | null
}

export function startSharing(
  { shareGroups, mustBeOurs, logger }: SharingParts,
  { group, count, onFatal }: ShareOptions,
  work: Work,
): Sharing {
  const rounds = createRounds(logger, { group })
  let failure: Error | null = null
  const works = createWorks({
    group,
    work,
    mayBegin: () => Promise.resolve(true),
    logger,
    onEnded: rounds.ring,
    onFatal(error) {
      failure ??= error
      rounds.ring()
    },
  })
  const wants = Array.from({ length: count }, (_, share) => share)
  const member: Member<number> = { group, wants, wake: rounds.ring }

  async function turn(): Promise<void> {
    if (failure) throw failure
    await mustBeOurs(group)
    works.settle(shareGroups.settle(member, works.isRunning))
    await rounds.rest()
  }

  shareGroups.join(member)
  const ended = rounds.run(turn).then(async (fatal) => {
    await works.stop()
    shareGroups.leave(member)
    if (fatal && !rounds.signal.aborted) onFatal(fatal)
  })
  return {
    async stop() {
      rounds.stop()
      await ended
    },
  }
}
