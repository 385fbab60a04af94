// A named writer: its epoch is kept in the log and checked in the transaction of every append, so
// that opening the name anew, from whichever process, shuts out the one before.
import { LogError, WriterFenced, type Writer } from '../port.ts'
import { writeRecords } from './appends.ts'
import { prepare } from './frame.ts'
import type { Commits } from './commits.ts'
import { takeEpoch } from './epochs.ts'
import type { Layout } from './layout.ts'
import type { Wakeups } from './wakeups.ts'

export interface WriterParts {
  readonly layout: Layout
  readonly commits: Commits
  readonly wakeups: Wakeups
  readonly now: () => number
}

export async function openWriter(
  { layout, commits, wakeups, now }: WriterParts,
  name: string,
): Promise<Writer> {
  const epoch = await takeEpoch(layout, commits, name)
  let closed = false
  return {
    async append(records) {
      if (closed) throw new LogError(`writer ${name} is closed`, { retriable: false })
      if (records.length === 0) return
      const prepared = prepare(layout, records)
      await commits.run({
        records: records.length,
        check() {
          if (layout.epochOf(name) !== epoch) throw new WriterFenced(name)
        },
        write: () => writeRecords(layout, prepared, now()),
      })
      wakeups.ring(new Set(prepared.map(({ slot }) => slot.topic)))
    },
    async close() {
      closed = true
      await commits.idle()
    },
  }
}
