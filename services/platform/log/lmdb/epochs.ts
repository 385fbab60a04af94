// The epoch of a name is kept in the log: whoever begins with the name takes the next one, and whoever
// has an older one is shut out.
import type { Commits } from './commits.ts'
import type { Layout } from './layout.ts'

/** Durable when it resolves. */
export async function takeEpoch(layout: Layout, commits: Commits, name: string): Promise<number> {
  let epoch = 0
  await commits.run({
    records: 0,
    check: () => undefined,
    write() {
      epoch = layout.epochOf(name) + 1
      layout.setEpoch(name, epoch)
    },
  })
  return epoch
}
