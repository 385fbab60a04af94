// The text of `ops disk`. The first line says whether something is wrong.
import { formatBytes, formatCount, formatDuration, toColumns } from '../format.ts'
import { diskLines, toVerdict } from '../status/render.ts'
import type { DiskUsage } from './disk.ts'
import type { TopicDiskUsage } from './topics.ts'

export function toLines(usage: DiskUsage): readonly string[] {
  const { problems, disk } = usage
  return [
    ...toVerdict(problems),
    '',
    ...topicLines(usage),
    '',
    ...tableLines(usage),
    '',
    ...(disk === null ? ['disk: unknown, it belongs to other machines'] : diskLines(disk)),
  ]
}

const unknown = '-'
const formatKnownBytes = (bytes: number | null): string =>
  bytes === null ? unknown : formatBytes(bytes)

function topicLines({ topics, taken_at_ms }: DiskUsage): readonly string[] {
  const rows = topics.map((one) => [
    one.topic,
    one.records === null ? unknown : formatCount(one.records),
    formatKnownBytes(one.bytes),
    one.oldest_ms === null ? unknown : `${formatDuration(taken_at_ms - one.oldest_ms)} ago`,
    formatKnownBytes(one.bytes_per_day),
    one.measured_over_ms === null ? unknown : formatDuration(one.measured_over_ms),
    one.retention_ms === null ? 'indefinitely' : formatDuration(one.retention_ms),
    one.retention_bytes === null ? 'any size' : formatBytes(one.retention_bytes),
    toRemovalText(one),
  ])
  const header = [
    'topic',
    'records',
    'size',
    'oldest',
    'a day',
    'measured over',
    'kept for',
    'up to',
    'removed next',
  ]
  return [...toColumns([header, ...rows], 1), ...sumLine('all topics', topics)]
}

function toRemovalText({ removable: { records, bytes, until_ms } }: TopicDiskUsage): string {
  if (records === 0) return 'nothing'
  const until = until_ms === null ? '' : `, until ${new Date(until_ms).toISOString()}`
  return `${bytes === null ? `${formatCount(records)} records` : formatBytes(bytes)}${until}`
}

function tableLines({ tables, tables_problem }: DiskUsage): readonly string[] {
  if (tables === null) return [`tables: unknown, because ${tables_problem}`]
  const rows = tables.map(({ table, rows: count, bytes, bytes_per_day, measured_over_ms }) => [
    table,
    formatCount(count),
    formatBytes(bytes),
    formatKnownBytes(bytes_per_day),
    bytes_per_day === null ? unknown : formatDuration(measured_over_ms),
  ])
  return [
    ...toColumns([['table', 'rows', 'size', 'a day', 'measured over'], ...rows], 1),
    ...sumLine('all tables', tables),
  ]
}

interface DiskSize {
  readonly bytes: number | null
  readonly bytes_per_day: number | null
}

function sumLine(name: string, items: readonly DiskSize[]): readonly string[] {
  const sumOf = (field: keyof DiskSize): string => {
    const known = items.map((one) => one[field]).filter((bytes) => bytes !== null)
    return known.length === 0 ? unknown : formatBytes(known.reduce((sum, bytes) => sum + bytes, 0))
  }
  return [`${name}: ${sumOf('bytes')}, ${sumOf('bytes_per_day')} a day, as far as known`]
}
