// Whether a process of this machine is running, by its process id; how this process ends at once, and how it sends a
// message to its parent process.
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

/** Resolves when the message is sent, or when it cannot be sent because the parent process has ended. */
export function sendToParent<Message extends object>(message: Message): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve()
    process.send(message, undefined, {}, () => resolve())
  })
}

/**
 * Ends this process at once, which loses no data. Does not use process.exit(), which waits for native threads:
 * LMDB's thread may be in a transaction that waits for JavaScript.
 */
export function killSelf(): never {
  kill(pid, 'SIGKILL')
  // The kernel protects the first process of a container from its own signals, but not from a fault, with which
  // abort() ends the process.
  return abort()
}
