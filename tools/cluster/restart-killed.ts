// Watches the processes of a cluster in which a person injects faults: restarts killed servers and prints
// what happens. Used by `npm run cluster`.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

interface ClusterPart {
  readonly name: string
  pid(): number | null
  /** Restarts the part after it was killed. Absent if the part restarts by itself. */
  readonly restart?: () => Promise<void>
}

const checkEveryMs = 500
/** Delay before a killed part is restarted, long enough to observe the cluster without it. */
const restartDelayMs = 5_000

/** Returns all processes that the user may kill. */
export function killablePartsOf(cluster: Cluster): readonly ClusterPart[] {
  const { kafka, store, redis } = cluster.servers
  return [
    ...kafka.addresses.map((_, i): ClusterPart => {
      const broker = kafka.broker(i + 1)
      return {
        name: `broker-${i + 1}`,
        pid: () => (broker.hasEnded() ? null : broker.pid),
        restart: () => broker.restart(),
      }
    }),
    { name: 'store', pid: () => store.pid(), restart: () => store.restart() },
    ...(redis ? [{ name: 'redis', pid: () => redis.pid(), restart: () => redis.restart() }] : []),
    ...cluster.members(),
  ]
}

/** Reports ends and restarts of parts, and restarts killed servers, until `signal` is aborted. */
export async function restartKilledParts(
  parts: readonly ClusterPart[],
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const pids = new Map(parts.map((part) => [part, part.pid()]))
  const restarting = new Set<ClusterPart>()
  const restartLater = async (part: ClusterPart): Promise<void> => {
    restarting.add(part)
    await sleep(restartDelayMs)
    if (!signal.aborted) await part.restart?.()
    restarting.delete(part)
  }
  while (!signal.aborted) {
    for (const part of parts) {
      const [before, pid] = [pids.get(part) ?? null, part.pid()]
      if (pid === before) continue
      pids.set(part, pid)
      if (pid !== null) show(`${part.name} runs again, as process ${pid}`)
      else if (part.restart === undefined) show(`${part.name} has ended and is being restarted`)
      else show(`${part.name} has ended; restart in ${restartDelayMs / 1_000} s`)
      if (pid === null && part.restart && !restarting.has(part))
        restartLater(part).catch((error: unknown) => show(`${part.name}: ${String(error)}`))
    }
    await sleep(checkEveryMs, undefined, { signal }).catch(() => undefined)
  }
}
