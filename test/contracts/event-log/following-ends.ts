// Errors of followers, and how following ends. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import type { LogRecord } from '../../../services/lib/log/port.ts'
import { createSeededRandom } from '../../support/random.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { collectFrom, expectAll } from './followers.ts'
import { noFatal, numbered, record, textOf, type Subject } from './subject.ts'

export function describeFollowingEnds(subject: Subject): void {
  const { append, readAll } = subject

  describe('a follower whose handler fails', () => {
    it('gets the same records again before later ones, while it catches up and afterwards', async () => {
      await append(numbered('in.a', 20, 1))
      let failures = 0
      const seen: string[] = []
      const offered: string[] = []
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 6, onFatal: noFatal },
        async (batch) => {
          offered.push(textOf(batch[0] as LogRecord))
          if (failures < 2) {
            failures += 1
            throw new Error('not now')
          }
          seen.push(...batch.map(textOf))
        },
      )
      expect(seen).toEqual([...Array(20).keys()].map(String))
      expect(offered.slice(0, 3)).toEqual(['0', '0', '0'])
      failures = 0
      await append([record('in.a', 'key-0', 'a'), record('in.a', 'key-0', 'b')])
      await eventually(async () => expect(seen.slice(20)).toEqual(['a', 'b']))
      expect(failures).toBe(2)
      await follower.stop()
    })

    it('gets each record once, whatever fails while others append', async () => {
      const random = createSeededRandom()
      const reported = `seed ${random.seed}`
      await append(numbered('in.a', 100))
      const seen: LogRecord[] = []
      const writes = (async () => {
        for (let i = 0; i < 10; i += 1) await append(numbered('in.a', 1 + random.below(30)))
      })()
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 1 + random.below(60), onFatal: noFatal },
        async (batch) => {
          if (random.below(100) < 15) throw new Error('on purpose')
          seen.push(...batch)
        },
      )
      await writes
      const { length } = await readAll('in.a')
      await eventually(async () => expect([reported, seen.length]).toEqual([reported, length]))
      await follower.stop()
      await expectAll(subject, 'in.a', seen)
    })

    it('rejects on an error that is not retriable before it has caught up', async () => {
      await append(numbered('in.a', 30))
      const fatal: Error[] = []
      let calls = 0
      const following = subject.log.follow(
        { topic: 'in.a', maxRecords: 10, onFatal: (error) => fatal.push(error) },
        async () => {
          calls += 1
          if (calls === 2) throw bug()
        },
      )
      await expect(following).rejects.toThrow('a bug')
      await append(numbered('in.a', 5))
      await never(() => calls > 2 || fatal.length > 0)
    })

    it('stops loudly on such an error once it has caught up', async () => {
      await append(numbered('in.a', 5))
      const fatal: Error[] = []
      let calls = 0
      let isBroken = false
      const follower = await subject.log.follow(
        { topic: 'in.a', onFatal: (error) => fatal.push(error) },
        async () => {
          if (!isBroken) return
          calls += 1
          throw bug()
        },
      )
      isBroken = true
      await append(numbered('in.a', 5, 1))
      await eventually(async () => expect(fatal.map((e) => e.message)).toEqual(['a bug']))
      await append(numbered('in.a', 5, 1))
      await never(() => calls > 1 || fatal.length > 1)
      await follower.stop()
    })

    it('stops soon, and silently, while it keeps failing', async () => {
      let calls = 0
      const fatal: Error[] = []
      const follower = await subject.log.follow(
        { topic: 'in.a', onFatal: (error) => fatal.push(error) },
        async (_batch, signal) => {
          calls += 1
          throw signal.aborted ? bug() : new Error('down')
        },
      )
      await append(numbered('in.a', 1))
      await eventually(async () => expect(calls).toBeGreaterThan(1))
      await follower.stop()
      const then = calls
      await never(() => calls > then || fatal.length > 0)
    })
  })

  describe('the end of a follower', () => {
    it('waits for the running call at stop(), aborts its signal, and makes no further call', async () => {
      let running = false
      let calls = 0
      let aborted = false
      const fatal: Error[] = []
      const follower = await subject.log.follow(
        { topic: 'in.a', maxRecords: 2, onFatal: (error) => fatal.push(error) },
        async (_batch, signal) => {
          calls += 1
          running = true
          signal.addEventListener('abort', () => (aborted = true))
          await sleep(150)
          running = false
          throw bug() // after the stop, so it is not reported
        },
      )
      await append(numbered('in.a', 10, 1))
      await eventually(async () => expect(running).toBe(true))
      await Promise.all([follower.stop(), follower.stop()])
      expect([running, aborted]).toEqual([false, true])
      await follower.stop()
      await append(numbered('in.a', 5, 1))
      await never(() => calls > 1 || fatal.length > 0)
    })

    it('leaves other followers at work', async () => {
      const first = await collectFrom(subject, 'in.a')
      const second = await collectFrom(subject, 'in.a')
      await first.follower.stop()
      await append(numbered('in.a', 10))
      await eventually(async () => expect(second.seen.length).toBe(10))
      expect(first.seen).toEqual([])
      await second.follower.stop()
    })

    it('comes with the end of the log', async () => {
      const { seen } = await collectFrom(subject, 'in.a')
      const { log } = subject
      await log.close()
      const late = log.follow({ topic: 'in.a', onFatal: noFatal }, async () => {})
      await expect(late).rejects.toMatchObject({ name: 'LogError', retriable: false })
      await subject.reopen()
      await append(numbered('in.a', 5))
      await never(() => seen.length > 0)
    })

    it.each<[string, (signal: AbortSignal) => Promise<void>]>([
      ['waits', (signal) => until(signal)],
      ['fails', () => Promise.reject(new Error('down'))],
    ])(
      'rejects when the log is closed while it catches up and its handler %s',
      async (_what, work) => {
        await append(numbered('in.a', 30))
        const fatal: Error[] = []
        let calls = 0
        const following = subject.log.follow(
          { topic: 'in.a', maxRecords: 10, onFatal: (error) => fatal.push(error) },
          async (_batch, signal) => {
            calls += 1
            await work(signal)
          },
        )
        const outcome = expect(following).rejects.toMatchObject({
          name: 'LogError',
          retriable: false,
        })
        await eventually(async () => expect(calls).toBeGreaterThan(0))
        await subject.log.close()
        await outcome
        const then = calls
        await never(() => calls > then || fatal.length > 0)
      },
    )
  })
}

function bug(): Error {
  return Object.assign(new Error('a bug'), { retriable: false })
}

async function until(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sleep(5)
}
