// Coordinated tasks: work that is not records. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import {
  WriterFenced,
  type TaskCoordination,
  type TaskRunner,
} from '../../../services/lib/log/port.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { noFatal, record, textOf, type Subject } from './subject.ts'

const tasks = ['0', '1', '2', '3', '4']

/** Who works on what, and whether two ever worked on the same. */
interface TaskRecorder {
  readonly holders: ReadonlyMap<string, string>
  readonly overlaps: readonly string[]
  /** Runs until the signal is aborted, and then for `slowMs` more. */
  runnerOf(name: string, slowMs?: number): TaskRunner
}

function createTaskRecorder(): TaskRecorder {
  const holders = new Map<string, string>()
  const overlaps: string[] = []
  return {
    holders,
    overlaps,
    runnerOf:
      (name, slowMs = 0) =>
      async (task, signal) => {
        if (holders.has(task)) overlaps.push(`${name} began ${task} of ${holders.get(task)}`)
        holders.set(task, name)
        await aborted(signal)
        await sleep(slowMs)
        if (holders.get(task) === name) holders.delete(task)
      },
  }
}

const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

export function describeCoordinatedTasks(subject: Subject): void {
  const task = (
    work: TaskRunner,
    onFatal: (error: Error) => void = noFatal,
  ): Promise<TaskCoordination> =>
    subject.log.coordinateTasks({ group: subject.group, tasks, onFatal }, work)

  const partsOf = (recorder: TaskRecorder): Record<string, number> => {
    const parts: Record<string, number> = {}
    for (const name of recorder.holders.values()) parts[name] = (parts[name] ?? 0) + 1
    return parts
  }

  describe('coordinated tasks', () => {
    it('assigns all tasks to a single member, and a fair part to each that joins', async () => {
      const recorder = createTaskRecorder()
      const first = await task(recorder.runnerOf('first'))
      await eventually(async () => expect(partsOf(recorder)).toEqual({ first: 5 }))
      expect([...recorder.holders.keys()].toSorted()).toEqual(tasks)
      const second = await task(recorder.runnerOf('second', 20))
      await eventually(async () =>
        expect(ascending(Object.values(partsOf(recorder)))).toEqual([2, 3]),
      )
      const third = await task(recorder.runnerOf('third'))
      await eventually(async () =>
        expect(ascending(Object.values(partsOf(recorder)))).toEqual([1, 2, 2]),
      )
      await first.stop()
      expect([...recorder.holders.values()]).not.toContain('first')
      await eventually(async () =>
        expect(ascending(Object.values(partsOf(recorder)))).toEqual([2, 3]),
      )
      await second.stop()
      await eventually(async () => expect(partsOf(recorder)).toEqual({ third: 5 }))
      await third.stop()
      expect([recorder.overlaps, [...recorder.holders]]).toEqual([[], []])
    })

    it('leaves surplus members without a task, until one becomes free', async () => {
      const recorder = createTaskRecorder()
      const names = ['a', 'b', 'c', 'd', 'e', 'f']
      const sharings = await Promise.all(names.map((name) => task(recorder.runnerOf(name))))
      await eventually(async () =>
        expect(Object.values(partsOf(recorder))).toEqual([1, 1, 1, 1, 1]),
      )
      const busy = names.findIndex((name) => [...recorder.holders.values()].includes(name))
      await sharings[busy]?.stop()
      await eventually(async () =>
        expect(Object.values(partsOf(recorder))).toEqual([1, 1, 1, 1, 1]),
      )
      await Promise.all(sharings.map((sharing) => sharing.stop()))
      expect([recorder.overlaps, [...recorder.holders]]).toEqual([[], []])
    })

    it('aborts the signal of a revoked task, and starts it elsewhere only when it has ended', async () => {
      const revoked = new Set<string>()
      let letGo: () => void = () => undefined
      const gate = new Promise<void>((resolve) => (letGo = resolve))
      const startedByFirst = new Set<string>()
      const first = await task(async (part, signal) => {
        startedByFirst.add(part)
        await aborted(signal)
        revoked.add(part)
        await gate
      })
      await eventually(async () => expect([...startedByFirst].toSorted()).toEqual(tasks))
      const startedBySecond = new Set<string>()
      const second = await task(async (part, signal) => {
        startedBySecond.add(part)
        await aborted(signal)
      })
      await eventually(async () => expect([2, 3]).toContain(revoked.size))
      const wanted = [...revoked].toSorted()
      await never(() => [...startedBySecond].some((part) => revoked.has(part)))
      letGo()
      await eventually(async () => expect([...startedBySecond].toSorted()).toEqual(wanted))
      await Promise.all([first.stop(), second.stop()])
    })

    it('waits at stop() for the works to end, and begins none after it', async () => {
      let isRunning = 0
      let started = 0
      const sharing = await task(async (_task, signal) => {
        started += 1
        isRunning += 1
        await aborted(signal)
        await sleep(100)
        isRunning -= 1
      })
      await eventually(async () => expect(isRunning).toBe(5))
      await Promise.all([sharing.stop(), sharing.stop()])
      expect(isRunning).toBe(0)
      await never(() => started > 5)
    })

    it('stops at once where nothing has begun yet', async () => {
      const recorder = createTaskRecorder()
      const sharing = await task(recorder.runnerOf('one'))
      await sharing.stop()
      await never(() => recorder.holders.size > 0)
    })

    it.each([
      ['an error that may pass', () => Promise.reject(new Error('down'))],
      ['no error', () => Promise.resolve()],
      ['WriterFenced', () => Promise.reject(new WriterFenced('one'))],
    ])('calls a work again that ended with %s, and leaves the others alone', async (_, end) => {
      const calls = [0, 0, 0, 0, 0]
      const sharing = await task(async (part, signal) => {
        calls[Number(part)] = (calls[Number(part)] ?? 0) + 1
        if (part === '2' && (calls[2] ?? 0) < 4) return end()
        await aborted(signal)
      })
      await eventually(async () => expect(calls).toEqual([1, 1, 4, 1, 1]))
      await sharing.stop()
      expect(calls).toEqual([1, 1, 4, 1, 1])
    })

    it('stops loudly, once, on an error that is not retriable, and ends the other works before', async () => {
      const recorder = createTaskRecorder()
      const idle = recorder.runnerOf('one')
      const fatal: string[] = []
      const sharing = await task(
        async (part, signal) => {
          if (Number(part) > 2) throw Object.assign(new Error('a bug'), { retriable: false })
          await idle(part, signal)
        },
        (error) => fatal.push(`${error.message}, and ${recorder.holders.size} work`),
      )
      await eventually(async () => expect(fatal).toEqual(['a bug, and 0 work']))
      const successor = await task(recorder.runnerOf('two'))
      await eventually(async () => expect(partsOf(recorder)).toEqual({ two: 5 }))
      await successor.stop()
      await sharing.stop()
      expect([fatal.length, recorder.overlaps]).toEqual([1, []])
    })

    it('reports no fatal error after stop()', async () => {
      const fatal: Error[] = []
      const sharing = await task(
        async (_task, signal) => {
          await aborted(signal)
          throw Object.assign(new Error('a bug'), { retriable: false })
        },
        (error) => fatal.push(error),
      )
      await sleep(50)
      await sharing.stop()
      await never(() => fatal.length > 0)
    })

    // As in a rolling upgrade: a new version with a task more, one less, and the others.
    it('divides different lists of tasks, each task only to members that list it', async () => {
      const recorder = createTaskRecorder()
      const begun: string[] = []
      const join = (name: string, names: readonly string[]): Promise<TaskCoordination> =>
        subject.log.coordinateTasks(
          { group: subject.group, tasks: names, onFatal: noFatal },
          async (one, signal) => {
            begun.push(`${name} ${one}`)
            await recorder.runnerOf(name)(one, signal)
          },
        )
      const heldBy = (name: string): string[] =>
        [...recorder.holders].flatMap(([one, holder]) => (holder === name ? [one] : [])).toSorted()
      const older = await join('older', ['1', '2', '3', 'removed'])
      await eventually(async () => expect(partsOf(recorder)).toEqual({ older: 4 }))
      const newer = await join('newer', ['added', '1', '2', '3'])
      await eventually(async () => expect(partsOf(recorder)).toEqual({ older: 3, newer: 2 }))
      expect([heldBy('older'), heldBy('newer')]).toEqual([
        expect.arrayContaining(['removed']),
        expect.arrayContaining(['added']),
      ])
      await older.stop()
      await eventually(async () => expect(heldBy('newer')).toEqual(['1', '2', '3', 'added']))
      await newer.stop()
      const ofNewer = ['1', '2', '3', 'added'].map((one) => `newer ${one}`)
      const ofOlder = ['1', '2', '3', 'removed'].map((one) => `older ${one}`)
      expect([begun.toSorted(), recorder.overlaps]).toEqual([[...ofNewer, ...ofOlder], []])
    })

    it('is independent of other groups', async () => {
      const recorder = createTaskRecorder()
      const other = createTaskRecorder()
      const one = await task(recorder.runnerOf('one'))
      const two = await subject.log.coordinateTasks(
        { group: `${subject.group}-other`, tasks: ['0', '1', '2'], onFatal: noFatal },
        other.runnerOf('two'),
      )
      await eventually(async () =>
        expect([partsOf(recorder), partsOf(other)]).toEqual([{ one: 5 }, { two: 3 }]),
      )
      await Promise.all([one.stop(), two.stop()])
    })

    it('moves a task, with a writer of its name, without losing or repeating anything', async () => {
      /** Appends consecutive numbers to partition `task` of `out`, after the last one there. */
      const counting = (pauseMs: number): TaskRunner => {
        return async (name, signal) => {
          const part = Number(name)
          if (part > 2) return aborted(signal)
          const writer = await subject.log.openWriter(`share-${part}`)
          try {
            let next = (await numbersOf(part)).length
            while (!signal.aborted) {
              const value = record('out', 'k', String(next))
              await writer.append([{ ...value, partition: part }])
              next += 1
              await sleep(pauseMs)
            }
          } finally {
            await writer.close()
          }
        }
      }
      const numbersOf = async (part: number): Promise<number[]> => {
        const found: number[] = []
        for await (const r of subject.log.read({ topic: 'out', partition: part, from: 0 }))
          found.push(Number(textOf(r)))
        return found
      }
      const first = await task(counting(3))
      await eventually(async () => expect((await numbersOf(0)).length).toBeGreaterThan(3))
      const second = await task(counting(5))
      await sleep(300)
      await first.stop()
      const before = await Promise.all([0, 1, 2].map(async (p) => (await numbersOf(p)).length))
      await eventually(async () => {
        for (const p of [0, 1, 2])
          expect((await numbersOf(p)).length).toBeGreaterThan((before[p] ?? 0) + 3)
      })
      await second.stop()
      for (const p of [0, 1, 2]) {
        const numbers = await numbersOf(p)
        expect(numbers).toEqual([...numbers.keys()])
      }
    })

    it('ends with close() of the log, and is rejected afterwards', async () => {
      const recorder = createTaskRecorder()
      await task(recorder.runnerOf('one'))
      await eventually(async () => expect(recorder.holders.size).toBe(5))
      await subject.log.close()
      expect(recorder.holders.size).toBe(0)
      await expect(task(recorder.runnerOf('two'))).rejects.toMatchObject({ name: 'LogError' })
    })
  })
}
