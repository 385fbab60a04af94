import { describe, expect, it } from '@jest/globals'
import { createLinger } from '../../services/projector/linger.ts'

describe('the wait before a batch', () => {
  let nowMs = 0
  const openLinger = () =>
    createLinger({ minMs: 500, maxMs: 2_000, factor: 4, largeBatch: 100 }, () => nowMs)
  const taking = (ms: number) => async (): Promise<void> => {
    nowMs += ms
  }

  it('is the shortest one before the first batch', () => {
    expect(openLinger().waitMs(99)).toBe(500)
  })

  it.each([
    [100, 500],
    [300, 1_200],
    [5_000, 2_000],
  ])('after a batch that took %i ms is %i ms', async (tookMs, waitMs) => {
    const linger = openLinger()
    await linger.time(taking(tookMs))
    expect(linger.waitMs(99)).toBe(waitMs)
  })

  it('is the shortest one for a large batch', async () => {
    const linger = openLinger()
    await linger.time(taking(600))
    expect(linger.waitMs(100)).toBe(500)
  })

  it('depends on the last batch only', async () => {
    const linger = openLinger()
    await linger.time(taking(600))
    await linger.time(taking(50))
    expect(linger.waitMs(99)).toBe(500)
  })

  it('is longer after a batch that failed late', async () => {
    const linger = openLinger()
    const fails = linger.time(async () => {
      await taking(400)()
      throw new Error('the store is busy')
    })
    await expect(fails).rejects.toThrow('the store is busy')
    expect(linger.waitMs(99)).toBe(1_600)
  })
})
