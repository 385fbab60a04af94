// Definitions of all Prometheus metrics: name, type, labels, help. compose.ts creates them once per
// process and passes them to the parts that report; there is no global registry.
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
      help: 'Duration of requests to the api until the response is handed to the connection, in seconds.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    ready: new Gauge({
      name: 'oddslog_ready',
      help: '1 if the part is ready, as in /health/ready, else 0.',
      labelNames: ['part'] as const,
      registers,
    }),
    diskBytes: new Gauge({
      name: 'oddslog_disk_bytes',
      help: 'Bytes of the file system of DATA_DIR, by state: free (for this process) or total. Missing if the process has no DATA_DIR.',
      labelNames: ['state'] as const,
      registers,
    }),
    stageRecords: new Counter({
      name: 'oddslog_stage_records_total',
      help: 'Records that a stage processed, by result: emit, write, drop or dead_letter (the last two with a reason).',
      labelNames: ['stage', 'topic', 'result', 'reason'] as const,
      registers,
    }),
    stageLag: new Gauge({
      name: 'oddslog_stage_lag_records',
      help: 'Records between the committed offsets of a stage and the end of a topic, summed over all partitions.',
      labelNames: ['stage', 'topic'] as const,
      registers,
    }),
    refusedRecords: new Counter({
      name: 'oddslog_projector_refused_records_total',
      help: 'Unified records that the projector left out because a time or a number is out of the range of its column.',
      labelNames: ['topic', 'reason'] as const,
      registers,
    }),
    audits: new Gauge({
      name: 'oddslog_audits',
      help: 'Markets whose stated volume was compared with their trades, by result: agrees, missing or unexplained.',
      labelNames: ['platform', 'status'] as const,
      registers,
    }),
    auditDifference: new Gauge({
      name: 'oddslog_audit_difference',
      help: 'Sum of the absolute differences between stated volumes and trades, in the unit of the platform (contracts or dollars).',
      labelNames: ['platform', 'status', 'unit'] as const,
      registers,
    }),
    pollerRequests: new Counter({
      name: 'oddslog_poller_requests_total',
      help: 'Requests to the platforms, by class and outcome.',
      labelNames: ['platform', 'class', 'route', 'outcome'] as const,
      registers,
    }),
    pollerWanted: new Counter({
      name: 'oddslog_poller_requests_wanted_total',
      help: 'Requests to the platforms that were ready to be sent, including repeated ones. Those that were sent are in oddslog_poller_requests_total.',
      labelNames: ['platform', 'class'] as const,
      registers,
    }),
    pollerWaiting: new Gauge({
      name: 'oddslog_poller_requests_waiting',
      help: 'Requests that wait for their turn: for the rate limit, for a connection, or until the stages catch up.',
      labelNames: ['platform', 'class'] as const,
      registers,
    }),
    pollerReserved: new Gauge({
      name: 'oddslog_poller_requests_reserved_per_second',
      help: 'Requests a second that each rate limit reserves for a class in this process, at the last request.',
      labelNames: ['platform', 'limit', 'class'] as const,
      registers,
    }),
    pollerFresh: new Gauge({
      name: 'oddslog_poller_fresh_as_of_seconds',
      help: 'Unix seconds as of which the data of a class is current. tape: the watermark; books: the oldest of the most traded markets; lists: the last whole scan; lifecycle: the last request for changes; wallets: since when a poll is due.',
      labelNames: ['platform', 'class'] as const,
      registers,
    }),
    pollerRecords: new Counter({
      name: 'oddslog_poller_records_total',
      help: 'Records appended by the poller.',
      labelNames: ['platform', 'topic'] as const,
      registers,
    }),
    pollerBooks: new Counter({
      name: 'oddslog_poller_books_total',
      help: 'Order books received, by result: recorded, unchanged, or deferred (changed, but not recorded because of BOOKS_PER_DAY).',
      labelNames: ['platform', 'result'] as const,
      registers,
    }),
    pollerAnomalies: new Counter({
      name: 'oddslog_poller_anomalies_total',
      help: 'Anomalies that the poller has seen, by kind (scans_aborted, gaps, unexpected_rows, left_out, sessions) and reason.',
      labelNames: ['kind', 'platform', 'reason'] as const,
      registers,
    }),
    tapeCompleteUntil: new Gauge({
      name: 'oddslog_tape_complete_until_seconds',
      help: 'Watermark of the tape of a platform: Unix seconds up to which the poller has all its trades.',
      labelNames: ['platform'] as const,
      registers,
    }),
    backfillMarkets: new Gauge({
      name: 'oddslog_backfill_markets',
      help: 'Markets whose trades from before the tape are fetched (state: done) or not (state: missing).',
      labelNames: ['platform', 'state'] as const,
      registers,
    }),
    matcherMarkets: new Gauge({
      name: 'oddslog_matcher_markets',
      help: 'Markets that the matcher holds in memory.',
      registers,
    }),
    matches: new Gauge({
      name: 'oddslog_matches',
      help: 'Published matches of the markets in memory, by confidence (high, medium).',
      labelNames: ['confidence'] as const,
      registers,
    }),
    historyQuestions: new Counter({
      name: 'oddslog_history_questions_total',
      help: 'Questions of requests about prices, trades and order books, by result: hit (answered from memory), miss (answered after data was loaded into memory) or store (answered from the store, because the memory is behind it).',
      labelNames: ['result'] as const,
      registers,
    }),
    historyLoads: new Counter({
      name: 'oddslog_history_loads_total',
      help: 'Segments of trades or quotes, and order books, that the api loaded from the store into memory.',
      registers,
    }),
    historyEvictions: new Counter({
      name: 'oddslog_history_evictions_total',
      help: 'Segments and order books that left the memory of the api because READ_CACHE_MB was reached.',
      registers,
    }),
    historyBytes: new Gauge({
      name: 'oddslog_history_bytes',
      help: 'Estimated bytes of the segments and order books in the memory of the api.',
      registers,
    }),
    historyTailRecords: new Gauge({
      name: 'oddslog_history_tail_records',
      help: 'Records of the topics trades and books that the api keeps in memory because the store may not have them yet.',
      registers,
    }),
    storeDeaths: new Counter({
      name: 'oddslog_store_deaths_total',
      help: 'Crashes of the store child process, each followed by a restart.',
      registers,
    }),
    processRestarts: new Counter({
      name: 'oddslog_process_restarts_total',
      help: 'Processes of roles that died and were restarted (PROCESSES=roles).',
      registers,
    }),
    cacheLost: new Gauge({
      name: 'oddslog_cache_lost',
      help: '1 while Redis is unavailable and each process counts for the rate limits by itself.',
      registers,
    }),
    fatal: new Gauge({
      name: 'oddslog_fatal',
      help: '1 after a part of the process has stopped permanently; the process then exits.',
      labelNames: ['part'] as const,
      registers,
    }),
  }
}
