// The verdict of `status`: one test for each way of being wrong, and the whole text.
import { describe, expect, it } from '@jest/globals'
import { formatBytes, formatDuration } from '../../../services/ops/format.ts'
import { findProblems } from '../../../services/ops/status/problems.ts'
import { toLines } from '../../../services/ops/status/render.ts'
import type { ServiceFacts } from '../../../services/ops/status/service-facts.ts'
import type { StatusFacts } from '../../../services/ops/status/status.ts'
import { healthy, takenAtMs } from './a-status.ts'

const linesOf = (facts: StatusFacts, withPartitions = false): readonly string[] =>
  toLines({ ...facts, problems: findProblems(facts) }, withPartitions)

const verdictOf = (changes: Partial<StatusFacts>): string =>
  linesOf({ ...healthy, ...changes })[0] ?? ''

function withService(changes: Partial<ServiceFacts>): Partial<StatusFacts> {
  return { service: healthy.service && { ...healthy.service, ...changes } }
}

function withLag(lag_ms: number): Partial<StatusFacts> {
  const { log } = healthy
  const stages = log?.stages.map((one) => ({ ...one, lag_ms })) ?? []
  return { log: log && { ...log, stages } }
}

function withWatermark(complete_until_ms: number | null, polls_tape = true): Partial<StatusFacts> {
  const platforms = healthy.service?.platforms ?? []
  return withService({
    platforms: platforms.map((one) => ({ ...one, polls_tape, complete_until_ms })),
  })
}

function withClock(clock_difference_ms: number): Partial<StatusFacts> {
  const platforms = healthy.service?.platforms ?? []
  return withService({ platforms: platforms.map((one) => ({ ...one, clock_difference_ms })) })
}

function withDisk(free_bytes: number, full_in_ms: number | null): Partial<StatusFacts> {
  const disk = { free_bytes, total_bytes: 1e12, fill_bytes_per_second: null, full_in_ms }
  return withService({ disk })
}

function withLetters(open: number, undecodable: number): Partial<StatusFacts> {
  return { log: healthy.log && { ...healthy.log, dead_letters: { open, undecodable } } }
}

function withPersisting(persisting: number): Partial<StatusFacts> {
  const { tables } = healthy
  const audits = tables?.audits.map((one) => ({ ...one, persisting })) ?? []
  return { tables: tables && { ...tables, audits } }
}

describe('the verdict', () => {
  it.each([
    ['nothing is wrong', {}],
    ['a stage is a minute behind', withLag(60_000)],
    ['a watermark is a minute old', withWatermark(takenAtMs - 60_000)],
    ['the clock of a platform is half a minute behind', withClock(-30_000)],
    ['another poller reads the tape', withWatermark(null, false)],
    ['a tenth of the disk is free', withDisk(1e11, 4 * 86_400_000)],
    ['the process has no disk', withService({ disk: null })],
    ['the process has no tables', { tables: null, tables_problem: 'does not run the role' }],
    ['the process has no poller', withService({ roles: ['api'], platforms: [] })],
    ['trades are missing, but not for long', withPersisting(0)],
  ])('is healthy if %s', (_name, changes) => {
    expect(verdictOf(changes)).toBe('healthy')
  })

  const nothingAnswers = 'nothing answers at http://127.0.0.1:8081'
  it.each([
    [{ service: null, service_problem: nothingAnswers }, /nothing answers at .*start the service/],
    [withService({ stopped: ['matcher'] }), /matcher has stopped permanently.*start it again/],
    [
      withService({ parts: { log: null, catalog: 'loading' } }),
      /not ready: catalog: loading.*NotReady/,
    ],
    [{ log: null, log_problem: 'no log in /x' }, /cannot be read: no log in \/x.*DATA_DIR/],
    [withDisk(0.9e11, null), /only 9% of the disk is free.*free disk space/],
    [withDisk(5e11, 2 * 86_400_000), /will be full in 48\.0 h|full in 2 days/],
    [
      withWatermark(takenAtMs - 360_000),
      /platform_a are complete only until 6 min ago.*Requests to the platforms/,
    ],
    [withWatermark(null), /platform_a have no watermark yet/],
    [withClock(90_000), /clock of this machine is 90 s behind that of platform_a.*A wrong clock/],
    [withClock(-3_600_000), /clock of this machine is 60 min ahead of that of platform_a/],
    [
      withService({ held_back: [{ topic: 'books', records: 1_200 }] }),
      /keeps 1,200 records of books .* because the projector has not read.*npm start forget books/,
    ],
    [withLag(61_000), /normalizer is 61 s behind on raw\.trades.*StageBehind/],
    [withPersisting(2), /2 markets of platform_a have been missing.*TradesMissing/],
    [withLetters(3, 0), /3 open dead letters.*ops dead-letters list/],
    [withLetters(0, 1), /1 records of the topic dead-letters cannot be decoded.*schemas/],
  ] as readonly (readonly [Partial<StatusFacts>, RegExp])[])(
    'says what is wrong and what to do: %#',
    (changes, expected) => {
      expect(verdictOf(changes)).toMatch(/^NOT HEALTHY: .*\. To do: .*\.$/)
      expect(verdictOf(changes)).toMatch(expected)
    },
  )

  it('begins with the most serious of several problems', () => {
    const lines = linesOf({
      ...healthy,
      ...withLetters(1, 0),
      ...withService({ stopped: ['api'] }),
    })
    expect(lines[0]).toMatch(/^NOT HEALTHY: the part api/)
    expect(lines[1]).toMatch(/^Also: 1 open dead letters/)
  })

  it('names the topic on which a role is furthest behind', () => {
    const stages = (['books', 'trades', 'markets'] as const).map((topic, i) => ({
      role: 'projector' as const,
      topic,
      lag_records: 1,
      lag_ms: [70_000, 90_000, 80_000][i] ?? 0,
      partitions: [],
    }))
    const problems = findProblems({ ...healthy, log: healthy.log && { ...healthy.log, stages } })
    expect(problems).toMatchObject([{ problem: 'the projector is 90 s behind on trades' }])
  })
})

describe('the text', () => {
  it('has all facts', () => {
    expect(linesOf(healthy)).toEqual([
      'healthy',
      'http://127.0.0.1:8081 runs poller, normalizer, matcher, projector, api, webhooks, for 3.0 h',
      '',
      'stage       topic       newest offset  position  lag in records    lag',
      'normalizer  raw.trades          3,012     3,000              12  1.4 s',
      '',
      'platform_a: trades complete until 3.2 s ago; histories of 1,200 markets, 30 missing; feeds with gaps 3',
      '  requests/s  allowed  wanted  sent  refused  waiting  current as of',
      '  tape            8.0     1.0   1.0      0.0        2      3.2 s ago',
      '  history         0.5    12.5   0.5      0.0    1,234              -',
      '  the stream is not followed without PLATFORM_B_KEY_ID and PLATFORM_B_PRIVATE_KEY',
      '  errors since the start: 429 108',
      '',
      'table            rows     size    newest',
      'migrations         14   4.4 kB         -',
      'trades      1,234,567  86.4 MB  11 s ago',
      '',
      'audits: platform_a agrees 900, platform_a missing 2 (1,050 dollars)',
      'dead letters: 0 open',
      'disk: 82.6 GB free of 271 GB (30%); filling by 4.3 GB a day, full in 19 days',
    ])
  })

  it('has a line for each partition on request', () => {
    expect(linesOf(healthy, true).slice(3, 6)).toEqual([
      'stage       topic         newest offset  position  lag in records    lag',
      'normalizer  raw.trades/0          1,000     1,000               0    0 s',
      'normalizer  raw.trades/1          2,012     2,000              12  1.4 s',
    ])
  })

  it('says what a process with some of the roles cannot see', () => {
    const lines = linesOf({
      ...healthy,
      ...withService({ roles: ['api', 'normalizer'], platforms: [], disk: null }),
      tables: null,
      tables_problem: 'the process does not run the role that answers',
    })
    expect(lines.slice(1, 3)).toEqual([
      'http://127.0.0.1:8081 runs normalizer, api, for 3.0 h',
      'It does not see poller, matcher, projector, webhooks: ask the ADMIN_PORT of a process with that role.',
    ])
    expect(lines.slice(-2)).toEqual([
      'tables: unknown, because the process does not run the role that answers',
      'dead letters: 0 open',
    ])
  })

  it('has the log while no service runs, and the service if the log cannot be read', () => {
    const stopped = linesOf({ ...healthy, service: null, tables: null, service_problem: 'gone' })
    expect(stopped.join('\n')).toContain('normalizer  raw.trades')
    expect(stopped.join('\n')).toContain('tables: unknown, because the service does not answer')
    const lost = linesOf({ ...healthy, log: null, log_problem: 'gone' })
    expect(lost.join('\n')).toContain('stages: unknown, because the log cannot be read')
    expect(lost.join('\n')).toContain('platform_a: trades complete')
  })

  it.each([
    [null, null, 'no forecast in the first hour'],
    [-5, null, 'it is not filling'],
  ])('of a disk that fills by %s', (fill_bytes_per_second, full_in_ms, text) => {
    const disk = { free_bytes: 5e11, total_bytes: 1e12, fill_bytes_per_second, full_in_ms }
    const lines = linesOf({ ...healthy, ...withService({ disk }) })
    expect(lines.at(-1)).toBe(`disk: 500 GB free of 1.0 TB (50%); ${text}`)
  })
})

it.each([
  [0, '0 s'],
  [320, '0.3 s'],
  [9_960, '10 s'],
  [119_400, '119 s'],
  [360_000, '6 min'],
  [7_200_000, '2.0 h'],
  [172_800_000, '2 days'],
])('%d ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [999_600, '1.0 MB'],
  [1_000, '1.0 kB'],
  [123_456_789, '123 MB'],
  [-1_500, '-1.5 kB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
