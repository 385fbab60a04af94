// `onPartitionsAssigned`: when it is called and with what. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import type { Batch, NewRecord, Partition } from '../../../services/lib/log/port.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { noFatal, numbered, type Subject } from './subject.ts'

const nameOf = ({ topic, partition }: Partition): string => `${topic}/${partition}`
const all = ['in.a/0', 'in.a/1', 'in.a/2']

export function describeAssignedPartitions(subject: Subject): void {
  const { append, behind } = subject

  /** A member that records its assignments and batches, in order. */
  async function join(
    options: { readonly lingerMs?: number; readonly emit?: (batch: Batch) => NewRecord[] } = {},
    onPartitionsAssigned: (
      partitions: readonly Partition[],
      signal: AbortSignal,
    ) => Promise<void> = () => Promise.resolve(),
  ) {
    const assignments: string[] = []
    const strangers: string[] = []
    let records = 0
    const subscription = await subject.log.subscribe(
      {
        group: subject.group,
        topics: ['in.a'],
        ...(options.lingerMs === undefined ? {} : { lingerMs: options.lingerMs }),
        onFatal: noFatal,
        onPartitionsAssigned: async (partitions, signal) => {
          await onPartitionsAssigned(partitions, signal)
          assignments.push(...partitions.map(nameOf))
        },
      },
      async (batch) => {
        records += batch.length
        for (const r of batch) if (!assignments.includes(nameOf(r))) strangers.push(nameOf(r))
        return options.emit?.(batch) ?? []
      },
    )
    return {
      assignments,
      /** Partitions of which a record arrived before their assignment. */
      strangers,
      get records() {
        return records
      },
      stop: () => subscription.stop(),
    }
  }

  describe.each([
    ['one that transforms', {}],
    ['a sink', { lingerMs: 5 }],
  ])('partitions that are taken, by %s', (_name, options) => {
    it('are assigned once, before their first batch, also without records', async () => {
      await append(numbered('in.a', 30, 1))
      const member = await join(options)
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      await eventually(async () => expect([...member.assignments].sort()).toEqual(all))
      await append(numbered('in.a', 30))
      await eventually(async () => expect(member.records).toBe(60))
      await member.stop()
      expect([[...member.assignments].sort(), member.strangers]).toEqual([all, []])
    })

    it('are assigned again after a failure, and no batch comes before', async () => {
      await append(numbered('in.a', 30))
      let failures = 0
      const member = await join(options, async () => {
        if (failures < 3) {
          failures += 1
          throw new Error('the store is down')
        }
      })
      await eventually(async () => expect(member.records).toBe(30))
      await member.stop()
      expect([failures, [...member.assignments].sort(), member.strangers]).toEqual([3, all, []])
    })

    it('have no batch while that is awaited, and it can be ended by stop()', async () => {
      await append(numbered('in.a', 30))
      let isAborted = false
      let isCalled = false
      const member = await join(options, async (_partitions, signal) => {
        isCalled = true
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        isAborted = true
        throw new Error('stopped')
      })
      await eventually(async () => expect(isCalled).toBe(true))
      await never(() => member.records > 0)
      await member.stop()
      expect([isAborted, member.records]).toEqual([true, 0])
    })

    it('stop the subscription with a fatal error when the assignment fails for good', async () => {
      await append(numbered('in.a', 3))
      const fatal: string[] = []
      let records = 0
      const subscription = await subject.log.subscribe(
        {
          group: subject.group,
          topics: ['in.a'],
          ...options,
          onFatal: (error) => fatal.push(error.message),
          onPartitionsAssigned: async () => {
            throw Object.assign(new Error('a bug'), { retriable: false })
          },
        },
        async (batch) => {
          records += batch.length
          return []
        },
      )
      await eventually(async () => expect(fatal).toEqual(['a bug']))
      expect(records).toBe(0)
      await subscription.stop()
    })

    it('are at the position of the group: no other member moves it from then on', async () => {
      await append(numbered('in.a', 60))
      const first = await join(options)
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      const positions = new Map<string, number>()
      const second = await join(options, async (partitions) => {
        const lag = await subject.log.lag(subject.group, ['in.a'])
        for (const p of partitions)
          positions.set(nameOf(p), lag.find((l) => nameOf(l) === nameOf(p))?.position ?? -1)
        await append(numbered('in.a', 60))
        await sleep(100)
        const later = await subject.log.lag(subject.group, ['in.a'])
        for (const p of partitions)
          expect(later.find((l) => nameOf(l) === nameOf(p))?.position).toBe(
            positions.get(nameOf(p)),
          )
      })
      await eventually(async () => expect(positions.size).toBeGreaterThan(0))
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      await Promise.all([first.stop(), second.stop()])
      expect([first.strangers, second.strangers]).toEqual([[], []])
    })

    it('are assigned again when they come back', async () => {
      const first = await join(options)
      await eventually(async () => expect([...first.assignments].sort()).toEqual(all))
      first.assignments.splice(0)
      const second = await join(options)
      await eventually(async () => expect(second.assignments.length).toBeGreaterThan(0))
      const moved = [...second.assignments].sort()
      await append(numbered('in.a', 60))
      await eventually(async () => expect(await behind(['in.a'])).toBe(0))
      first.assignments.splice(0)
      await second.stop()
      await eventually(async () => expect(first.assignments).toEqual(expect.arrayContaining(moved)))
      const known = first.records
      await append(numbered('in.a', 60))
      await eventually(async () => expect(first.records).toBe(known + 60))
      await first.stop()
      expect(second.strangers).toEqual([])
    })
  })
}
