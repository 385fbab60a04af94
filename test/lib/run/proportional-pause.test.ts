import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createProportionalPause } from '../../../services/lib/run/proportional-pause.ts'

describe('a proportional pause', () => {
  it('is the shortest one until the work takes longer', async () => {
    const pause = createProportionalPause(3_600_000, 4)
    expect(pause.ms()).toBe(3_600_000)
    expect(await pause.measure(() => Promise.resolve('done'))).toBe('done')
    expect(pause.ms()).toBe(3_600_000)
  })

  it('grows with the work up to a limit', async () => {
    const pause = createProportionalPause(1, 1_000)
    await pause.measure(() => sleep(5))
    expect(pause.ms()).toBe(1_000)
  })

  it('measures work that fails', async () => {
    const pause = createProportionalPause(1, 1_000)
    const fail = async (): Promise<never> => {
      await sleep(5)
      throw new Error('no disk')
    }
    await expect(pause.measure(fail)).rejects.toThrow('no disk')
    expect(pause.ms()).toBe(1_000)
  })
})
