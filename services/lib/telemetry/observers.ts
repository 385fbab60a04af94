// Observers that turn events of poller, matcher and api into metrics and log lines. compose.ts and the
// files in compose/ pass them to the roles.
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

type MetricLabels = Readonly<Record<string, string>>

export function createPollerObserver<Progress extends BackfillCounts>(
  metrics: Metrics,
  logger: Logger,
  onBackfill: (progress: Progress) => void,
) {
  return {
    count(name: string, labels: MetricLabels, by = 1) {
      const { platform = '', topic = '', route = '', outcome = '', reason = '' } = labels
      if (name === 'requests')
        metrics.pollerRequests.inc({ platform, class: labels['class'] ?? '', route, outcome }, by)
      else if (name === 'records') metrics.pollerRecords.inc({ platform, topic }, by)
      else if (name === 'books')
        metrics.pollerBooks.inc({ platform, result: labels['result'] ?? '' }, by)
      else if (name === 'stream_checks')
        metrics.pollerStreamChecks.inc({ platform, result: labels['result'] ?? '' }, by)
      else if (name === 'stream_frames')
        metrics.pollerStreamFrames.inc({ platform, result: labels['result'] ?? '' }, by)
      else if (name === 'provisional_trades')
        metrics.pollerProvisionalTrades.inc({ platform, result: labels['result'] ?? '' }, by)
      else metrics.pollerAnomalies.inc({ kind: name, platform, reason }, by)
    },
    log(
      level: 'info' | 'warn' | 'error',
      message: string,
      fields: Readonly<Record<string, unknown>>,
    ) {
      logger[level](fields, message)
    },
    reportBackfillCounts(progress: Progress) {
      const { platform, isListed, marketsDone, marketsTotal } = progress
      onBackfill(progress)
      if (!isListed) return
      metrics.backfillMarkets.set({ platform, state: 'done' }, marketsDone)
      metrics.backfillMarkets.set({ platform, state: 'missing' }, marketsTotal - marketsDone)
    },
    reportTapeWatermark(tape: { readonly platform: string; readonly completeUntilMs: number }) {
      const { platform, completeUntilMs } = tape
      metrics.tapeCompleteUntil.set({ platform }, completeUntilMs / 1000)
      metrics.pollerFresh.set({ platform, class: 'tape' }, completeUntilMs / 1000)
    },
    reportClockDifference(platform: string, differenceMs: number) {
      metrics.platformClock.set({ platform }, differenceMs / 1000)
    },
    reportWaitingRequests(platform: string, requestClass: string, change: number) {
      if (change > 0) metrics.pollerWanted.inc({ platform, class: requestClass }, change)
      metrics.pollerWaiting.inc({ platform, class: requestClass }, change)
    },
    reportReservedRate(
      platform: string,
      limit: string,
      requestClass: string,
      requestsPerSecond: number,
    ) {
      metrics.pollerReserved.set({ platform, limit, class: requestClass }, requestsPerSecond)
    },
    reportFreshness(platform: string, requestClass: string, asOfMs: number) {
      metrics.pollerFresh.set({ platform, class: requestClass }, asOfMs / 1000)
    },
    reportStreamedBooks(platform: string, states: Readonly<Record<string, number>>) {
      for (const [state, markets] of Object.entries(states))
        metrics.pollerStreamedMarkets.set({ platform, state }, markets)
    },
  }
}

interface BackfillCounts {
  readonly platform: string
  readonly isListed: boolean
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
    onUndecodableRecord(error: Error) {
      const labels = { stage: 'matcher', topic: 'markets', result: 'drop', reason: 'undecodable' }
      metrics.stageRecords.inc(labels)
      logger.warn({ err: error }, 'the matcher cannot read a record of the topic markets')
    },
  }
}

export function createWebhooksObserver(metrics: Metrics, logger: Logger) {
  return {
    onMessage(type: string) {
      metrics.webhookMessages.inc({ type })
    },
    onDeliveryAttempted(result: string) {
      metrics.webhookAttempts.inc({ result })
    },
    onDisabled(webhook: string, reason: string) {
      logger.info({ webhook, reason }, 'a webhook was switched off')
    },
    onCounts(counts: {
      readonly delivering: number
      readonly failing: number
      readonly disabled: number
    }) {
      for (const [state, webhooks] of Object.entries(counts))
        metrics.webhooks.set({ state }, webhooks)
    },
  }
}

/** Returns the function that sets the metrics of the rows and bytes of the tables. */
export function createTableObserver(metrics: Metrics) {
  return (
    tables: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[],
  ) => {
    metrics.tableRows.reset()
    metrics.tableBytes.reset()
    for (const { table, rows, bytes } of tables) {
      metrics.tableRows.set({ table }, rows)
      metrics.tableBytes.set({ table }, bytes)
    }
  }
}

interface AuditStatusSummary {
  readonly platform: string
  readonly status: string
  readonly unit: string
  readonly markets: number
  readonly difference: number
}

export function createAuditorObserver(metrics: Metrics, logger: Logger) {
  return {
    onCounts(counts: readonly AuditStatusSummary[]) {
      metrics.audits.reset()
      metrics.auditDifference.reset()
      for (const { platform, status, unit, markets, difference } of counts) {
        metrics.audits.set({ platform, status }, markets)
        metrics.auditDifference.set({ platform, status, unit }, difference)
      }
    },
    onStatusChanged(audit: {
      readonly market_id: string
      readonly status: string
      readonly stated: string
      readonly held: string
      readonly difference: string
    }) {
      const { market_id: market, status, stated, held, difference } = audit
      const fields = { market, status, stated, held, difference }
      const level = status === 'missing' ? 'warn' : 'info'
      logger[level](fields, 'a market was compared with its stated volume')
    },
    onStoreFailed(error: unknown) {
      logger.warn({ err: error }, 'the auditor could not read the store; trying again')
    },
  }
}

/** All but `bytes` and `tailRecords` are sums since the start. */
interface HistoryCounts {
  readonly hits: number
  readonly misses: number
  readonly fallbacks: number
  readonly loads: number
  readonly evictions: number
  readonly bytes: number
  readonly tailRecords: number
}

export function createHistoryObserver(metrics: Metrics, logger: Logger) {
  let last = { hits: 0, misses: 0, fallbacks: 0, loads: 0, evictions: 0 }
  return {
    onCounts(counts: HistoryCounts) {
      metrics.historyQuestions.inc({ result: 'hit' }, counts.hits - last.hits)
      metrics.historyQuestions.inc({ result: 'miss' }, counts.misses - last.misses)
      metrics.historyQuestions.inc({ result: 'store' }, counts.fallbacks - last.fallbacks)
      metrics.historyLoads.inc(counts.loads - last.loads)
      metrics.historyEvictions.inc(counts.evictions - last.evictions)
      metrics.historyBytes.set(counts.bytes)
      metrics.historyTailRecords.set(counts.tailRecords)
      last = counts
    },
    onPollFailed(error: unknown) {
      logger.warn({ err: error }, 'the positions of the store could not be read; trying again')
    },
  }
}

export function createLiveObserver(metrics: Metrics) {
  return {
    onCounts({ open, live }: { readonly open: number; readonly live: number }) {
      metrics.streams.set({ state: 'live' }, live)
      metrics.streams.set({ state: 'behind' }, open - live)
    },
    onEnded(reason: string) {
      metrics.streamsEnded.inc({ reason })
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
    onFailure(failure: { readonly requestId: string | null; readonly error: unknown }) {
      const { requestId, error } = failure
      logger.error({ requestId, err: error }, 'request failed with an internal error')
    },
  }
}
