import { describe, expect, it } from '@jest/globals'
import { retryRetriable } from '../../../services/platform/run/retry.ts'
import { StoreError, StoreUnavailable } from '../../../services/platform/store/port.ts'

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

describe('retryRetriable', () => {
  it('tries again while the store is away', async () => {
    const { work, calls } = failing(2, new StoreUnavailable('socket hang up'))
    expect(await retryRetriable(work)).toBe('done')
    expect(calls()).toBe(3)
  })

  it('gives up in the end', async () => {
    const { work } = failing(100, new StoreUnavailable('gone'))
    await expect(retryRetriable(work)).rejects.toThrow('gone')
  })

  it('does not try again what is wrong', async () => {
    const { work, calls } = failing(1, new StoreError('unknown table', '60'))
    await expect(retryRetriable(work)).rejects.toThrow('unknown table')
    expect(calls()).toBe(1)
  })
})
