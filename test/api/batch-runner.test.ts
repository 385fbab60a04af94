// How the items of batches are answered: few at a time, in turns with other work, each with its own error.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createBatchRunner } from '../../services/api/batches/batch-runner.ts'
import { marketNotFound, RequestError } from '../../services/api/errors.ts'
import { StoreUnavailable } from '../../services/lib/store/port.ts'

let clockMs = 0
const failures: unknown[] = []
const open = () => {
  clockMs = 0
  failures.length = 0
  return createBatchRunner({ now: () => clockMs, onFailure: (error) => failures.push(error) })
}
const oneEach = (count: number) => Array.from({ length: count }, (_, i) => [i])
const typeOf = (result: unknown) =>
  result instanceof RequestError ? result.details[0]?.type : result

describe('a batch', () => {
  it('has the results by number, whatever the order of its groups', async () => {
    const run = open()
    const groups = [[5, 1], [3], [0, 4, 2]]
    const results = await run({ groups, answer: (i) => (i % 2 ? Promise.resolve(i) : i) })
    expect(results).toEqual([0, 1, 2, 3, 4, 5])
    expect(await run({ groups: [], answer: () => 1 })).toEqual([])
  })

  it('answers a group one after the other, and few groups of all batches at a time', async () => {
    const run = open()
    const active = new Set<string>()
    let most = 0
    const batch = (name: string) =>
      run({
        groups: Array.from({ length: 20 }, (_, i) => [2 * i, 2 * i + 1]),
        async answer(i) {
          const group = `${name} ${i >> 1}`
          expect(active.has(group)).toBe(false)
          active.add(group)
          most = Math.max(most, active.size)
          await nextTurn()
          active.delete(group)
        },
      })
    await batch('one')
    expect(most).toBe(4)
    await Promise.all(['one', 'other', 'third'].map(batch))
    expect(most).toBe(8)
  })

  it('lets other work in between, also if it waits for nothing', async () => {
    const run = open()
    let turns = 0
    let isOver = false
    const work = (): void => {
      turns += 1
      if (!isOver) setImmediate(work)
    }
    setImmediate(work)
    await run({ groups: oneEach(1_000), answer: (i) => i })
    isOver = true
    expect(turns).toBeGreaterThan(50)
  })

  it('has an error for each item that fails', async () => {
    const run = open()
    const bug = new Error('a bug')
    const results = await run({
      groups: oneEach(4),
      answer(i) {
        if (i === 1) throw marketNotFound()
        if (i > 1) return Promise.reject(i === 2 ? bug : new Error('another'))
        return i
      },
    })
    expect(results.map(typeOf)).toEqual([0, 'market_not_found', 'internal_error', 'internal_error'])
    expect(failures).toEqual([bug])
  })

  it('fails as a whole if the service fails for each item', async () => {
    const run = open()
    const fail = (error: Error) => ({ groups: oneEach(3), answer: () => Promise.reject(error) })
    await expect(run(fail(new StoreUnavailable('away')))).rejects.toMatchObject({ status: 503 })
    await expect(run(fail(new Error('a bug')))).rejects.toMatchObject({ status: 500 })
    const unknown = await run(fail(marketNotFound()))
    expect(unknown.map(typeOf)).toEqual(Array(3).fill('market_not_found'))
  })

  it('does not begin an item after the store was unavailable, or after 20 s', async () => {
    const run = open()
    let asked = 0
    const unavailable = await run({
      groups: [[0, 1, 2]],
      answer(i) {
        asked += 1
        if (i === 1) throw new StoreUnavailable('away')
        return i
      },
    })
    expect(unavailable.map(typeOf)).toEqual([0, 'store_unavailable', 'store_unavailable'])
    expect(asked).toBe(2)
    const late = await run({ groups: [[0, 1, 2]], answer: (i) => ((clockMs += 15_000), i) })
    expect(late.map(typeOf)).toEqual([0, 1, 'store_unavailable'])
  })
})
