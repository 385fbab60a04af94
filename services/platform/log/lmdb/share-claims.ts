// Which process shares out the work of a group: the last that began with it has all of its shares.
import { LogError } from '../port.ts'
import type { Commits } from './commits.ts'
import { takeEpoch } from './epochs.ts'
import type { Layout } from './layout.ts'

/** The first call for a group takes it from whoever had it; later ones reject once it is taken away. */
export function createShareClaims(
  layout: Layout,
  commits: Commits,
): (group: string) => Promise<void> {
  const claims = new Map<string, Promise<number>>()

  return async function mustBeOurs(group) {
    const name = `shares of ${group}`
    const claimed = claims.get(group) ?? takeEpoch(layout, commits, name)
    claims.set(group, claimed)
    const epoch = await claimed.catch((error: unknown) => {
      claims.delete(group)
      throw error
    })
    layout.env.resetReadTxn()
    if (layout.epochOf(name) !== epoch)
      throw new LogError(`the shares of ${group} were taken over by another process`, {
        retriable: false,
      })
  }
}
