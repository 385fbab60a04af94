// Which process runs the coordinated tasks of a group: the process that joined the group last.
import { LogError } from '../port.ts'
import type { LogCommitter } from './committer.ts'
import type { LogLayout } from './layout.ts'

/**
 * Returns a check for one process. The first call for a group takes the group over from any other
 * process. Later calls reject once another process has taken it over.
 */
export function createGroupOwnership(
  layout: LogLayout,
  committer: LogCommitter,
): (group: string) => Promise<void> {
  const epochs = new Map<string, Promise<number>>()

  return async function checkOwnership(group) {
    const name = `shares of ${group}`
    const ownEpoch = epochs.get(group) ?? committer.takeOverWriter(name)
    epochs.set(group, ownEpoch)
    const epoch = await ownEpoch.catch((error: unknown) => {
      epochs.delete(group)
      throw error
    })
    layout.env.resetReadTxn()
    if (layout.epochOf(name) !== epoch)
      throw new LogError(`the tasks of group ${group} were taken over by another process`)
  }
}
