// The text of `ops status`. The first line is the verdict.
import { roles } from '../../topology.ts'
import { formatBytes, formatCount, formatDuration, formatRate, toColumns } from '../format.ts'
import type { Problem } from './problems.ts'
import type { DiskFacts, PlatformFacts } from './service-facts.ts'
import type { Status, StatusFacts } from './status.ts'

/** `withPartitions`: whether each partition has a line of its own. */
export function toLines(
  { problems, ...facts }: Status,
  withPartitions: boolean,
): readonly string[] {
  return [
    ...toVerdict(problems),
    ...serviceLines(facts),
    '',
    ...stageLines(facts, withPartitions),
    ...(facts.service?.platforms ?? []).flatMap((one) => ['', ...platformLines(one, facts)]),
    '',
    ...tableLines(facts),
    ...auditLines(facts),
    ...deadLetterLines(facts),
    ...diskLines(facts.service?.disk ?? null),
  ]
}

/** The first line says whether something is wrong. */
export function toVerdict([first, ...others]: readonly Problem[]): readonly string[] {
  return [
    first ? `NOT HEALTHY: ${toSentences(first)}` : 'healthy',
    ...others.map((one) => `Also: ${toSentences(one)}`),
  ]
}

const toSentences = ({ problem, action }: Problem): string => `${problem}. To do: ${action}.`

function serviceLines({ admin_url, service, taken_at_ms }: StatusFacts): readonly string[] {
  if (service === null) return []
  const { started_at_ms } = service
  const uptime =
    started_at_ms === null ? '' : `, for ${formatDuration(taken_at_ms - started_at_ms)}`
  const [running, others] = [true, false].map((isRunning) =>
    Object.keys(roles).filter((role) => service.roles.includes(role) === isRunning),
  )
  return [
    `${admin_url} runs ${running?.join(', ')}${uptime}`,
    ...(!others?.length
      ? []
      : [`It does not see ${others.join(', ')}: ask the ADMIN_PORT of a process with that role.`]),
  ]
}

function stageLines({ log }: StatusFacts, withPartitions: boolean): readonly string[] {
  if (log === null) return ['stages: unknown, because the log cannot be read']
  const header = ['stage', 'topic', 'newest offset', 'position', 'lag in records', 'lag']
  const rows = log.stages.flatMap(({ role, topic, lag_records, lag_ms, partitions }) => {
    const sum = (of: (one: (typeof partitions)[number]) => number): string =>
      formatCount(partitions.reduce((total, one) => total + of(one), 0))
    const whole = [
      role,
      topic,
      sum((one) => one.newest_offset),
      sum((one) => one.position),
      formatCount(lag_records),
      formatDuration(lag_ms),
    ]
    if (!withPartitions) return [whole]
    return partitions.map((one) => [
      role,
      `${topic}/${one.partition}`,
      formatCount(one.newest_offset),
      formatCount(one.position),
      formatCount(one.lag_records),
      formatDuration(one.lag_ms),
    ])
  })
  return toColumns([header, ...rows], 2)
}

function platformLines(
  { platform, complete_until_ms, histories, requests, stream_lacks, errors }: PlatformFacts,
  { taken_at_ms, tables }: StatusFacts,
): readonly string[] {
  const formatAge = (ms: number | null): string =>
    ms === null ? '-' : `${formatDuration(Math.max(0, taken_at_ms - ms))} ago`
  const withGaps = tables?.feeds.find((one) => one.platform === platform)?.with_gaps
  const rows = requests.map((one) => [
    `  ${one.class}`,
    formatRate(one.allowed_per_second),
    formatRate(one.wanted_per_second),
    formatRate(one.sent_per_second),
    formatRate(one.refused_per_second),
    formatCount(one.waiting),
    formatAge(one.current_as_of_ms),
  ])
  const header = [
    '  requests/s',
    'allowed',
    'wanted',
    'sent',
    'refused',
    'waiting',
    'current as of',
  ]
  const failed = errors.map(({ outcome, requests: count }) => `${outcome} ${formatCount(count)}`)
  return [
    `${platform}: trades complete until ${formatAge(complete_until_ms)}; histories of ${formatCount(histories.done)} markets, ${formatCount(histories.missing)} missing${withGaps === undefined ? '' : `; feeds with gaps ${formatCount(withGaps)}`}`,
    ...toColumns([header, ...rows], 1),
    ...stream_lacks.map(
      (missingSetting) => `  the stream is not followed without ${missingSetting}`,
    ),
    `  errors since the start: ${failed.length === 0 ? 'none' : failed.join(', ')}`,
  ]
}

function tableLines({
  tables,
  tables_problem,
  service,
  taken_at_ms,
}: StatusFacts): readonly string[] {
  if (tables === null)
    return [`tables: unknown, because ${service ? tables_problem : 'the service does not answer'}`]
  const rows = tables.tables.map(({ table, rows: count, bytes, newest_ms }) => [
    table,
    formatCount(count),
    formatBytes(bytes),
    newest_ms === null ? '-' : `${formatDuration(Math.max(0, taken_at_ms - newest_ms))} ago`,
  ])
  return toColumns([['table', 'rows', 'size', 'newest'], ...rows], 1)
}

function auditLines({ tables }: StatusFacts): readonly string[] {
  if (tables === null) return []
  const texts = tables.audits.map(
    ({ platform, status, unit, markets, difference }) =>
      `${platform} ${status} ${formatCount(markets)}${difference === 0 ? '' : ` (${formatCount(Math.round(difference))} ${unit})`}`,
  )
  return ['', `audits: ${texts.length === 0 ? 'none yet' : texts.join(', ')}`]
}

function deadLetterLines({ log }: StatusFacts): readonly string[] {
  return log === null ? [] : [`dead letters: ${formatCount(log.dead_letters.open)} open`]
}

export function diskLines(disk: DiskFacts | null): readonly string[] {
  if (disk === null) return []
  const { free_bytes, total_bytes, fill_bytes_per_second, full_in_ms } = disk
  const percent = Math.round((100 * free_bytes) / total_bytes)
  const forecast =
    fill_bytes_per_second === null
      ? 'no forecast in the first hour'
      : full_in_ms === null
        ? 'it is not filling'
        : `filling by ${formatBytes(fill_bytes_per_second * 86_400)} a day, full in ${formatDuration(full_in_ms)}`
  return [
    `disk: ${formatBytes(free_bytes)} free of ${formatBytes(total_bytes)} (${percent}%); ${forecast}`,
  ]
}
