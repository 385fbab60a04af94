// A wait that can be ended early. A ring while nobody waits ends the next wait at once, so that
// nothing that happens between a look and a wait is slept over.

export interface Bell {
  readonly ring: () => void
  /** Resolves at the next ring, or after that time. */
  readonly wait: (ms: number) => Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake: () => void = () => undefined
  return {
    ring() {
      rung = true
      wake()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}
