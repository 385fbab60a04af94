// Waiting for what comes at a time of its own.
import { setTimeout as sleep } from 'node:timers/promises'

export { sleep }

/** Tries again until the expectation holds; its last failure if it never does. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await expectation()
    } catch (error) {
      if (tries >= 400) throw error
      await sleep(25)
    }
  }
}

/** Looks for a while whether something happens that must not. */
export async function never(happens: () => boolean): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await sleep(25)
    if (happens()) throw new Error('it happened')
  }
}
