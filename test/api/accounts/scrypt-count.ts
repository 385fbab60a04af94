// Counts the scrypt calls of this process, which are the cost of password checks, by hooks of Node.
import { createHook } from 'node:async_hooks'

export interface ScryptCount {
  readonly total: number
  stop(): void
}

export function countScrypts(): ScryptCount {
  let total = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') total += 1
    },
  }).enable()
  return {
    get total() {
      return total
    },
    stop: () => void hook.disable(),
  }
}
