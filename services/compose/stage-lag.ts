// The readiness of the stages that read the log as a consumer group: a stage that is behind by more than a limit is
// not ready. docs/operating.md, "Readiness", describes the consequences. Used by compose.ts.
import type { EventLog } from '../lib/log/port.ts'
import { formatDuration } from '../ops/format.ts'
import { findOldestUnread } from '../ops/status/log-positions.ts'
import { roles as rolesOfTopology, type Role } from '../topology.ts'

export interface StageLagOptions {
  readonly log: Pick<EventLog, 'lag' | 'read'>
  readonly topicPrefix: string
  /** Unix milliseconds, the clock of the log. */
  readonly now: () => number
  /** Milliseconds; setting the system clock does not change it. */
  readonly steadyNow: () => number
}

type ReadinessCheck = () => Promise<string | null>

/**
 * The age of the next record that a stage will read, above which the stage is not ready. Longer than the pauses from
 * which a stage recovers by itself: a rebalance waits up to 2 minutes for the batch of a member, and a failed append
 * is retried for a minute.
 */
export const maxUnreadAgeMs = 300_000

/**
 * Minimum time between two measurements of the lag: probes and /metrics ask every few seconds, and each measurement
 * takes about a dozen requests to Kafka.
 */
const measureEveryMs = 5_000

/**
 * Adds a lag check to `checks` for each of these roles that reads as a consumer group. The lag check runs after the
 * check that the role already has, if any.
 */
export function addStageLagChecks(
  checks: Record<string, ReadinessCheck>,
  roles: Iterable<Role>,
  options: StageLagOptions,
): void {
  for (const role of roles) {
    if (rolesOfTopology[role].group === null) continue
    const checkBefore = checks[role] ?? (() => Promise.resolve(null))
    const checkLag = createStageLagCheck(role, options)
    checks[role] = async () => (await checkBefore()) ?? (await checkLag())
  }
}

/**
 * Creates a check that measures the lag at most once in `measureEveryMs`. The positions are those of the group: they
 * include the partitions that are assigned to other processes of the same role.
 */
export function createStageLagCheck(role: Role, options: StageLagOptions): ReadinessCheck {
  const { log, topicPrefix, now, steadyNow } = options
  let measured: { readonly atMs: number; readonly problem: string | null } | null = null

  async function measureLag(): Promise<string | null> {
    const oldest = await findOldestUnread(log, topicPrefix, role, now)
    if (oldest === null || oldest.ageMs <= maxUnreadAgeMs) return null
    const { topic, ageMs } = oldest
    return `its next unread record of ${topic} is ${formatDuration(ageMs)} old; the limit is ${formatDuration(maxUnreadAgeMs)}`
  }

  return async () => {
    const atMs = steadyNow()
    if (measured === null || atMs - measured.atMs >= measureEveryMs) {
      const problem = await measureLag().catch(
        (error: unknown) => `its positions cannot be read: ${String(error)}`,
      )
      measured = { atMs, problem }
    }
    return measured.problem
  }
}
