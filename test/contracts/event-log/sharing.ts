// Sharing out work that is not records. Part of the contract of the event log.
import { describe, expect, it } from '@jest/globals'
import { WriterFenced, type Sharing, type Work } from '../../../services/platform/log/port.ts'
import { eventually, never, sleep } from '../waiting.ts'
import { noFatal, record, textOf, type Subject } from './subject.ts'

const count = 5

/** Who works on what, and whether two ever worked on the same. */
interface Watch {
  readonly holders: ReadonlyMap<number, string>
  readonly clashes: readonly string[]
  /** Works until it is told to end, and then for `slowMs` more. */
  workOf(name: string, slowMs?: number): Work
}

function createWatch(): Watch {
  const holders = new Map<number, string>()
  const clashes: string[] = []
  return {
    holders,
    clashes,
    workOf:
      (name, slowMs = 0) =>
      async (share, signal) => {
        if (holders.has(share)) clashes.push(`${name} began ${share} of ${holders.get(share)}`)
        holders.set(share, name)
        await aborted(signal)
        await sleep(slowMs)
        if (holders.get(share) === name) holders.delete(share)
      },
  }
}

const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b)

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
}

export function describeSharing(subject: Subject): void {
  const share = (work: Work, onFatal: (error: Error) => void = noFatal): Promise<Sharing> =>
    subject.log.share({ group: subject.group, count, onFatal }, work)

  const partsOf = (watch: Watch): Record<string, number> => {
    const parts: Record<string, number> = {}
    for (const name of watch.holders.values()) parts[name] = (parts[name] ?? 0) + 1
    return parts
  }

  describe('share', () => {
    it('gives all shares to who is alone, and a fair part to each who comes', async () => {
      const watch = createWatch()
      const first = await share(watch.workOf('first'))
      await eventually(async () => expect(partsOf(watch)).toEqual({ first: 5 }))
      expect(ascending(watch.holders.keys())).toEqual([0, 1, 2, 3, 4])
      const second = await share(watch.workOf('second', 20))
      await eventually(async () => expect(ascending(Object.values(partsOf(watch)))).toEqual([2, 3]))
      const third = await share(watch.workOf('third'))
      await eventually(async () =>
        expect(ascending(Object.values(partsOf(watch)))).toEqual([1, 2, 2]),
      )
      await first.stop()
      expect([...watch.holders.values()]).not.toContain('first')
      await eventually(async () => expect(ascending(Object.values(partsOf(watch)))).toEqual([2, 3]))
      await second.stop()
      await eventually(async () => expect(partsOf(watch)).toEqual({ third: 5 }))
      await third.stop()
      expect([watch.clashes, [...watch.holders]]).toEqual([[], []])
    })

    it('leaves members that are too many without a share, until there is one', async () => {
      const watch = createWatch()
      const names = ['a', 'b', 'c', 'd', 'e', 'f']
      const sharings = await Promise.all(names.map((name) => share(watch.workOf(name))))
      await eventually(async () => expect(Object.values(partsOf(watch))).toEqual([1, 1, 1, 1, 1]))
      const busy = names.findIndex((name) => [...watch.holders.values()].includes(name))
      await sharings[busy]?.stop()
      await eventually(async () => expect(Object.values(partsOf(watch))).toEqual([1, 1, 1, 1, 1]))
      await Promise.all(sharings.map((sharing) => sharing.stop()))
      expect([watch.clashes, [...watch.holders]]).toEqual([[], []])
    })

    it('tells a work that its share is wanted back, and begins another only when it has ended', async () => {
      const wantedBack = new Set<number>()
      let letGo: () => void = () => undefined
      const gate = new Promise<void>((resolve) => (letGo = resolve))
      const first = await share(async (part, signal) => {
        await aborted(signal)
        wantedBack.add(part)
        await gate
      })
      await sleep(50)
      const begunBySecond = new Set<number>()
      const second = await share(async (part, signal) => {
        begunBySecond.add(part)
        await aborted(signal)
      })
      await eventually(async () => expect([2, 3]).toContain(wantedBack.size))
      const wanted = ascending(wantedBack)
      await never(() => [...begunBySecond].some((part) => wantedBack.has(part)))
      letGo()
      await eventually(async () => expect(ascending(begunBySecond)).toEqual(wanted))
      await Promise.all([first.stop(), second.stop()])
    })

    it('waits at stop() for the works to end, and begins none after it', async () => {
      let isRunning = 0
      let begun = 0
      const sharing = await share(async (_share, signal) => {
        begun += 1
        isRunning += 1
        await aborted(signal)
        await sleep(100)
        isRunning -= 1
      })
      await eventually(async () => expect(isRunning).toBe(5))
      await Promise.all([sharing.stop(), sharing.stop()])
      expect(isRunning).toBe(0)
      await never(() => begun > 5)
    })

    it('stops at once where nothing has begun yet', async () => {
      const watch = createWatch()
      const sharing = await share(watch.workOf('one'))
      await sharing.stop()
      await never(() => watch.holders.size > 0)
    })

    it.each([
      ['an error that may pass', () => Promise.reject(new Error('down'))],
      ['no error', () => Promise.resolve()],
      ['WriterFenced', () => Promise.reject(new WriterFenced('one'))],
    ])('calls a work again that ended with %s, and leaves the others alone', async (_, end) => {
      const calls = [0, 0, 0, 0, 0]
      const sharing = await share(async (part, signal) => {
        calls[part] = (calls[part] ?? 0) + 1
        if (part === 2 && (calls[2] ?? 0) < 4) return end()
        await aborted(signal)
      })
      await eventually(async () => expect(calls).toEqual([1, 1, 4, 1, 1]))
      await sharing.stop()
      expect(calls).toEqual([1, 1, 4, 1, 1])
    })

    it('stops loudly, once, on an error that is not retriable, and ends the other works before', async () => {
      const watch = createWatch()
      const idle = watch.workOf('one')
      const fatal: string[] = []
      const sharing = await share(
        async (part, signal) => {
          if (part > 2) throw Object.assign(new Error('a bug'), { retriable: false })
          await idle(part, signal)
        },
        (error) => fatal.push(`${error.message}, and ${watch.holders.size} work`),
      )
      await eventually(async () => expect(fatal).toEqual(['a bug, and 0 work']))
      const successor = await share(watch.workOf('two'))
      await eventually(async () => expect(partsOf(watch)).toEqual({ two: 5 }))
      await successor.stop()
      await sharing.stop()
      expect([fatal.length, watch.clashes]).toEqual([1, []])
    })

    it('tells nothing fatal after stop()', async () => {
      const fatal: Error[] = []
      const sharing = await share(
        async (_share, signal) => {
          await aborted(signal)
          throw Object.assign(new Error('a bug'), { retriable: false })
        },
        (error) => fatal.push(error),
      )
      await sleep(50)
      await sharing.stop()
      await never(() => fatal.length > 0)
    })

    it('is independent of other groups', async () => {
      const watch = createWatch()
      const other = createWatch()
      const one = await share(watch.workOf('one'))
      const two = await subject.log.share(
        { group: `${subject.group}-other`, count: 3, onFatal: noFatal },
        other.workOf('two'),
      )
      await eventually(async () =>
        expect([partsOf(watch), partsOf(other)]).toEqual([{ one: 5 }, { two: 3 }]),
      )
      await Promise.all([one.stop(), two.stop()])
    })

    it('moves a share, with a writer of its name, without anything lost or twice', async () => {
      /** Counts on in `out` from where the log stands: the partition is the share. */
      const counting = (pauseMs: number): Work => {
        return async (part, signal) => {
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
      const first = await share(counting(3))
      await eventually(async () => expect((await numbersOf(0)).length).toBeGreaterThan(3))
      const second = await share(counting(5))
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

    it('ends with close() of the log, and is refused behind it', async () => {
      const watch = createWatch()
      await share(watch.workOf('one'))
      await eventually(async () => expect(watch.holders.size).toBe(5))
      await subject.log.close()
      expect(watch.holders.size).toBe(0)
      await expect(share(watch.workOf('two'))).rejects.toMatchObject({ name: 'LogError' })
    })
  })
}
