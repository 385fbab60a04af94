// The output of the replay of a range: one line for each difference, and the counts.
import { formatCount, toColumns } from '../format.ts'
import { toJson } from '../tail.ts'
import { comparisonResults, type Comparison, type ComparisonResult } from './compare.ts'
import type { RawTopic } from './facts.ts'
import type { SelectedRange } from './selection.ts'

type Counts = Record<ComparisonResult, number>

export interface Summary {
  readonly byTopic: ReadonlyMap<RawTopic, Readonly<Counts>>
  add(topic: RawTopic, comparison: Comparison): void
  total(result: ComparisonResult): number
}

export function createSummary(): Summary {
  const byTopic = new Map<RawTopic, Counts>()
  return {
    byTopic,
    add(topic, { result }) {
      const counts =
        byTopic.get(topic) ??
        (Object.fromEntries(comparisonResults.map((one) => [one, 0])) as Counts)
      byTopic.set(topic, counts)
      counts[result] += 1
    },
    total: (result) => [...byTopic.values()].reduce((sum, counts) => sum + counts[result], 0),
  }
}

export function toComparisonLine(
  { rawTopic, partition }: SelectedRange,
  { offset, result, topic, id, differences, reason }: Comparison,
  json: boolean,
): string {
  const place = `${rawTopic}/${partition}/${offset}`
  if (json) return toJson({ raw: place, result, topic, id, differences, reason })
  const changes = differences.map(
    ({ field, before, after }) => `\n  ${field}: ${toJson(before)} -> ${toJson(after)}`,
  )
  const fact = topic === null ? '' : ` ${topic}${id === null ? '' : ` ${id}`}`
  return `${place} ${result}${fact}${reason && `: ${reason}`}${changes.join('')}`
}

export function toSummaryLines(
  summary: Summary,
  options: {
    readonly from: string
    readonly to: string | null
    readonly dryRun: boolean
    readonly json: boolean
    readonly aborted: boolean
  },
): readonly string[] {
  const { from, to, dryRun, json, aborted } = options
  const counted = [...summary.byTopic].map(([topic, counts]) => ({
    topic,
    read: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...counts,
  }))
  if (json) return [toJson({ from, to, dry_run: dryRun, complete: !aborted, topics: counted })]
  if (counted.length === 0) return ['There are no such raw records.']
  const names = ['read', ...comparisonResults] as const
  const rows = counted.map((counts) => [
    counts.topic,
    ...names.map((name) => formatCount(counts[name])),
  ])
  const appended = `${formatCount(summary.total('different'))} corrections and ${formatCount(summary.total('new'))} new facts`
  return [
    ...toColumns([['', ...names.map((name) => name.replace('_', ' '))], ...rows], 1),
    aborted ? 'Interrupted: the counts are of a part of the range.' : '',
    dryRun ? `Nothing was appended (--dry-run): ${appended}.` : `Appended ${appended}.`,
  ].filter((line) => line !== '')
}
