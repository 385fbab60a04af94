// Opens the auditor, a part of the role projector. Only one of the processes with this role compares the stated
// volumes of markets with the sums of their trades; the others are on standby. Used by compose.ts.
import type { Logger } from 'pino'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { createAuditorObserver } from '../lib/telemetry/observers.ts'
import { runAuditor, type AuditorOptions } from '../projector/audit/auditor.ts'
import { openStandbyRole } from './standby-role.ts'

export async function openAuditor(
  lifecycle: Lifecycle,
  options: Omit<AuditorOptions, 'observer'> & {
    readonly metrics: Metrics
    readonly logger: Logger
    readonly onFatal: (error: Error) => void
  },
): Promise<void> {
  const { metrics, logger, ...rest } = options
  const observer = createAuditorObserver(metrics, logger)
  await openStandbyRole(lifecycle, 'auditor', options, async (signal) => {
    try {
      await runAuditor({ ...rest, observer }, signal)
    } finally {
      // This process stops auditing, so its counts are cleared: another process audits from now on, and reports
      // counts of its own.
      observer.onCounts([])
    }
  })
}
