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
      help: 'Records a stage was given, by what became of them: emit, write, drop or dead_letter (the last two with a reason).',
      labelNames: ['stage', 'topic', 'fate', 'reason'] as const,
      registers,
    }),
    stageLag: new Gauge({
      name: 'oddslog_stage_lag_records',
      help: 'Records between the position of a stage and the end of a topic, all partitions together.',
      labelNames: ['stage', 'topic'] as const,
      registers,
    }),
    refusedRecords: new Counter({
      name: 'oddslog_projector_refused_records_total',
      help: 'Unified records that no table can hold (a time or a number out of its range).',
      labelNames: ['topic', 'reason'] as const,
      registers,
    }),
    pollerRequests: new Counter({
      name: 'oddslog_poller_requests_total',
      help: 'Answers of the platforms and failures to get one.',
      labelNames: ['platform', 'route', 'outcome'] as const,
      registers,
    }),
    pollerRecords: new Counter({
      name: 'oddslog_poller_records_total',
      help: 'Records appended by the poller.',
      labelNames: ['platform', 'topic'] as const,
      registers,
    }),
    pollerTroubles: new Counter({
      name: 'oddslog_poller_troubles_total',
      help: 'What the poller met that is not as it should be: sweeps_aborted, gaps, odd_rows, left_out, sessions; by reason.',
      labelNames: ['kind', 'platform', 'reason'] as const,
      registers,
    }),
    tapeCompleteUntil: new Gauge({
      name: 'oddslog_tape_complete_until_seconds',
      help: 'Unix time up to which the poller has every trade of a platform.',
      labelNames: ['platform'] as const,
      registers,
    }),
    backfillMarkets: new Gauge({
      name: 'oddslog_backfill_markets',
      help: 'Markets by whether their history from before the tape is there (state: done, missing).',
      labelNames: ['platform', 'state'] as const,
      registers,
    }),
    matcherMarkets: new Gauge({
      name: 'oddslog_matcher_markets',
      help: 'Markets that the matcher compares.',
      registers,
    }),
    matches: new Gauge({
      name: 'oddslog_matches',
      help: 'Matches that the matcher tells of, by confidence (high, medium).',
      labelNames: ['confidence'] as const,
      registers,
    }),
    storeDeaths: new Counter({
      name: 'oddslog_store_deaths_total',
      help: 'Times the engine child of the store died and was started again.',
      registers,
    }),
    cacheLost: new Gauge({
      name: 'oddslog_cache_lost',
      help: '1 while Redis cannot be used, and each process counts for the limits by itself.',
      registers,
    }),
    fatal: new Gauge({
      name: 'oddslog_fatal',
      help: '1 when a part has stopped for good; the process then ends.',
      labelNames: ['part'] as const,
      registers,
    }),
  }
}
