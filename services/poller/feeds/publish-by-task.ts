// Divides received items, such as books, among the tasks that poll their markets. Each task publishes with
// its own writer.
import { marketTaskOf } from '../tasks.ts'

interface TaskMember {
  readonly signal: AbortSignal
  /** Ends the task with the error. */
  readonly fail: (error: unknown) => void
}

/**
 * Calls `publishItems` for all tasks at the same time, each with its items. A task that fails does not stop
 * the others. Items of tasks that do not run in this process are dropped.
 */
export async function publishByTask<Item, Member extends TaskMember>(
  members: ReadonlyMap<number, Member>,
  items: readonly Item[],
  idOf: (item: Item) => string,
  publishItems: (member: Member, itemsOfTask: readonly Item[]) => Promise<void>,
): Promise<void> {
  const byTask = new Map<number, Item[]>()
  for (const item of items) {
    const task = marketTaskOf(idOf(item))
    const own = byTask.get(task)
    if (own) own.push(item)
    else byTask.set(task, [item])
  }
  await Promise.all(
    [...byTask].map(async ([task, own]) => {
      const member = members.get(task)
      if (!member || member.signal.aborted) return
      try {
        await publishItems(member, own)
      } catch (error) {
        member.fail(error)
      }
    }),
  )
}
