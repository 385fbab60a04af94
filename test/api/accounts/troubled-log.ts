// A log whose appends do what a test says: reject, hang, or happen and reject all the same.
import type { EventLog, NewRecord } from '../../../services/platform/log/port.ts'

type Append = (records: readonly NewRecord[]) => Promise<void>

/** `append` stands in for every writer's; what it is given as `real` is the log's own. */
export function withAppends<L extends EventLog>(
  log: L,
  append: (records: readonly NewRecord[], real: Append) => Promise<void>,
): L {
  return {
    ...log,
    async openWriter(name) {
      const writer = await log.openWriter(name)
      return { ...writer, append: (records) => append(records, (r) => writer.append(r)) }
    },
  }
}
