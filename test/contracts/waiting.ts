// Waits for conditions.
import { setTimeout as sleep } from 'node:timers/promises'

export { sleep }

/** Ends what hangs, with the reason, before jest's own limit of 300 s ends it without one. */
const hangsAfterMs = 240_000

/** Tries again until the expectation holds; throws its last failure if it never does. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  for (;;) {
    try {
      return await expectation()
    } catch (error) {
      if (performance.now() - startedMs > hangsAfterMs) throw error
      await sleep(25)
    }
  }
}

/** Checks for a while that something does not happen. */
export async function never(happens: () => boolean): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await sleep(25)
    if (happens()) throw new Error('it happened')
  }
}
