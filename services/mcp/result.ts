// What the results of all tools share: times, completeness, cursors, and the form of the text.
import { z } from 'zod'
import type { Answer } from '../../clients/typescript/src/client.ts'

/** `2026-11-19T12:00:00Z`, with milliseconds if there are any. */
export function toIsoTime(ms: number): string {
  // Date has no time outside this range
  const inRange = Math.min(Math.max(ms, -8.64e15), 8.64e15)
  return new Date(inRange).toISOString().replace('.000Z', 'Z')
}

export const secondsToIso = (seconds: number | null): string | null =>
  seconds === null ? null : toIsoTime(seconds * 1000)

/** Cuts a text of a platform to `max` characters. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  // half of a surrogate pair is invalid in UTF-8
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export const truncateOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : truncateText(text, max)

/** Length to which questions are cut in results. */
export const maxQuestionLength = 300
/** Length to which labels, slugs and other short texts of platforms are cut. */
export const maxLabelLength = 120

const maxGaps = 10

/** Fields of the results of all tools. */
export const answeredAt = z
  .string()
  .nullable()
  .describe('Time at which the service answered: the present, for relative times')

export const completeness = z
  .object({
    complete_until: z
      .string()
      .describe('Every trade or activity before this time is known, except in the gaps'),
    gaps: z
      .array(z.object({ from: z.string(), until: z.string(), reason: z.string() }))
      .describe(`Time ranges of this result in which data are missing, at most ${maxGaps}`),
    has_more_gaps: z.boolean(),
  })
  .nullable()
  .describe('How complete the data are; null if the service states nothing')

export const nextCursor = z
  .string()
  .nullable()
  .describe('`cursor` of the next page, with the same other arguments; null on the last page')

export function answeredAtOf({ headers }: Answer<unknown>): string | null {
  const ms = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(ms) ? null : toIsoTime(ms)
}

export function completenessOf({
  completeness: stated,
}: Answer<unknown>): z.output<typeof completeness> {
  if (stated === null) return null
  return {
    complete_until: toIsoTime(stated.complete_until_ms),
    gaps: stated.gaps.slice(0, maxGaps).map(({ from_ms: fromMs, until_ms: untilMs, reason }) => ({
      from: toIsoTime(fromMs),
      until: toIsoTime(untilMs),
      reason,
    })),
    has_more_gaps: stated.has_more_gaps || stated.gaps.length > maxGaps,
  }
}

const gapAdvice: Readonly<Record<string, string>> = {
  not_fetched: 'older trades are being fetched: call again in 10 seconds',
  unreachable: 'the platform could not be read; the service tries again',
  truncated: 'the platform returns no more',
  volume: 'trades are missing according to the stated volume; they are being read again',
}

/** Returns the fields that the results of all tools share, as lines of text. */
export function describeResult(result: {
  readonly answered_at: string | null
  readonly completeness?: z.output<typeof completeness>
  readonly next_cursor?: string | null
}): string[] {
  const { answered_at: at, completeness: stated = null, next_cursor: cursor = null } = result
  const gaps = (stated?.gaps ?? []).map(({ from, until, reason }) => {
    const advice = gapAdvice[reason]
    return `- ${from} to ${until}: ${reason}${advice === undefined ? '' : ` (${advice})`}`
  })
  return [
    ...(at === null ? [] : [`Answered at ${at}.`]),
    ...(stated === null
      ? []
      : [`Complete until ${stated.complete_until}${gaps.length > 0 ? ', except:' : '.'}`]),
    ...gaps,
    ...(stated?.has_more_gaps === true ? ['- and further gaps'] : []),
    ...(cursor === null
      ? []
      : [`There are more rows: call again with cursor ${JSON.stringify(cursor)}.`]),
  ]
}

/** Returns a sentence about how to get the rows that the limit left out; empty if there are none. */
export function describeOmittedRows(
  rows: readonly { readonly start: string }[],
  startTs: number | undefined,
  hasMore: boolean,
): string {
  if (!hasMore) return ''
  return startTs === undefined
    ? ` There are earlier ones: call again with end_ts ${rows[0]?.start}.`
    : ` There are later ones: call again with a start_ts after ${rows.at(-1)?.start}.`
}

/**
 * Returns the text of a result: the summary, one line with the names of the fields, one line of JSON with the
 * values of each row, and the notes.
 */
export function toText(summary: string, rows: readonly object[], notes: readonly string[]): string {
  const [first] = rows
  return [
    summary,
    ...(first === undefined ? [] : [JSON.stringify(Object.keys(first))]),
    ...rows.map((row) => JSON.stringify(Object.values(row))),
    ...notes,
  ].join('\n')
}
