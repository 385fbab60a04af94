// The one way into the log: order, one append at a time, and what follows a failure.
import { describe, expect, it } from '@jest/globals'
import { silentObserver } from '../../services/poller/observer.ts'
import { createPublisher, type PollerRecord } from '../../services/poller/publisher.ts'
import type { NewRecord } from '../../services/lib/log/port.ts'
import { jsonCodec } from './support/memory-log.ts'

const checkpoint = (key: string): PollerRecord => ({
  topic: 'poll-checkpoints',
  key,
  value: { key, state: '{}' },
})

/** A writer whose appends end when and how the test says. */
function open() {
  const appends: { keys: (string | null)[]; end: (error?: Error) => void }[] = []
  let open_ = 0
  const publisher = createPublisher({
    writer: {
      async append(records: readonly NewRecord[]) {
        open_ += 1
        expect(open_).toBe(1)
        await new Promise<void>((resolve, reject) => {
          appends.push({
            keys: records.map(({ key }) => key),
            end: (error) => {
              open_ -= 1
              if (error) reject(error)
              else resolve()
            },
          })
        })
      },
      async close() {},
    },
    codec: jsonCodec,
    topicPrefix: 'pm.',
    observer: silentObserver,
  })
  const publish = (...keys: string[]) => publisher.publish('platform_a', keys.map(checkpoint))
  return { appends, publisher, publish }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('publisher', () => {
  it('appends together what came in meanwhile, in order, one append at a time', async () => {
    const { appends, publish } = open()
    const all = [publish('a'), publish('b', 'c')]
    await settle()
    all.push(publish('d'), publish('e'))
    await settle()
    expect(appends.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
    appends[0]?.end()
    await settle()
    expect(appends.map(({ keys }) => keys)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
    appends[1]?.end()
    await Promise.all(all)
  })

  it('appends nothing more after a failure: what the log holds is not known', async () => {
    const { appends, publisher, publish } = open()
    const first = expect(publish('a')).rejects.toThrow('gone')
    await settle()
    const second = expect(publish('b')).rejects.toThrow('gone')
    appends[0]?.end(new Error('gone'))
    await Promise.all([first, second])
    await expect(publish('c')).rejects.toThrow('gone')
    expect(appends).toHaveLength(1)
    await publisher.waitUntilDrained()
  })

  it('does not trouble the log with nothing', async () => {
    const { appends, publish } = open()
    await publish()
    await settle()
    expect(appends).toEqual([])
  })
})
