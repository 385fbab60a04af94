// Sets the positions of a group that nobody is in.
import { LogError, type Position } from '../port.ts'
import { isPlainAnswer, typeOf } from './failures.ts'
import { toOffsets } from './offsets.ts'
import { laneId, type KafkaParts } from './parts.ts'
import { persist } from './persist.ts'
import { openTransactor } from './transactor.ts'

export async function resetGroup(
  parts: KafkaParts,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  const commit = (): Promise<void> =>
    persist(`resetting group ${group}`, () =>
      parts.asking.use(async (cluster) => {
        const coordinator = await cluster.findGroupCoordinator({ groupId: group })
        const nobody = { groupGenerationId: -1, memberId: '' }
        const topics = toOffsets(positions)
        await coordinator.offsetCommit({ groupId: group, ...nobody, topics }).catch(refuseMembers)
      }),
    )

  function refuseMembers(error: unknown): never {
    if (!isPlainAnswer(error)) throw error
    throw new LogError(`group ${group} has members: stop them first (${typeOf(error)})`, {
      cause: error,
      retriable: false,
    })
  }

  await commit()
  // a member that was thought dead may hold a transaction that would set the group forward again:
  // shut out, and once more
  for (const lane of new Set(positions.map((p) => p.partition))) {
    const id = laneId(group, lane)
    const transactor = await persist(id, () => openTransactor(parts, id))
    await transactor.close()
  }
  await commit()
}
