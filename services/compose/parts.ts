import type { OpenedStore } from '../lib/store/clickhouse.ts'
import type { AdminCommand } from '../lib/telemetry/admin.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import type { LogAndCodec } from './log-and-store.ts'

/** What the parts of a process share. */
export interface Parts {
  readonly stage: LogAndCodec & { readonly topicPrefix: string; readonly now: () => number }
  readonly store: OpenedStore | null
  readonly metrics: Metrics
  readonly onFatal: (part: string) => (error: Error) => void
  /** The checks of /health/ready, to which parts add their own. */
  readonly checks: Record<string, () => Promise<string | null>>
  /** The commands of the admin server, to which parts add their own. */
  readonly commands: Record<string, AdminCommand>
}
