// The child returns memory to the system soon after it was freed.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { jemallocVariables } from '../../../../services/lib/run/child-memory.ts'
import { openTemporaryStore, type TemporaryStore } from '../temporary-store.ts'

let opened: TemporaryStore
beforeAll(async () => {
  opened = await openTemporaryStore()
})
afterAll(() => opened.dispose())

it("has the settings of jemalloc that chDB's allocator reads", async () => {
  const [row] = await opened.store.query<{ stats: string }>('SELECT * FROM system.jemalloc_stats')
  expect(row?.stats).toContain(`MALLOC_CONF: "${jemallocVariables.JE_MALLOC_CONF}"`)
})
