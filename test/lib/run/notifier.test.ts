import { describe, expect, it } from '@jest/globals'
import { createNotifier } from '../../../services/lib/run/notifier.ts'

const longMs = 600_000

describe('a notifier', () => {
  it('ends the wait under way', async () => {
    const notifier = createNotifier()
    const waited = notifier.wait(longMs)
    notifier.notify()
    await waited
  })

  it('ends the next wait when nobody waits, and only that one', async () => {
    const notifier = createNotifier()
    notifier.notify()
    notifier.notify()
    await notifier.wait(longMs)
    const ended = notifier.wait(longMs).then(() => 'notified')
    expect(await Promise.race([ended, Promise.resolve('still waiting')])).toBe('still waiting')
    notifier.notify()
    expect(await ended).toBe('notified')
  })

  it('is waited for no longer than that', async () => {
    await createNotifier().wait(1)
  })
})
