// The readiness of a process, and the gauges that are measured for each response to /metrics.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '../log/port.ts'
import { readDiskSpace } from '../run/disk-space.ts'
import { createTrend } from '../run/trend.ts'
import { roles, type Role } from '../../topology.ts'
import type { Metrics } from './metrics.ts'

/**
 * The readiness checks by name of the part. A check resolves with null when the part is ready. Otherwise it resolves
 * with a description of the problem, or rejects.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>

/** A part that does not respond in this time is not ready. Probes of Kubernetes wait for 10 s. */
const readinessTimeoutMs = 8_000
/**
 * How long a response to /metrics waits for the readiness checks, and then once more for the lag. Both waits together
 * are shorter than the time for which the parent process waits for the metrics of a role process.
 */
const metricsTimeoutMs = 2_000

/**
 * Returns the same checks, but no check runs twice at the same time: a call during a run gets the result of that
 * run. A check can take longer than a probe waits, and the probe then asks again.
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
  const parts = Object.entries(checks).map(
    async ([name, check]) => [name, await runCheck(check, readinessTimeoutMs)] as const,
  )
  return Object.fromEntries(await Promise.all(parts))
}

export async function refreshReadiness(metrics: Metrics, checks: ReadinessChecks): Promise<void> {
  await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      const problem = await runCheck(check, metricsTimeoutMs)
      metrics.ready.set({ part }, problem === null ? 1 : 0)
    }),
  )
}

/**
 * Returns the problem that a check has found. A check that fails or takes too long is a problem of its part as well: it
 * must not fail the whole response.
 */
function runCheck(check: () => Promise<string | null>, timeoutMs: number): Promise<string | null> {
  const timeout = sleep(timeoutMs, `no answer within ${timeoutMs / 1000} s`, { ref: false })
  return Promise.race([check().catch(messageOf), timeout])
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Returns the function that updates the lag gauges of the given roles that consume topics as a group. If the log does
 * not answer, the gauges are removed: a failed response to /metrics would look like a process that has ended.
 */
export function createLagGauges(metrics: Metrics, options: LagOptions): () => Promise<void> {
  let running: Promise<void> | null = null
  return async () => {
    running ??= refreshLag(metrics, options).finally(() => (running = null))
    const isRead = await Promise.race([
      running.then(
        () => true,
        () => false,
      ),
      sleep(metricsTimeoutMs, false, { ref: false }),
    ])
    if (!isRead) metrics.stageLag.reset()
  }
}

interface LagOptions {
  readonly log: Pick<EventLog, 'lag'>
  readonly topicPrefix: string
  readonly roles: ReadonlySet<Role>
}

async function refreshLag(
  metrics: Metrics,
  { log, topicPrefix, roles: stages }: LagOptions,
): Promise<void> {
  for (const stage of stages) {
    const { group, reads } = roles[stage]
    if (group === null) continue
    const lag = await log.lag(
      topicPrefix + group,
      reads.map((topic) => topicPrefix + topic),
    )
    for (const topic of reads) {
      const records = lag
        .filter((entry) => entry.topic === topicPrefix + topic)
        .reduce((sum, entry) => sum + entry.behind, 0)
      metrics.stageLag.set({ stage, topic }, records)
    }
  }
}

const sampleDiskEveryMs = 300_000

/** The gauges of the disk of a directory. `stop` ends the sampling of the free space. */
export interface DiskGauges {
  /** Does nothing if the directory does not exist, which means that the log and the store are servers. */
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
