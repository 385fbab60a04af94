// Sets the positions of a group that has no members.
import { LogError, type Position } from '../port.ts'
import { isExpectedError, kafkaErrorTypeOf } from './failures.ts'
import { toRequestOffsets } from './offsets.ts'
import { taskTransactionalId, type KafkaContext } from './context.ts'
import { retryIdempotent } from './retry-idempotent.ts'
import { openTransactionalProducer } from './transactional-producer.ts'

export async function resetGroup(
  context: KafkaContext,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  const commit = (): Promise<void> =>
    retryIdempotent(`resetting group ${group}`, () =>
      context.queryClient.withCluster(async (cluster) => {
        const coordinator = await cluster.findGroupCoordinator({ groupId: group })
        const noMember = { groupGenerationId: -1, memberId: '' }
        const topics = toRequestOffsets(positions)
        await coordinator
          .offsetCommit({ groupId: group, ...noMember, topics })
          .catch(rejectIfGroupHasMembers)
      }),
    )

  function rejectIfGroupHasMembers(error: unknown): never {
    if (!isExpectedError(error)) throw error
    throw new LogError(`group ${group} has members: stop them first (${kafkaErrorTypeOf(error)})`, {
      cause: error,
    })
  }

  await commit()
  // A member that the group removed may have an open transaction with newer positions. Opening each
  // transactional id fences that member; then the positions are committed again.
  for (const task of new Set(positions.map((p) => p.partition))) {
    const id = taskTransactionalId(group, task)
    const producer = await retryIdempotent(id, () => openTransactionalProducer(context, id))
    await producer.close()
  }
  await commit()
}
