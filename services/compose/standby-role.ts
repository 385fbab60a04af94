// Opens a role, or a part of a role, that runs in only one process at a time; the other processes are on standby.
import type { EventLog } from '../lib/log/port.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'

interface StandbyRoleOptions {
  readonly log: EventLog
  readonly topicPrefix: string
  readonly onFatal: (error: Error) => void
}

/** Resolves at once. `run` is called when this process gets the role; `signal` aborts when the process loses it. */
export async function openStandbyRole(
  lifecycle: Lifecycle,
  name: string,
  { log, topicPrefix, onFatal }: StandbyRoleOptions,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await lifecycle.open(
    name,
    () =>
      log.coordinateTasks({ group: topicPrefix + name, tasks: [name], onFatal }, (_task, signal) =>
        run(signal),
      ),
    (coordination) => coordination.stop(),
  )
}
