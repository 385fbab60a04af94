import { describe, expect, it } from '@jest/globals'
import { backOffMs, retry, retryUntilAvailable } from '../../../services/lib/run/retry.ts'
import { StoreError, StoreUnavailable } from '../../../services/lib/store/port.ts'

function failing(times: number, error: Error) {
  let calls = 0
  return {
    calls: () => calls,
    work: async () => {
      calls += 1
      if (calls <= times) throw error
      return 'done'
    },
  }
}

describe('retryUntilAvailable', () => {
  it('asks again while the store is away, and says so once', async () => {
    const { work, calls } = failing(2, new StoreUnavailable('socket hang up'))
    const messages: string[] = []
    const onWait = (reason: string): unknown => messages.push(reason)
    expect(await retryUntilAvailable(work, { withinMs: 60_000, onWait })).toBe('done')
    expect(calls()).toBe(3)
    expect(messages).toEqual(['socket hang up'])
  })

  it('gives up in the end', async () => {
    const { work, calls } = failing(Infinity, new StoreUnavailable('gone'))
    await expect(retryUntilAvailable(work, { withinMs: 500, onWait: () => {} })).rejects.toThrow(
      'gone',
    )
    expect(calls()).toBeGreaterThan(1)
  })

  it('does not ask again what is wrong', async () => {
    const { work, calls } = failing(1, new StoreError('unknown table', '60'))
    const asked = retryUntilAvailable(work, { withinMs: 60_000, onWait: () => {} })
    await expect(asked).rejects.toThrow('unknown table')
    expect(calls()).toBe(1)
  })
})

describe('retry', () => {
  const quick = { firstMs: 1, maxMs: 1, isRetriable: () => true }

  it('stops after that many attempts, with the last error', async () => {
    const { work, calls } = failing(Infinity, new Error('still wrong'))
    await expect(retry(work, { ...quick, attempts: 4 })).rejects.toThrow('still wrong')
    expect(calls()).toBe(4)
  })

  it('reports every failure that it retries, and how many there were', async () => {
    const failures: number[] = []
    const { work } = failing(2, new Error('away'))
    await retry(work, { ...quick, onRetry: (_error, count) => failures.push(count) })
    expect(failures).toEqual([1, 2])
  })

  it('ends a pause when it is aborted, with the reason', async () => {
    const giveUp = new AbortController()
    const { work, calls } = failing(Infinity, new Error('away'))
    const policy = { firstMs: 60_000, maxMs: 60_000, isRetriable: () => true }
    const onRetry = () => giveUp.abort(new Error('closed'))
    const retried = retry(work, { ...policy, signal: giveUp.signal, onRetry })
    await expect(retried).rejects.toThrow('closed')
    expect(calls()).toBe(1)
  })
})

describe('backOffMs', () => {
  it('doubles up to its maximum', () => {
    const pauses = [0, 1, 2, 3, 4, 5_000].map((failures) =>
      backOffMs({ firstMs: 50, maxMs: 500 }, failures),
    )
    expect(pauses).toEqual([50, 100, 200, 400, 500, 500])
  })

  it('spreads pauses over the upper half of their length', () => {
    const pauseMs = (failures: number, dice: number): number =>
      backOffMs({ firstMs: 100, maxMs: 1_000, random: () => dice }, failures)
    const pauses = [pauseMs(0, 0), pauseMs(0, 1), pauseMs(2, 0), pauseMs(2, 1), pauseMs(50, 1)]
    expect(pauses).toEqual([50, 100, 200, 400, 1_000])
    expect(pauseMs(1, 0.999)).toBe(200)
  })
})
