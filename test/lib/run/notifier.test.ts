import { describe, expect, it } from '@jest/globals'
import { createNotifier } from '../../../services/lib/run/notifier.ts'

const longMs = 600_000

describe('a signal', () => {
  it('ends the wait under way', async () => {
    const signal = createNotifier()
    const waited = signal.wait(longMs)
    signal.notify()
    await waited
  })

  it('ends the next wait when nobody waits, and only that one', async () => {
    const signal = createNotifier()
    signal.notify()
    signal.notify()
    await signal.wait(longMs)
    const ended = signal.wait(longMs).then(() => 'notified')
    expect(await Promise.race([ended, Promise.resolve('still waiting')])).toBe('still waiting')
    signal.notify()
    expect(await ended).toBe('notified')
  })

  it('is waited for no longer than that', async () => {
    await createNotifier().wait(1)
  })
})
