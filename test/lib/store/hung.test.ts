// A child that hangs: reads with a timeout do not wait for it, and it is killed and started again. A
// child that is only busy is left alone.
import { afterEach, describe, expect, it } from '@jest/globals'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { eventually } from '../../support/waiting.ts'
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts'

const opened: TemporaryStore[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.dispose()
})

async function open(): Promise<TemporaryStore & { readonly deaths: string[] }> {
  const deaths: string[] = []
  const temporary = await openTemporaryStore(({ reason }) => deaths.push(reason))
  opened.push(temporary)
  return { ...temporary, deaths }
}

/** A statement of one block per second. */
const sleeping = (seconds: number): string =>
  `SELECT sum(sleepEachRow(1)) FROM numbers(${seconds}) SETTINGS max_block_size = 1, max_threads = 1`

describe('a child that hangs', () => {
  it('is killed after 15 s and started again; meanwhile reads end in time', async () => {
    const { store, deaths } = await open()
    const busy = await open()
    const pid = store.childPid()
    if (pid === null) throw new Error('the child is not running')
    const work = Promise.all(Array.from({ length: 8 }, () => busy.store.query(sleeping(22))))

    process.kill(pid, 'SIGSTOP')
    const startedAt = performance.now()
    for (const timeoutMs of [100, 1_000]) {
      const asked = store.query('SELECT 1', {}, { timeoutMs })
      await expect(asked).rejects.toThrow(StoreUnavailable)
      await expect(asked).rejects.toThrow(`did not answer within ${timeoutMs} ms`)
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await eventually(async () => expect(deaths).toHaveLength(1))
    expect(performance.now() - startedAt).toBeGreaterThan(14_000)
    expect(deaths).toEqual(['the chDB process did not answer for 15 s and was killed'])
    expect(await store.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(store.childPid()).not.toBe(pid)

    await work
    expect(busy.deaths).toEqual([])
  })
})

describe('a read that reaches its timeout', () => {
  it('is cancelled in the store, and others go on', async () => {
    const { store } = await open()
    const asked = store.query(sleeping(100), {}, { timeoutMs: 500 })
    await expect(asked).rejects.toThrow('did not answer within 500 ms')
    const running = `SELECT query FROM system.processes WHERE query LIKE '%sleepEachRow%100%' AND query NOT LIKE '%system.processes%'`
    await eventually(async () => expect(await store.query(running)).toEqual([]))
    expect(await store.query('SELECT 1 AS one', {}, { timeoutMs: 30_000 })).toEqual([{ one: 1 }])
  })
})
