// A rolling upgrade: replaces the processes of an earlier version one by one by processes of this version, each of
// which is ready before the process that it replaces is stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../../services/topology.ts'
import type { Cluster } from '../../../tools/cluster/cluster.ts'

export interface ReplaceOptions {
  /** Between two replacements. */
  readonly pauseMs: number
  /** How many processes of each role run afterwards: roles that the earlier version does not have are added. */
  readonly counts: Readonly<Record<Role, number>>
  readonly onFault: (fault: string) => void
  readonly print: (line: string) => void
}

export async function replaceMembers(cluster: Cluster, options: ReplaceOptions): Promise<void> {
  const { pauseMs, counts, onFault, print } = options
  const earlier = [...cluster.members()]
  for (const [name, count] of Object.entries(counts)) {
    const role = name as Role
    const replaced = earlier.filter((member) => member.role === role)
    for (let i = 0; i < count; i += 1) {
      const { name: added } = await cluster.add(role)
      await cluster.waitUntilReady()
      await sleep(pauseMs)
      const old = replaced[i]
      print(old ? `${added} replaces ${old.name}` : `${added} is added`)
      if (!old) continue
      const status = await cluster.remove(old)
      if (status !== 0) onFault(`${old.name} ended with ${status} after SIGTERM`)
    }
  }
}
