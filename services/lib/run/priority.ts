import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const maxNiceness = 19

/**
 * Gives a child process the niceness of this process plus `niceness`. Does nothing if the child process has ended.
 */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) lowerThreadPriority(thread, niceness)
}

function lowerThreadPriority(thread: number, niceness: number): void {
  try {
    setPriority(thread, Math.min(getPriority() + niceness, maxNiceness))
  } catch (error) {
    // node:os has the code of the system call in `info`
    if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error
  }
}

/**
 * The ids of all threads of a process, among them those that collect garbage: on Linux, each thread has a niceness
 * of its own. Where the threads are not known, the id of the process.
 */
function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
