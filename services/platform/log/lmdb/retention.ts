// Removes what topics no longer keep. The file does not shrink: its pages are used again.
import { removeExpired } from './appends.ts'
import { offsetAt } from './reads.ts'
import type { Commits } from './commits.ts'
import type { Layout } from './layout.ts'

/** Records removed in one transaction, to keep the event loop and the writers moving. */
const recordsPerStep = 1_000

/** Every partition in turn; stops early once `isClosing` says so. */
export async function sweep(
  layout: Layout,
  commits: Commits,
  nowMs: number,
  isClosing: () => boolean,
): Promise<void> {
  for (const slot of [...layout.topics.values()].flat()) {
    if (isClosing()) return
    if (!Number.isFinite(slot.retentionMs)) continue
    const keepFrom = offsetAt(layout, slot, nowMs - slot.retentionMs)
    let removed = recordsPerStep
    while (removed === recordsPerStep && !isClosing())
      await commits.run({
        records: recordsPerStep,
        check: () => undefined,
        write: () => {
          removed = removeExpired(slot, keepFrom, recordsPerStep)
        },
      })
  }
}
