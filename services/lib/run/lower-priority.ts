// Priorities of child processes. docs/decisions/076-priorities-of-processes.md
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const maxNiceness = 19
/** The thread has ended, or its niceness is higher and may not be lowered. */
const ignoredErrors = ['ESRCH', 'EACCES', 'EPERM']

/**
 * Sets the niceness of a child process to the niceness of this process plus `niceness`, 0 to 19. The value is not
 * absolute, because a parent that was started with a higher niceness could not lower it without privileges. Does
 * nothing if the child has ended, or if somebody has given it a higher niceness already.
 */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) lowerThreadPriority(thread, niceness)
}

function lowerThreadPriority(threadId: number, niceness: number): void {
  try {
    setPriority(threadId, Math.min(getPriority() + niceness, maxNiceness))
  } catch (error) {
    // node:os puts the error code of the system call into `info`
    const code = (error as { info?: { code?: string } }).info?.code ?? ''
    if (!ignoredErrors.includes(code)) throw error
  }
}

/**
 * Returns the ids of all threads of a process, including the threads that collect garbage, because on Linux each
 * thread has a niceness of its own. Returns only the process id where the threads cannot be listed.
 */
function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
