// Sets the positions of a group that has no members.
import { checkOffset } from '../checks.ts'
import { LogError, type Position } from '../port.ts'
import type { LmdbContext } from './context.ts'
import { rangeOf } from './reads.ts'

export async function resetGroup(
  { layout, commits, groups }: LmdbContext,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  for (const { topic, partition, offset } of positions)
    checkOffset(rangeOf(layout, layout.treeOf(topic, partition)), offset)
  if (groups.isActive(group)) throw new LogError(`group ${group} has members: stop them first`)
  await commits.commit({
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
