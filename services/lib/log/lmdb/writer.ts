// A named writer on LMDB. Its epoch is stored in the log and checked in the transaction of every append, so
// opening the name again, in any process, fences the previous writer.
import { LogError, WriterFenced, type Writer } from '../port.ts'
import { writeRecords } from './appends.ts'
import type { LmdbContext } from './context.ts'
import { prepareRecords } from './frame.ts'

export async function openWriter(
  { layout, commitQueue, appendSignals, now }: LmdbContext,
  name: string,
): Promise<Writer> {
  let epoch = 0
  await commitQueue.run({ records: 0, write: () => void (epoch = layout.incrementEpoch(name)) })
  let closed = false
  return {
    async append(records) {
      if (closed) throw new LogError(`writer ${name} is closed`)
      if (records.length === 0) return
      const prepared = prepareRecords(layout, records)
      await commitQueue.run({
        records: records.length,
        check() {
          if (layout.epochOf(name) !== epoch) throw new WriterFenced(name)
        },
        write: () => writeRecords(layout, prepared, now()),
      })
      appendSignals.notify(new Set(prepared.map(({ tree }) => tree.topic)))
    },
    async close() {
      closed = true
      await commitQueue.idle()
    },
  }
}
