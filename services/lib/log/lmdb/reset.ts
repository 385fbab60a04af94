// Sets the positions of a group that has no members.
import { checkOffset } from '../checks.ts'
import { LogError, type Position } from '../port.ts'
import type { LmdbContext } from './context.ts'
import { rangeOf } from './reads.ts'

export async function resetGroup(
  { layout, commitQueue, groups }: LmdbContext,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  const moves = positions.map(({ topic, partition, offset }) => {
    const tree = layout.treeOf(topic, partition)
    checkOffset(rangeOf(layout, tree), offset)
    return { tree, offset }
  })
  await commitQueue.run({
    records: moves.length,
    check() {
      if (groups.isActive(group)) throw new LogError(`group ${group} has members: stop them first`)
    },
    write() {
      for (const { tree, offset } of moves) layout.setPosition(group, tree, offset)
    },
  })
}
