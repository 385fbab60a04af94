// The operator command `rebuild`. The running service does the work; the command waits for it and shows its progress.
import { NoService } from '../ask-admin.ts'
import { CommandFailure } from '../command-failure.ts'
import { formatBytes, formatCount, formatDuration } from '../format.ts'
import { createProgress, toCountText, type ProgressOptions } from '../progress.ts'
import { toDifferenceLines } from '../verify/commands.ts'
import type { RebuildAction } from './admin.ts'
import type { RebuildReport } from './rebuild.ts'

export interface RebuildRequest {
  readonly action: Exclude<RebuildAction, 'report'>
  readonly json: boolean
}

export interface RebuildOptions extends ProgressOptions {
  readonly ask: (action: RebuildAction) => Promise<RebuildReport>
  readonly show: (line: string) => void
  /** Rejects when the operator interrupts the command. */
  readonly sleep: (ms: number) => Promise<void>
}

const askEveryMs = 500

/** Rejects with a CommandFailure if the service refuses, or if the rebuild ends before the exchange. */
export async function rebuild(request: RebuildRequest, options: RebuildOptions): Promise<void> {
  const { ask, show } = options
  const { action, json } = request
  const found = await ask(action)
  if (found.refusal !== null) {
    if (json) show(JSON.stringify(found))
    throw new CommandFailure('refused', found.refusal)
  }
  const result = action === 'start' ? await waitForEnd(found, options) : found
  if (json) show(JSON.stringify(result))
  else linesOf(action, result).forEach(show)
  const isAboutFilling = action === 'start' || action === 'plan'
  if (result.failure !== null && isAboutFilling)
    throw new CommandFailure(
      'incomplete',
      `the rebuild has ended early: ${result.failure}. The live tables are unchanged; ops rebuild continues, ops rebuild --abandon removes the new tables`,
    )
}

async function waitForEnd(
  startReport: RebuildReport,
  options: RebuildOptions,
): Promise<RebuildReport> {
  const { ask, sleep, showProgress } = options
  let report = startReport
  let step: RebuildReport['step'] = null
  let showRecordProgress = (_records: number): void => undefined
  while (report.step !== null) {
    if (report.step !== step) {
      step = report.step
      const { records: before, total } = report
      const show = createProgress(options, step, total - before, toCountText)
      showRecordProgress = (records) => show(records - before)
    }
    if (step === 'filling') showRecordProgress(report.records)
    else showProgress(step)
    await sleep(askEveryMs).catch(() => {
      throw new CommandFailure(
        'incomplete',
        'interrupted: the service continues the rebuild. ops rebuild --dry-run shows how far it is, ops rebuild --abandon ends it',
      )
    })
    report = await ask('report').catch((error: unknown) => {
      if (!(error instanceof NoService)) throw error
      throw new CommandFailure(
        'incomplete',
        'the service has ended: start it, and ops rebuild continues',
      )
    })
  }
  return report
}

function linesOf(action: RebuildRequest['action'], report: RebuildReport): readonly string[] {
  const { total, records, copied_rows: copiedRows, differences, paused_ms: pausedMs } = report
  const copied = `${formatCount(copiedRows)} rows of order books that the log no longer has`
  switch (action) {
    case 'plan':
      return [
        `A rebuild would read ${formatCount(total)} records, and copy ${copied}.`,
        `It needs ${formatBytes(report.needed_bytes)} on the disk of the tables, which has ${formatBytes(report.free_bytes)} free.`,
      ]
    case 'planAbandon':
      return [
        `It would end the rebuild and remove the new tables, ${describeRemovable(report)}.`,
        'The live tables would stay as they are.',
      ]
    case 'planDiscard':
      return [`It would remove the old tables, ${describeRemovable(report)}.`]
    case 'abandon':
      return ['The new tables are removed.']
    case 'discard':
      return ['The old tables are removed.']
    case 'start':
      if (report.failure !== null) return []
      return [
        `The tables are rebuilt from ${formatCount(records)} records, with ${copied}.`,
        ...(pausedMs === null ? [] : [`The projector was paused for ${formatDuration(pausedMs)}.`]),
        ...(differences === null || differences.length === 0
          ? ['No differences.']
          : [
              'Differences, with the old tables as "here" and the new ones as "there":',
              ...differences.flatMap(toDifferenceLines),
            ]),
        `The old tables, ${formatBytes(report.table_bytes)}, are kept until ops rebuild --discard.`,
      ]
  }
}

const describeRemovable = ({ removable: { tables, bytes } }: RebuildReport): string =>
  `${formatBytes(bytes)}: ${tables.join(', ')}`
