// A log whose appends a test controls: they reject, hang, or succeed and reject anyway.
import type { EventLog, NewRecord } from '../../../services/lib/log/port.ts'

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
