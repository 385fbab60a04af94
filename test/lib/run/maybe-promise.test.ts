import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { chain } from '../../../services/lib/run/maybe-promise.ts'

describe('chain', () => {
  it('goes on at once with a value', () => {
    expect(chain(1, (one) => chain(one + 1, (two) => two + 1))).toBe(3)
  })

  it('waits for a promise, also for one of a module of Node', async () => {
    const waits = chain(sleep(1, 1), (one) => Promise.resolve(one + 1))
    expect(typeof waits).toBe('object')
    expect(await waits).toBe(2)
  })

  it('does not go on after a rejection', async () => {
    const failed = chain(Promise.reject<number>(new Error('no')), () => 1)
    await expect(failed).rejects.toThrow('no')
  })
})
