// One member of a Kafka group that runs coordinated tasks. Tasks keep running while the group rebalances;
// only tasks that the new assignment revokes are aborted. So a task that ends slowly delays only its own
// move to another member.
import type { CoordinationOptions, TaskCoordination, TaskRunner } from '../port.ts'
import { createRetryingLoop } from '../loop.ts'
import { createCoordinatedTasks } from '../coordinated-tasks.ts'
import { ignoreRebalanceErrors } from './failures.ts'
import { createMembership } from './membership.ts'
import type { KafkaContext } from './context.ts'
import { createCoordinatedProtocol } from './coordinated-protocol.ts'

export function startTaskCoordination(
  { openClient, sessionTimeoutMs, logger }: KafkaContext,
  { group, tasks: names, onFatal }: CoordinationOptions,
  runTask: TaskRunner,
): TaskCoordination {
  const loop = createRetryingLoop(logger, { group })
  const { signal } = loop
  /** The tasks that the current assignment gives to this member. */
  let assigned: readonly string[] = []
  /**
   * The tasks that this member reported to the group when it last joined: the assigned tasks, and revoked
   * tasks that had not ended.
   */
  let held: readonly string[] = []
  /** Whether a held task has ended since we last joined. If so, we must join again to report its end. */
  let mustReport = false

  const isTaskHeld = (task: string): boolean => assigned.includes(task) || tasks.isRunning(task)

  const client = openClient()
  const membership = createMembership({
    client,
    group,
    protocol: createCoordinatedProtocol(names, () => {
      held = held.filter(isTaskHeld)
      return held
    }),
    sessionTimeoutMs,
    // members join without ending their tasks first, so a member that has not joined within this time is dead
    rebalanceTimeoutMs: sessionTimeoutMs,
    onChange() {
      // the group removed us: other members may run our tasks by now
      if (!membership.hasMemberId()) applyAssignment([], [])
      loop.notify()
    },
  })
  const tasks = createCoordinatedTasks({
    group,
    runTask,
    mayStart: () =>
      membership.heartbeat().then(
        () => true,
        () => false,
      ),
    logger,
    onEnded: loop.notify,
    onFatal: loop.fail,
  })

  function applyAssignment(assignedTasks: readonly string[], heldTasks: readonly string[]): void {
    assigned = assignedTasks
    held = heldTasks
    tasks.assign(assigned)
  }

  async function join(): Promise<void> {
    const generation = await membership.join(signal)
    if (!generation) return
    mustReport = false
    const { assignment } = generation
    applyAssignment(assignment, [
      ...assignment,
      ...held.filter((task) => !assignment.includes(task)),
    ])
  }

  async function iterate(): Promise<void> {
    mustReport ||= !held.every(isTaskHeld)
    if (!membership.mustJoin() && !mustReport) {
      tasks.assign(assigned)
      return loop.waitForSignal()
    }
    await ignoreRebalanceErrors(`group ${group}: joining it`, join)
  }

  signal.addEventListener('abort', () => void tasks.stop())
  return loop.start({
    iterate,
    async close() {
      await tasks.stop()
      await membership.leaveGroup()
      await client.close()
    },
    onFatal,
  })
}
