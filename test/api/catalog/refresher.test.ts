import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { createCatalogRefresher } from '../../../services/api/catalog/refresher.ts'

describe('refreshing a catalog', () => {
  it('interrupts a refresh when it is stopped, and reports no failure', async () => {
    const failures: unknown[] = []
    let isRefreshing = false
    const catalog = {
      open: () => Promise.resolve(),
      async refresh(signal = AbortSignal.abort()) {
        isRefreshing = true
        await once(signal, 'abort')
        signal.throwIfAborted()
      },
    }
    const refresher = createCatalogRefresher(catalog, 1, (error) => failures.push(error))
    await refresher.start()
    expect(isRefreshing).toBe(true)
    await refresher.stop()
    expect(failures).toEqual([])
  })

  it('goes on after a failure, which it reports', async () => {
    const reported: unknown[] = []
    let tries = 0
    let succeed = (): void => undefined
    const succeeded = new Promise<void>((resolve) => {
      succeed = resolve
    })
    const catalog = {
      open: () => Promise.resolve(),
      refresh() {
        tries += 1
        if (tries === 1) return Promise.reject(new Error('away'))
        succeed()
        return Promise.resolve()
      },
    }
    const refresher = createCatalogRefresher(catalog, 1, (error) => reported.push(error))
    await refresher.start()
    await succeeded
    await refresher.stop()
    expect(reported).toEqual([new Error('away')])
  })

  it('does not start if the catalog cannot be opened', async () => {
    const catalog = {
      open: () => Promise.reject(new Error('away')),
      refresh: () => Promise.resolve(),
    }
    await expect(createCatalogRefresher(catalog, 1, () => undefined).start()).rejects.toThrow(
      'away',
    )
  })
})
