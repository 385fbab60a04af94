// One member of a group that runs coordinated tasks on the LMDB log. A group has members in one process
// only: a second process that joins the same group takes over all of its tasks.
import { randomUUID } from 'node:crypto'
import { assignCoordinatedTasks } from '../coordinated-assignment.ts'
import type { CoordinationOptions, TaskCoordination, TaskRunner } from '../port.ts'
import { createRetryingLoop } from '../loop.ts'
import { createCoordinatedTasks } from '../coordinated-tasks.ts'
import type { LmdbContext, TaskMember } from './context.ts'

export function startTaskCoordination(
  context: Pick<LmdbContext, 'taskMembers' | 'checkOwnership' | 'logger'>,
  { group, tasks: names, onFatal }: CoordinationOptions,
  runTask: TaskRunner,
): TaskCoordination {
  const { taskMembers, checkOwnership, logger } = context
  const loop = createRetryingLoop(logger, { group })
  let assigned: readonly string[] = []
  const tasks = createCoordinatedTasks({
    group,
    runTask,
    mayStart: () => Promise.resolve(true),
    logger,
    onEnded: notifyAllMembers,
    onFatal: loop.fail,
  })
  const member: TaskMember = {
    group,
    memberId: randomUUID(),
    tasks: names,
    get held() {
      const ending = names.filter((task) => !assigned.includes(task) && tasks.isRunning(task))
      return [...assigned, ...ending]
    },
    notify: loop.notify,
  }

  function membersOfGroup(): readonly TaskMember[] {
    return [...taskMembers].filter((one) => one.group === group)
  }

  function notifyAllMembers(): void {
    for (const one of membersOfGroup()) one.notify()
  }

  async function iterate(): Promise<void> {
    await checkOwnership(group)
    assigned = assignCoordinatedTasks(membersOfGroup()).get(member.memberId) ?? []
    tasks.assign(assigned)
    await loop.waitForSignal()
  }

  taskMembers.add(member)
  notifyAllMembers()
  return loop.start({
    iterate,
    async close() {
      await tasks.stop()
      taskMembers.delete(member)
      notifyAllMembers()
    },
    onFatal,
  })
}
