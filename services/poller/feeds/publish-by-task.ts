// Divides received items, such as books, among the tasks that poll their markets. Each task publishes with
// its own writer.
import { marketTaskOf } from '../tasks.ts'

interface PublishingTask {
  readonly signal: AbortSignal
  /** Ends the task with the error. */
  readonly fail: (error: unknown) => void
}

/**
 * Calls `publishItems` for all tasks at the same time, each with its items. A task that fails does not stop
 * the others. Items of tasks that do not run in this process are dropped.
 */
export async function publishByTask<Item, Task extends PublishingTask>(
  tasks: ReadonlyMap<number, Task>,
  items: readonly Item[],
  marketIdOf: (item: Item) => string,
  publishItems: (task: Task, itemsOfTask: readonly Item[]) => Promise<void>,
): Promise<void> {
  const byTask = new Map<number, Item[]>()
  for (const item of items) {
    const partition = marketTaskOf(marketIdOf(item))
    const own = byTask.get(partition)
    if (own) own.push(item)
    else byTask.set(partition, [item])
  }
  await Promise.all(
    [...byTask].map(async ([partition, own]) => {
      const task = tasks.get(partition)
      if (!task || task.signal.aborted) return
      try {
        await publishItems(task, own)
      } catch (error) {
        task.fail(error)
      }
    }),
  )
}
