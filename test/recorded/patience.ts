// Waiting for the whole service to have taken in what the platforms say.
import { setTimeout as sleep } from 'node:timers/promises'

export const patienceMs = 90_000

/** Compares until it is right or patience ends: what arrives last decides when. */
export async function eventually(compare: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await compare()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await sleep(500)
  }
}
