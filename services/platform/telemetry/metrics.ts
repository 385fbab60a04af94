// Every metric that oddslog has: name, type, labels, meaning. Made once by compose.ts and passed to
// whoever counts; nothing is global.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    httpRequests: new Histogram({
      name: 'oddslog_http_request_duration_seconds',
      help: 'Requests to the api: how many, and how long each took.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    stageRecords: new Counter({
      name: 'oddslog_stage_records_total',
      help: 'Records a stage was given, by what became of them: emit, write, drop (with a reason), dead_letter (with a reason).',
      labelNames: ['stage', 'topic', 'fate', 'reason'] as const,
      registers,
    }),
    stageLag: new Gauge({
      name: 'oddslog_stage_lag_records',
      help: 'Records between the position of a stage and the end of a topic, all partitions together.',
      labelNames: ['stage', 'topic'] as const,
      registers,
    }),
    pollerRequests: new Counter({
      name: 'oddslog_poller_requests_total',
      help: 'Requests to a platform by outcome: ok, retried or failed, with the kind of fault.',
      labelNames: ['host', 'route', 'outcome'] as const,
      registers,
    }),
    pollerPublished: new Counter({
      name: 'oddslog_poller_published_total',
      help: 'Raw records appended.',
      labelNames: ['platform', 'topic'] as const,
      registers,
    }),
    feedCompleteUntil: new Gauge({
      name: 'oddslog_feed_complete_until_seconds',
      help: 'Unix time up to which a tape is complete.',
      labelNames: ['feed'] as const,
      registers,
    }),
    feedGaps: new Gauge({
      name: 'oddslog_feed_gaps',
      help: 'Stretches missing in a tape or in the histories of a platform.',
      labelNames: ['feed'] as const,
      registers,
    }),
    storeRestarts: new Counter({
      name: 'oddslog_store_restarts_total',
      help: 'Times the engine child was started again after it had died.',
      registers,
    }),
  }
}
