import { describe, expect, it } from '@jest/globals'
import { maxOpenKeys, openMemoryCache } from '../../../services/lib/cache/memory.ts'
import { describeCache, takes } from '../../contracts/cache.ts'
import { eventually } from '../../support/waiting.ts'

describeCache('memory', async () => {
  const cache = openMemoryCache()
  return { cache, other: cache, dispose: () => cache.close() }
})

describe('the memory cache', () => {
  it('forgets the oldest windows past its bound, and only them', async () => {
    const cache = openMemoryCache()
    const window = cache.window({ name: 'flood', limit: 1, windowMs: 60_000 })
    await window.take('first')
    await window.take('cleared')
    await window.take('second')
    await window.clear('cleared')
    for (let i = 2; i < maxOpenKeys; i += 1) await window.take(`key ${i}`)
    expect(await takes(window, 'first', 1)).toEqual([false])

    await window.take('one more')
    expect(await takes(window, 'second', 1)).toEqual([false])
    // reopened, it is the youngest
    await window.clear('second')
    await window.take('second')
    // this take opens a window, too, and so `key 2` is forgotten
    expect(await takes(window, 'first', 1)).toEqual([true])
    for (let i = 2; i < maxOpenKeys / 2; i += 1) await window.take(`late ${i}`)
    for (const key of ['second', 'one more', 'first', `key ${maxOpenKeys - 1}`])
      expect([key, await takes(window, key, 1)]).toEqual([key, [false]])
    expect(await takes(window, 'key 1000', 1)).toEqual([true])
    await cache.close()
  })

  it('counts a window that opens again among the youngest', async () => {
    const cache = openMemoryCache()
    const window = cache.window({ name: 'again', limit: 1, windowMs: 1_000 })
    await window.take('again')
    for (let i = 1; i < maxOpenKeys; i += 1) await window.take(`key ${i}`)
    await eventually(async () => expect(await takes(window, 'again', 1)).toEqual([true]))
    await window.take('one more')
    expect(await takes(window, 'again', 1)).toEqual([false])
    await cache.close()
  })

  it('takes without a promise', async () => {
    const cache = openMemoryCache()
    const window = cache.window({ name: 'at once', limit: 2, windowMs: 60_000 })
    expect(window.take('k')).toMatchObject({ isAllowed: true, remaining: 1 })
    expect(window.take('k', 2)).toMatchObject({ isAllowed: false, remaining: 0 })
    await cache.close()
  })

  it('sees nothing of a window whose timer is late', async () => {
    const cache = openMemoryCache()
    const window = cache.window({ name: 'late', limit: 1, windowMs: 1_000 })
    await window.take('k')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_050)
    expect(await window.take('k')).toMatchObject({ isAllowed: true, remaining: 0 })
    await cache.close()
  })
})
