// The operator command `replay --from <time>`: maps the raw records of a range with the present code, compares each
// resulting fact with the fact in the unified topic, and asks the running service to append the facts that differ. The
// command reads and compares in its own process, so equal facts cost the service nothing
// (docs/decisions/062-replay-of-a-range.md).
import { CommandFailure } from '../command-failure.ts'
import { createProgress, toCountText, type ProgressOptions } from '../progress.ts'
import { toIsoTime } from '../tail-start.ts'
import type { Comparison } from './compare.ts'
import { compareRange, type CompareOptions } from './compare-range.ts'
import { createCorrectionQueue, type CorrectionQueueOptions } from './correction-queue.ts'
import { createSummary, toComparisonLine, toSummaryLines } from './render.ts'
import { findSelectedRanges, type ReplaySelection, type SelectedRange } from './selection.ts'

export interface ReplayRangeRequest extends ReplaySelection {
  /** If true, differences are printed and nothing is appended. */
  readonly dryRun: boolean
  readonly json: boolean
}

export interface ReplayRangeOptions
  extends CompareOptions, CorrectionQueueOptions, ProgressOptions {
  readonly show: (line: string) => void
}

/** Results that a dry run prints. A replay that is not a dry run prints only facts that cannot be corrected. */
const shownInDryRun: readonly Comparison['result'][] = [
  'different',
  'new',
  'irreplaceable',
  'rejected',
]

/**
 * Resolves when the range is replayed, or `signal` aborts. Rejects with `refused` if another replay runs, and with
 * `incomplete` if facts cannot be corrected.
 */
export async function replayRange(
  request: ReplayRangeRequest,
  options: ReplayRangeOptions,
): Promise<void> {
  const { dryRun, json, fromMs, toMs } = request
  const { show, signal } = options
  const ranges = await findSelectedRanges(request, options)
  const summary = createSummary()
  const total = ranges.reduce((sum, { from, until }) => sum + until - from, 0)
  const showDone = createProgress(options, 'raw records', total, toCountText)

  const report = (range: SelectedRange, comparison: Comparison): void => {
    summary.add(range.rawTopic, comparison)
    const isShown = dryRun
      ? shownInDryRun.includes(comparison.result)
      : comparison.result === 'irreplaceable'
    if (isShown) show(toComparisonLine(range, comparison, json))
  }
  const queue = createCorrectionQueue(options, report)
  if (!dryRun) await queue.begin()
  try {
    let done = 0
    for (const range of ranges) {
      for await (const { comparison, correction } of compareRange(range, request, options)) {
        if (correction === null || dryRun) report(range, comparison)
        else await queue.add(range, comparison, correction)
        showDone(done + comparison.offset - range.from)
      }
      await queue.send()
      done += range.until - range.from
      showDone(done)
    }
  } finally {
    if (!dryRun) await queue.end()
  }
  const times = { from: toIsoTime(fromMs), to: toMs === null ? null : toIsoTime(toMs) }
  for (const line of toSummaryLines(summary, { ...times, dryRun, json, aborted: signal.aborted }))
    show(line)
  const irreplaceable = summary.total('irreplaceable')
  if (irreplaceable > 0)
    throw new CommandFailure(
      'incomplete',
      `${irreplaceable} facts stay as they are, because another record cannot replace them`,
    )
}
