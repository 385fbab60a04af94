// Consuming: batches, the handler, errors, stopping. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import { type Batch } from '../../../services/lib/log/port.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { noFatal, numbered, record, textOf, type Subject } from './subject.ts'

export function describeConsuming(subject: Subject): void {
  const { append, readAll, behind } = subject

  describe('subscribe', () => {
    it('delivers every record once, in order per partition, in batches that are not empty', async () => {
      await append(numbered('in.a', 500))
      const batches: Batch[] = []
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], maxRecords: 60, onFatal: noFatal },
        async (batch) => {
          batches.push(batch)
          return []
        },
      )
      await append(numbered('in.a', 100))
      await eventually(async () => expect(batches.flat().length).toBe(600))
      await subscription.stop()
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length).toBeLessThanOrEqual(60)
      }
      const stored = await readAll('in.a')
      for (const p of [0, 1, 2])
        expect(batches.flat().filter((r) => r.partition === p)).toEqual(
          stored.filter((r) => r.partition === p),
        )
      expect(await behind(['in.a'])).toBe(0)
    })

    it('emits and commits atomically, and continues there after a restart', async () => {
      await append(numbered('in.a', 300))
      const run = async (): Promise<void> => {
        const subscription = await subject.log.subscribe(
          { group: subject.group, topics: ['in.a'], maxRecords: 50, onFatal: noFatal },
          async (batch) => batch.map((r) => record('out', r.key ?? '', textOf(r))),
        )
        await eventually(async () => expect(await behind(['in.a'])).toBe(0))
        await subscription.stop()
      }
      await run()
      await subject.reopen()
      await append(numbered('in.a', 10))
      await run()
      const numbers = (await readAll('out')).map(textOf).map(Number)
      expect(numbers.length).toBe(310)
      expect(new Set(numbers).size).toBe(300)
    })

    it('emits nothing and comes again when the handler throws', async () => {
      await append(numbered('in.a', 30, 1))
      let calls = 0
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async (batch) => {
          calls += 1
          if (calls < 3) throw new Error('the store is down')
          return batch.map((r) => record('out', 'k', textOf(r)))
        },
      )
      await eventually(async () => expect((await readAll('out')).length).toBe(30))
      await subscription.stop()
      expect((await readAll('out')).map(textOf)).toEqual([...Array(30).keys()].map(String))
    })

    it('stops loudly on an error that is not retriable, and leaves the position', async () => {
      await append(numbered('in.a', 5, 1))
      const fatal: Error[] = []
      let calls = 0
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: (error) => fatal.push(error) },
        async () => {
          calls += 1
          throw Object.assign(new Error('a bug'), { retriable: false })
        },
      )
      await eventually(async () => expect(fatal.map((e) => e.message)).toEqual(['a bug']))
      await append(numbered('in.a', 5, 1))
      await never(() => calls > 1 || fatal.length > 1)
      expect(await behind(['in.a'])).toBeGreaterThanOrEqual(10)
      await subscription.stop()
    })

    it('stops loudly when the handler emits what can never be written', async () => {
      await append(numbered('in.a', 5, 1))
      const fatal: Error[] = []
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: (error) => fatal.push(error) },
        async () => [record('nowhere', 'k', 'x')],
      )
      await eventually(async () => expect(fatal.length).toBe(1))
      expect(await behind(['in.a'])).toBeGreaterThanOrEqual(5)
      await subscription.stop()
    })

    it('waits for the running batch at stop(), and calls no handler after it', async () => {
      await append(numbered('in.a', 5, 1))
      let running = false
      let calls = 0
      let aborted = false
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async (batch, signal) => {
          calls += 1
          running = true
          signal.addEventListener('abort', () => (aborted = true))
          await sleep(150)
          running = false
          return batch.map((r) => record('out', 'k', textOf(r)))
        },
      )
      await eventually(async () => expect(running).toBe(true))
      await Promise.all([subscription.stop(), subscription.stop()])
      expect([running, aborted]).toEqual([false, true])
      expect((await readAll('out')).length).toBe(5)
      await append(numbered('in.a', 5, 1))
      await never(() => calls > 1)
    })

    it('stops soon while a handler keeps failing', async () => {
      await append(numbered('in.a', 1))
      let calls = 0
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async () => {
          calls += 1
          throw new Error('down')
        },
      )
      await eventually(async () => expect(calls).toBeGreaterThan(1))
      await subscription.stop()
      const then = calls
      await never(() => calls > then)
    })

    it('does not call a handler twice at a time', async () => {
      await append(numbered('in.a', 100))
      let running = 0
      let most = 0
      let seen = 0
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a', 'in.b'], maxRecords: 10, onFatal: noFatal },
        async (batch) => {
          running += 1
          most = Math.max(most, running)
          await sleep(1)
          running -= 1
          seen += batch.length
          return []
        },
      )
      await append(numbered('in.b', 100))
      await eventually(async () => expect(seen).toBe(200))
      await subscription.stop()
      expect(most).toBe(1)
    })

    it('lets every partition have its turn', async () => {
      await append(numbered('in.a', 400, 40))
      const seen = new Set<string>()
      let calls = 0
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], maxRecords: 1, onFatal: noFatal },
        async (batch) => {
          calls += 1
          for (const r of batch) if (calls <= 30) seen.add(`${r.topic}/${r.partition}`)
          return []
        },
      )
      await eventually(async () => expect(calls).toBeGreaterThan(30))
      await subscription.stop()
      expect(seen.size).toBe(3)
    })

    it('refuses a topic that is not there', async () => {
      await expect(
        subject.log.subscribe(
          { group: subject.group, topics: ['nowhere'], onFatal: noFatal },
          async () => [],
        ),
      ).rejects.toMatchObject({ retriable: false })
    })

    it('waits for more records when it is to linger', async () => {
      const batches: Batch[] = []
      await append(numbered('in.a', 1))
      const subscription = await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], lingerMs: 1000, onFatal: noFatal },
        async (batch) => {
          batches.push(batch)
          return []
        },
      )
      await append(numbered('in.a', 2))
      await eventually(async () => expect(batches.flat().length).toBe(3))
      await subscription.stop()
      expect(batches.map((b) => b.length)).toEqual([3])
    })
  })

  describe('close', () => {
    it('stops subscriptions and writers that are left', async () => {
      const writer = await subject.log.openWriter('one')
      let calls = 0
      await subject.log.subscribe(
        { group: subject.group, topics: ['in.a'], onFatal: noFatal },
        async () => {
          calls += 1
          return []
        },
      )
      await subject.log.close()
      await expect(writer.append([record('in.a', 'k', 'x')])).rejects.toMatchObject({
        name: 'LogError',
      })
      await expect(subject.log.ranges('in.a')).rejects.toMatchObject({ name: 'LogError' })
      expect(calls).toBe(0)
    })
  })
}
