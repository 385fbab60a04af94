// The readiness of a process, and the gauges that are measured for each response to /metrics.
import { setTimeout as sleep } from 'node:timers/promises'
import { readDiskSpace } from '../run/disk-space.ts'
import type { Metrics } from './metrics.ts'

/**
 * The readiness checks by name of the part. A check resolves with null when the part is ready, else with
 * a description of the problem.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>

/** A part that does not respond in this time is not ready; the response to /metrics must not wait longer. */
const checkTimeoutMs = 2_000

export async function readReadiness(
  checks: ReadinessChecks,
): Promise<Record<string, string | null>> {
  const parts = Object.entries(checks).map(async ([name, check]) => [name, await check()] as const)
  return Object.fromEntries(await Promise.all(parts))
}

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
  const space = await readDiskSpace(directory)
  if (space === null) return
  metrics.diskBytes.set({ state: 'free' }, space.freeBytes)
  metrics.diskBytes.set({ state: 'total' }, space.totalBytes)
}
