import { describe, expect, it } from '@jest/globals'
import { createClosableParts } from '../../../services/lib/log/open-parts.ts'

describe('the parts of a log', () => {
  it('are forgotten when they have been stopped, and else stopped with the log', async () => {
    const parts = createClosableParts()
    const stopped: string[] = []
    const stop = (name: string) => () => Promise.resolve(void stopped.push(name))
    const writer = parts.add({ close: stop('first writer') })
    const subscription = parts.add({ stop: stop('first subscription') })
    parts.add({ close: stop('second writer') })
    parts.add({ stop: stop('second subscription') })
    await writer.close()
    await subscription.stop()
    await parts.close(() => Promise.resolve(void stopped.push('log')))
    expect(stopped).toEqual([
      'first writer',
      'first subscription',
      'second writer',
      'second subscription',
      'log',
    ])
  })
})
