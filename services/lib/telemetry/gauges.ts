// Gauges of a process that are measured for each response to /metrics: readiness and disk space.
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadinessChecks } from './admin.ts'
import type { Metrics } from './metrics.ts'

/** A part that does not respond in this time is not ready; the response to /metrics must not wait longer. */
const checkTimeoutMs = 2_000

export async function refreshReadiness(metrics: Metrics, checks: ReadinessChecks): Promise<void> {
  await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      const problem = await Promise.race([
        check(),
        sleep(checkTimeoutMs, 'timeout', { ref: false }),
      ])
      metrics.ready.set({ part }, problem === null ? 1 : 0)
    }),
  )
}

/** Does nothing if the directory does not exist: then the log and the store are servers. */
export async function refreshDiskSpace(metrics: Metrics, directory: string): Promise<void> {
  const found = await statfs(directory).catch(() => null)
  if (found === null) return
  metrics.diskBytes.set({ state: 'free' }, found.bavail * found.bsize)
  metrics.diskBytes.set({ state: 'total' }, found.blocks * found.bsize)
}
