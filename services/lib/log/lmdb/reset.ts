// Sets the positions of a group that has no members.
import { checkResetOffset } from '../checks.ts'
import { LogError, type Position } from '../port.ts'
import type { LmdbContext } from './context.ts'
import { offsetRangeOf } from './reads.ts'

export async function resetGroup(
  { layout, committer, groups }: LmdbContext,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  for (const { topic, partition, offset } of positions)
    checkResetOffset(offsetRangeOf(layout, layout.treeOf(topic, partition)), offset)
  if (groups.isActive(group)) throw new LogError(`group ${group} has members: stop them first`)
  await committer.commit({
    records: [],
    positions: positions.map(({ topic, partition, offset }) => ({
      group,
      topic,
      partition,
      from: undefined,
      to: offset,
    })),
  })
}
