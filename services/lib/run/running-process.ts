// Whether a process of this machine is running, by its process id.
import { kill, pid } from 'node:process'

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
