// Waits until the whole service has processed the platforms' responses.
import { setTimeout as sleep } from 'node:timers/promises'

export const timeoutMs = 90_000

/** Repeats the comparison until it passes or the timeout is reached. */
export async function eventually(compare: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await compare()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await sleep(500)
  }
}
