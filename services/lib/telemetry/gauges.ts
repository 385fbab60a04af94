// The readiness of a process, and the gauges that are measured for each response to /metrics.
import { setTimeout as sleep } from 'node:timers/promises'
import { readDiskSpace } from '../run/disk-space.ts'
import type { Metrics } from './metrics.ts'
import { createTrend } from '../run/trend.ts'

/**
 * The readiness checks by name of the part. A check resolves with null when the part is ready, else with
 * a description of the problem.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>

/** A part that does not respond in this time is not ready; the response to /metrics must not wait longer. */
const checkTimeoutMs = 2_000

/**
 * Returns the same checks, but each runs once at a time: a call that is made while it runs has its result. A check
 * can take longer than those who ask wait, and they ask again.
 */
export function shareRunningChecks(checks: ReadinessChecks): ReadinessChecks {
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => {
      let running: Promise<string | null> | null = null
      return [name, () => (running ??= check().finally(() => (running = null)))]
    }),
  )
}

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

const sampleDiskEveryMs = 300_000

/** The gauges of the disk of a directory. `stop` ends the sampling of the free space. */
export interface DiskGauges {
  /** Does nothing if the directory does not exist: then the log and the store are servers. */
  refresh(): Promise<void>
  stop(): void
}

export function startDiskGauges(
  metrics: Metrics,
  directory: string,
  now: () => number,
): DiskGauges {
  const freeTrend = createTrend()
  const sample = async (): Promise<void> => {
    const space = await readDiskSpace(directory)
    if (space) freeTrend.add(space.freeBytes, now())
  }
  void sample()
  const timer = setInterval(() => void sample(), sampleDiskEveryMs).unref()
  return {
    async refresh() {
      const space = await readDiskSpace(directory)
      if (space === null) return
      metrics.diskBytes.set({ state: 'free' }, space.freeBytes)
      metrics.diskBytes.set({ state: 'total' }, space.totalBytes)
      const growth = freeTrend.bytesPerSecond()
      if (growth !== null) metrics.diskFill.set(-growth)
    },
    stop: () => clearInterval(timer),
  }
}
