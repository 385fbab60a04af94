// The facts of a healthy service, for the tests of `ops status`.
import type { StatusFacts } from '../../../services/ops/status/status.ts'

export const takenAtMs = Date.parse('2026-11-26T14:00:00Z')

export const healthy: StatusFacts = {
  taken_at_ms: takenAtMs,
  admin_url: 'http://127.0.0.1:8081',
  service_problem: null,
  log_problem: null,
  tables_problem: null,
  service: {
    roles: ['poller', 'normalizer', 'matcher', 'projector', 'api', 'webhooks'],
    parts: { log: null, disk: null, store: null },
    stopped: [],
    started_at_ms: takenAtMs - 3 * 3_600_000,
    counted_over_ms: 3 * 3_600_000,
    platforms: [
      {
        platform: 'platform_a',
        polls_tape: true,
        complete_until_ms: takenAtMs - 3_200,
        clock_difference_ms: 0,
        histories: { done: 1_200, missing: 30 },
        requests: [
          {
            class: 'tape',
            allowed_per_second: 8,
            wanted_per_second: 1.04,
            sent_per_second: 1.04,
            refused_per_second: 0.01,
            waiting: 2,
            current_as_of_ms: takenAtMs - 3_200,
          },
          {
            class: 'history',
            allowed_per_second: 0.5,
            wanted_per_second: 12.5,
            sent_per_second: 0.5,
            refused_per_second: 0,
            waiting: 1_234,
            current_as_of_ms: null,
          },
        ],
        stream_lacks: ['PLATFORM_B_KEY_ID and PLATFORM_B_PRIVATE_KEY'],
        errors: [{ outcome: '429', requests: 108 }],
      },
    ],
    disk: {
      free_bytes: 82_600_000_000,
      total_bytes: 271_000_000_000,
      fill_bytes_per_second: 50_000,
      full_in_ms: 1_652_000_000,
    },
    held_back: [],
  },
  log: {
    stages: [
      {
        role: 'normalizer',
        topic: 'raw.trades',
        lag_records: 12,
        lag_ms: 1_400,
        partitions: [
          { partition: 0, newest_offset: 1_000, position: 1_000, lag_records: 0, lag_ms: 0 },
          { partition: 1, newest_offset: 2_012, position: 2_000, lag_records: 12, lag_ms: 1_400 },
        ],
      },
    ],
    dead_letters: { open: 0, undecodable: 0 },
  },
  tables: {
    measured_at_ms: takenAtMs,
    tables: [
      {
        table: 'migrations',
        rows: 14,
        bytes: 4_400,
        bytes_per_day: null,
        measured_over_ms: 0,
        newest_ms: null,
      },
      {
        table: 'trades',
        rows: 1_234_567,
        bytes: 86_400_000,
        bytes_per_day: 4_000_000,
        measured_over_ms: 10_800_000,
        newest_ms: takenAtMs - 11_000,
      },
    ],
    audits: [
      {
        platform: 'platform_a',
        status: 'agrees',
        unit: 'dollars',
        markets: 900,
        difference: 0,
        persisting: 0,
      },
      {
        platform: 'platform_a',
        status: 'missing',
        unit: 'dollars',
        markets: 2,
        difference: 1_050.4,
        persisting: 0,
      },
    ],
    feeds: [{ platform: 'platform_a', histories: 1_200, with_gaps: 3 }],
  },
}
