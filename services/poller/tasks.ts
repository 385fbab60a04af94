// The tasks into which the poller's work is divided. The processes of one group are assigned these tasks.
// A task's name identifies it in the group and is also the name of its writer. Processes of the same
// version have the same list of tasks, even if they follow different platforms.
import { partitionOf } from '../lib/log/partitioner.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { platformNames } from '../platforms/identity.ts'
import { topics } from '../topology.ts'

/** The work for one platform that cannot be divided: see platform-poller.ts. */
export interface PlatformTask {
  readonly kind: 'platform'
  readonly platform: Platform
  readonly name: string
}

/** The books and histories of those markets of all platforms that belong to this partition of raw.trades. */
export interface MarketsTask {
  readonly kind: 'markets'
  readonly partition: number
  readonly name: string
}

export type PollerTask = PlatformTask | MarketsTask

export const marketTaskCount = topics['raw.trades'].partitions

/**
 * The tasks of platforms belong to a group of their own. A process joins this group before it has read the checkpoints
 * of markets, so that the tape continues soon after a restart.
 */
export const platformTasks = platformNames.map((name): PlatformTask => ({
  kind: 'platform',
  platform: name,
  name,
}))

export const marketTasks = Array.from({ length: marketTaskCount }, (_, partition): MarketsTask => ({
  kind: 'markets',
  partition,
  name: `markets-${partition}`,
}))

export const pollerTasks: readonly PollerTask[] = [...platformTasks, ...marketTasks]

/** Returns the number of the task of a market: the partition to which its unified id belongs. */
export function marketTaskOf(id: string): number {
  return partitionOf(id, marketTaskCount)
}
