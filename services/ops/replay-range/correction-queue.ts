// Sends corrections to the running service, many in one request. Used by replay-range.ts.
import { CommandFailure } from '../command-failure.ts'
import { maxCorrections, type ReplayStepRequest } from './admin.ts'
import type { Correction, CorrectionResult } from './append.ts'
import type { Comparison } from './compare.ts'
import type { SelectedRange } from './selection.ts'

export interface CorrectionQueueOptions {
  /** Process id of the command. */
  readonly pid: number
  readonly ask: (request: ReplayStepRequest) => Promise<readonly CorrectionResult[]>
}

export interface CorrectionQueue {
  /** Rejects if another replay runs. */
  begin(): Promise<void>
  /**
   * Adds a correction. Corrections of one partition must be added in the order of their offsets, and must be sent
   * before the first correction of another partition is added.
   */
  add(range: SelectedRange, comparison: Comparison, correction: Correction): Promise<void>
  /** Sends all added corrections. Resolves when the service has appended them. */
  send(): Promise<void>
  end(): Promise<void>
}

/** The service reads the raw records of a request as one range of at most this many offsets. */
const maxOffsets = 5_000

/** `report` is called with the comparison once it is known whether the fact was appended. */
export function createCorrectionQueue(
  { pid, ask }: CorrectionQueueOptions,
  report: (range: SelectedRange, comparison: Comparison) => void,
): CorrectionQueue {
  let pending: {
    readonly range: SelectedRange
    readonly comparison: Comparison
    readonly correction: Correction
  }[] = []

  async function send(): Promise<void> {
    const sent = pending
    pending = []
    const [first] = sent
    if (!first) return
    const { rawTopic, partition, high } = first.range
    const records = sent.map(({ correction }) => correction)
    const corrections = { topic: rawTopic, partition, known_until: high, records }
    const results = new Map(
      (await ask({ action: 'append', pid, corrections })).map((one) => [one.offset, one]),
    )
    for (const { range, comparison } of sent) {
      const { result, detail = '' } = results.get(comparison.offset) ?? {}
      if (result === undefined || result === 'other_mapping')
        throw new CommandFailure(
          'failed',
          `the service maps ${rawTopic}/${partition}/${comparison.offset} to another fact than this command: restart the service with this version`,
        )
      report(range, result === 'appended' ? comparison : { ...comparison, result, reason: detail })
    }
  }

  return {
    async begin() {
      await ask({ action: 'begin', pid, corrections: null })
    },
    async add(range, comparison, correction) {
      const firstOffset = pending[0]?.correction.offset ?? correction.offset
      const isFull =
        pending.length === maxCorrections || correction.offset - firstOffset >= maxOffsets
      if (isFull) await send()
      pending.push({ range, comparison, correction })
    },
    send,
    async end() {
      await ask({ action: 'end', pid, corrections: null })
    },
  }
}
