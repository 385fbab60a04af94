// Whether a process of this machine is running, by its process id; and how this process ends at once.
import { abort, kill, pid } from 'node:process'

export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process id of this process. */
export const ownPid: number = pid

/**
 * Ends this process at once, which loses no data. Not process.exit(): that waits for native threads, and
 * the one of LMDB may be in a transaction that waits for JavaScript.
 */
export function killSelf(): never {
  kill(pid, 'SIGKILL')
  // The kernel protects the first process of a container from its own signals, but not from a fault, in which abort()
  // ends.
  return abort()
}
