// Definitions of all Prometheus metrics: name, help, labels. compose.ts creates them once per process and passes
// them to the parts that report; there is no global registry.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const factories = createMetricFactories(registry)
  return {
    registry,
    ...createProcessMetrics(factories),
    ...createPollerMetrics(factories),
    ...createStageMetrics(factories),
    ...createApiMetrics(factories),
    ...createWebhookMetrics(factories),
  }
}

function createMetricFactories(registry: Registry) {
  const registers = [registry]
  return {
    registers,
    counter: <const Label extends string = never>(
      name: string,
      help: string,
      ...labelNames: readonly Label[]
    ) => new Counter({ name, help, labelNames, registers }),
    gauge: <const Label extends string = never>(
      name: string,
      help: string,
      ...labelNames: readonly Label[]
    ) => new Gauge({ name, help, labelNames, registers }),
  }
}

type MetricFactories = ReturnType<typeof createMetricFactories>

function createProcessMetrics({ counter, gauge }: MetricFactories) {
  const diskFill = gauge(
    'oddslog_disk_fill_bytes_per_second',
    'How fast the free space of the disk of DATA_DIR shrinks, over the last day or since the start; negative if it grows. Missing in the first hour.',
  )
  // not reported until it is set: a gauge without labels would be reported as 0
  diskFill.remove()
  return {
    diskFill,
    ready: gauge('oddslog_ready', '1 if the part is ready, as in /health/ready, else 0.', 'part'),
    role: gauge('oddslog_role', '1 for each role that the process runs.', 'role'),
    diskBytes: gauge(
      'oddslog_disk_bytes',
      'Bytes of the file system of DATA_DIR, by state: free (for this process) or total. Missing if the process has no DATA_DIR.',
      'state',
    ),
    retentionHeldBack: gauge(
      'oddslog_retention_held_back_records',
      'Records that exceed the age or size of their topic and are kept, because a consumer group has not read them, at the last run of retention. Only of the process that writes the embedded log.',
      'topic',
    ),
    storeDeaths: counter(
      'oddslog_store_deaths_total',
      'Crashes of the store child process, each followed by a restart.',
    ),
    storeRepairs: counter(
      'oddslog_store_repairs_total',
      'Repairs of the embedded store, whose files were damaged, since it was created. Each rebuilds its tables from the log.',
    ),
    processRestarts: counter(
      'oddslog_process_restarts_total',
      'Processes of roles that died and were restarted (PROCESSES=roles).',
    ),
    cacheLost: gauge(
      'oddslog_cache_lost',
      '1 while Redis is unavailable and each process counts for the rate limits by itself.',
    ),
    fatal: gauge(
      'oddslog_fatal',
      '1 after a part of the process has stopped permanently; the process then exits.',
      'part',
    ),
  }
}

function createPollerMetrics({ counter, gauge }: MetricFactories) {
  return {
    pollerRequests: counter(
      'oddslog_poller_requests_total',
      'Requests to the platforms, by class and outcome.',
      'platform',
      'class',
      'route',
      'outcome',
    ),
    pollerWanted: counter(
      'oddslog_poller_requests_wanted_total',
      'Requests to the platforms that were ready to be sent, including repeated ones. Those that were sent are in oddslog_poller_requests_total.',
      'platform',
      'class',
    ),
    pollerWaiting: gauge(
      'oddslog_poller_requests_waiting',
      'Requests that wait for their turn: for the rate limit, for a connection, or until the stages catch up.',
      'platform',
      'class',
    ),
    pollerReserved: gauge(
      'oddslog_poller_requests_reserved_per_second',
      'Requests a second that each rate limit reserves for a class in this process, at the last request.',
      'platform',
      'limit',
      'class',
    ),
    platformClock: gauge(
      'oddslog_platform_clock_difference_seconds',
      'By how many seconds the clock of a platform is ahead of that of this machine, as far as its responses have shown it; negative if it is behind, 0 if they can be equal.',
      'platform',
    ),
    pollerFresh: gauge(
      'oddslog_poller_fresh_as_of_seconds',
      'Unix seconds as of which the data of a class is current. tape: the watermark; books: the oldest of the most traded markets; lists: the last whole scan; lifecycle: the last request for changes; wallets: since when a poll is due.',
      'platform',
      'class',
    ),
    pollerRecords: counter(
      'oddslog_poller_records_total',
      'Records appended by the poller.',
      'platform',
      'topic',
    ),
    pollerBooks: counter(
      'oddslog_poller_books_total',
      'Order books received, by result: recorded, unchanged, deferred (changed, but not recorded because of BOOKS_PER_DAY), or check (only compared with the book of the stream).',
      'platform',
      'result',
    ),
    pollerAnomalies: counter(
      'oddslog_poller_anomalies_total',
      'Anomalies that the poller has seen, by kind (scans_aborted, gaps, unexpected_rows, left_out, sessions, no_stream, stream_ends, stream_anomalies) and reason.',
      'kind',
      'platform',
      'reason',
    ),
    pollerStreamedMarkets: gauge(
      'oddslog_poller_streamed_markets',
      'Markets whose order books are followed with the live stream of their platform, by state: current, rebuilding (a snapshot is awaited), or stale (the connection is lost).',
      'platform',
      'state',
    ),
    pollerStreamChecks: counter(
      'oddslog_poller_stream_checks_total',
      'Requested order books that were compared with those of the stream, by result: equal, different, or unknown.',
      'platform',
      'result',
    ),
    pollerStreamFrames: counter(
      'oddslog_poller_stream_frames_total',
      'Frames of the live streams about a market, by result: recorded in raw.streams, or left_out because there were too many.',
      'platform',
      'result',
    ),
    pollerProvisionalTrades: counter(
      'oddslog_poller_provisional_trades_total',
      'Trades of the live streams, by result. Of each received trade: announced, repeated, or untimely (left to requests). Of each announced trade, five minutes later: confirmed, corrected (requests show other figures), not_listed or not_decided (both: withdrawn).',
      'platform',
      'result',
    ),
    tapeCompleteUntil: gauge(
      'oddslog_tape_complete_until_seconds',
      'Watermark of the tape of a platform: Unix seconds up to which the poller has all its trades.',
      'platform',
    ),
    backfillMarkets: gauge(
      'oddslog_backfill_markets',
      'Markets whose trades from before the tape are fetched (state: done) or not (state: missing).',
      'platform',
      'state',
    ),
  }
}

function createStageMetrics({ counter, gauge }: MetricFactories) {
  return {
    stageRecords: counter(
      'oddslog_stage_records_total',
      'Records that a stage processed, by result: emit, write, drop or dead_letter (the last two with a reason).',
      'stage',
      'topic',
      'result',
      'reason',
    ),
    stageLag: gauge(
      'oddslog_stage_lag_records',
      'Records between the committed offsets of a stage and the end of a topic, summed over all partitions.',
      'stage',
      'topic',
    ),
    refusedRecords: counter(
      'oddslog_projector_refused_records_total',
      'Unified records that the projector left out because a time or a number is out of the range of its column.',
      'topic',
      'reason',
    ),
    tableRows: gauge(
      'oddslog_table_rows',
      'Rows of a table with the duplicates that are not merged yet, measured every five minutes. Of each process with the store.',
      'table',
    ),
    tableBytes: gauge(
      'oddslog_table_bytes',
      'Bytes of a table on the disk of the store, measured every five minutes. Of each process with the store.',
      'table',
    ),
    audits: gauge(
      'oddslog_audits',
      'Markets whose stated volume was compared with their trades, by result: agrees, missing or unexplained.',
      'platform',
      'status',
    ),
    auditDifference: gauge(
      'oddslog_audit_difference',
      'Sum of the absolute differences between stated volumes and trades, in the unit of the platform (contracts or dollars).',
      'platform',
      'status',
      'unit',
    ),
    matcherMarkets: gauge('oddslog_matcher_markets', 'Markets that the matcher holds in memory.'),
    matches: gauge(
      'oddslog_matches',
      'Published matches of the markets in memory, by confidence (high, medium).',
      'confidence',
    ),
  }
}

function createApiMetrics({ registers, counter, gauge }: MetricFactories) {
  return {
    httpRequests: new Histogram({
      name: 'oddslog_http_request_duration_seconds',
      help: 'Duration of requests to the api until the response is handed to the connection, in seconds.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    historyQuestions: counter(
      'oddslog_history_questions_total',
      'Questions of requests about prices, trades, candles, order books and pages of newest states, by result: hit (answered from memory), miss (answered after data was loaded into memory) or store (answered from the store, because the memory is behind it).',
      'result',
    ),
    historyLoads: counter(
      'oddslog_history_loads_total',
      'Segments of trades, quotes or candles, order books, and pages of newest states that the api loaded from the store into memory.',
    ),
    historyEvictions: counter(
      'oddslog_history_evictions_total',
      'Segments, order books and states that left the memory of the api because READ_CACHE_MB was reached.',
    ),
    historyBytes: gauge(
      'oddslog_history_bytes',
      'Estimated bytes of the segments, order books and states in the memory of the api.',
    ),
    streams: gauge(
      'oddslog_streams',
      'Open streams of clients, by state: live (has received everything) or behind (reads older messages, or its connection takes nothing).',
      'state',
    ),
    streamsEnded: counter(
      'oddslog_streams_ended_total',
      'Streams that have ended, by reason: closed (by the client, or the connection broke), or the type of the error message that the service sent.',
      'reason',
    ),
    historyTailRecords: gauge(
      'oddslog_history_tail_records',
      'Records of the topics trades, books, markets and audits that the api keeps in memory because the store may not have them yet.',
    ),
  }
}

function createWebhookMetrics({ counter, gauge }: MetricFactories) {
  return {
    webhooks: gauge(
      'oddslog_webhooks',
      'Webhooks by state: delivering, failing (the last attempt failed), or disabled (switched off by the service). 0 in a process that is on standby.',
      'state',
    ),
    webhookMessages: counter(
      'oddslog_webhook_messages_total',
      'Messages made for webhooks, by type.',
      'type',
    ),
    webhookAttempts: counter(
      'oddslog_webhook_attempts_total',
      'Attempts to deliver a message, by result: delivered, failed, or gone (HTTP 410).',
      'result',
    ),
  }
}
