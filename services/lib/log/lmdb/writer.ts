// A named writer on LMDB. Its epoch is stored in the log and checked in the transaction of every append, so
// opening the name again, in any process, fences the previous writer.
import { LogError, type Writer } from '../port.ts'
import type { LmdbContext } from './context.ts'
import { prepareRecords } from './prepare.ts'

export async function openWriter(
  { layout, committer, appendSignals }: LmdbContext,
  name: string,
): Promise<Writer> {
  const epoch = await committer.takeOverWriter(name)
  let closed = false
  return {
    async append(records) {
      if (closed) throw new LogError(`writer ${name} is closed`)
      if (records.length === 0) return
      const prepared = prepareRecords(layout, records)
      await committer.commit({ writer: { name, epoch }, records: prepared, positions: [] })
      appendSignals.notify(new Set(prepared.map(({ topic }) => topic)))
    },
    async close() {
      closed = true
      await committer.waitUntilIdle()
    },
  }
}
