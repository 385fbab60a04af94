// The tasks into which the poller's work is divided. The processes of one group are assigned these tasks.
// A task's name identifies it in the group and is also the name of its writer. Processes of the same
// version have the same list of tasks, even if they follow different platforms.
import { partitionOf } from '../lib/log/partitioner.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { platformNames } from '../platforms/identity.ts'
import { topics } from '../topology.ts'

export type PollerTask =
  /** The work that cannot be divided: see platform-poller.ts. */
  | { readonly kind: 'platform'; readonly platform: Platform; readonly name: string }
  /** Books and history of the markets of all platforms in this partition of raw.trades. */
  | { readonly kind: 'markets'; readonly partition: number; readonly name: string }

export const marketTaskCount = topics['raw.trades'].partitions

const [firstPlatformTask, ...otherPlatformTasks] = platformNames.map((name): PollerTask => ({
  kind: 'platform',
  platform: name,
  name,
}))

/**
 * The tasks of platforms are first and last in the list, so that two members of a group get one each,
 * whether they join together or one after the other.
 */
export const pollerTasks: readonly PollerTask[] = [
  ...(firstPlatformTask ? [firstPlatformTask] : []),
  ...Array.from({ length: marketTaskCount }, (_, partition): PollerTask => ({
    kind: 'markets',
    partition,
    name: `markets-${partition}`,
  })),
  ...otherPlatformTasks,
]

/** Returns the number of the task of a market: the partition to which its unified id belongs. */
export function marketTaskOf(id: string): number {
  return partitionOf(id, marketTaskCount)
}
