// One member of a group that shares out work: does that of the shares which are due to it.
import type { ShareOptions, Sharing, Work } from '../port.ts'
import { createRounds, type LogLogger } from '../rounds.ts'
import { createWorks } from '../works.ts'
import type { Groups, Member } from './groups.ts'

export interface SharingParts {
  readonly shareGroups: Groups<number>
  readonly logger: LogLogger | null
}

export function startSharing(
  { shareGroups, logger }: SharingParts,
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
