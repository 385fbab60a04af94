// Looks after the engines of a cluster that a person breaks: what was killed is started again, and told.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

interface Part {
  readonly name: string
  pid(): number | null
  /** Absent: somebody else does. */
  readonly restart?: () => Promise<void>
}

const everyMs = 500
/** So that one can see what happens without it. */
const restartMs = 5_000

/** Everything that a person may kill. */
export function partsOf(cluster: Cluster): readonly Part[] {
  const { kafka, store, redis } = cluster.engines
  return [
    ...kafka.addresses.map((_, i): Part => {
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

/** Until `signal` is aborted. */
export async function watch(
  parts: readonly Part[],
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const pids = new Map(parts.map((part) => [part, part.pid()]))
  const comingBack = new Set<Part>()
  const bringBack = async (part: Part): Promise<void> => {
    comingBack.add(part)
    await sleep(restartMs)
    if (!signal.aborted) await part.restart?.()
    comingBack.delete(part)
  }
  while (!signal.aborted) {
    for (const part of parts) {
      const [before, pid] = [pids.get(part) ?? null, part.pid()]
      if (pid === before) continue
      pids.set(part, pid)
      if (pid !== null) show(`${part.name} runs again, as process ${pid}`)
      else if (part.restart === undefined) show(`${part.name} has ended; it is started again`)
      else show(`${part.name} has ended; it is started again in ${restartMs / 1_000} s`)
      if (pid === null && part.restart && !comingBack.has(part))
        bringBack(part).catch((error: unknown) => show(`${part.name}: ${String(error)}`))
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
