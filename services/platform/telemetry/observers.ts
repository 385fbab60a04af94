// What the parts tell of themselves, as metrics and log lines.
import type { Logger } from 'pino'
import type { EventLog } from '../log/port.ts'
import { roles, type Role } from '../../topology.ts'
import type { Metrics } from './metrics.ts'

type Labels = Readonly<Record<string, string>>

export function createPollerObserver<Progress extends BackfillCounts>(
  metrics: Metrics,
  logger: Logger,
  onBackfill: (progress: Progress) => void,
) {
  return {
    count(what: string, labels: Labels, by = 1) {
      const { platform = '', topic = '', route = '', outcome = '', reason = '' } = labels
      if (what === 'requests') metrics.pollerRequests.inc({ platform, route, outcome }, by)
      else if (what === 'records') metrics.pollerRecords.inc({ platform, topic }, by)
      else metrics.pollerTroubles.inc({ kind: what, platform, reason }, by)
    },
    log(
      level: 'info' | 'warn' | 'error',
      message: string,
      fields: Readonly<Record<string, unknown>>,
    ) {
      logger[level](fields, message)
    },
    backfill(progress: Progress) {
      const { platform, marketsDone, marketsTotal } = progress
      metrics.backfillMarkets.set({ platform, state: 'done' }, marketsDone)
      metrics.backfillMarkets.set({ platform, state: 'missing' }, marketsTotal - marketsDone)
      onBackfill(progress)
    },
    tape({
      platform,
      completeUntilMs,
    }: {
      readonly platform: string
      readonly completeUntilMs: number
    }) {
      metrics.tapeCompleteUntil.set({ platform }, completeUntilMs / 1000)
    },
  }
}

interface BackfillCounts {
  readonly platform: string
  readonly marketsDone: number
  readonly marketsTotal: number
}

export function createMatcherObserver(metrics: Metrics, logger: Logger) {
  return {
    onCounts(counts: { readonly markets: number; readonly high: number; readonly medium: number }) {
      metrics.matcherMarkets.set(counts.markets)
      metrics.matches.set({ confidence: 'high' }, counts.high)
      metrics.matches.set({ confidence: 'medium' }, counts.medium)
    },
    onUndecodable(error: Error) {
      const labels = { stage: 'matcher', topic: 'markets', fate: 'drop', reason: 'undecodable' }
      metrics.stageRecords.inc(labels)
      logger.warn({ err: error }, 'a record of markets that the matcher cannot read')
    },
  }
}

export function createApiObserver(metrics: Metrics, logger: Logger) {
  return {
    onRequest(request: {
      readonly route: string
      readonly method: string
      readonly status: number
      readonly durationMs: number
    }) {
      const { route, method, status, durationMs } = request
      metrics.httpRequests.observe({ route, method, status }, durationMs / 1000)
    },
    onFailure({
      requestId,
      error,
    }: {
      readonly requestId: string | null
      readonly error: unknown
    }) {
      logger.error({ requestId, err: error }, 'a request failed')
    },
  }
}

/** Brings the lag of the consuming stages among `roles` up to date. */
export async function refreshLag(
  metrics: Metrics,
  options: {
    readonly log: EventLog
    readonly topicPrefix: string
    readonly roles: ReadonlySet<Role>
  },
): Promise<void> {
  const { log, topicPrefix } = options
  for (const stage of options.roles) {
    const { group, reads } = roles[stage]
    if (group === null) continue
    const lag = await log.lag(
      topicPrefix + group,
      reads.map((topic) => topicPrefix + topic),
    )
    for (const topic of reads) {
      const behind = lag
        .filter((entry) => entry.topic === topicPrefix + topic)
        .reduce((sum, entry) => sum + entry.behind, 0)
      metrics.stageLag.set({ stage, topic }, behind)
    }
  }
}
