// Failing, timed-out, aborted and setting-laden statements mixed with ordinary ones, concurrently: no response
// belongs to another statement, no insert is lost or repeated.
import { afterEach, describe, expect, it } from '@jest/globals'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { createSeededRandom } from '../../support/random.ts'
import type { ChildDeath } from '../../../services/lib/store/chdb-server/supervisor.ts'
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts'

const callers = 32
const callsEach = 60

let temporary: TemporaryStore
afterEach(() => temporary.dispose())

describe('statements of all kinds at once', () => {
  it('get their own answers', async () => {
    const random = createSeededRandom()
    const deaths: ChildDeath[] = []
    temporary = await openTemporaryStore((death) => deaths.push(death))
    const { store } = temporary
    const endpoint = store.endpoint()
    if (endpoint === null) throw new Error('no endpoint')
    const client = createClient({
      url: endpoint.url,
      username: endpoint.user,
      password: endpoint.password,
      database: 'oddslog',
      max_open_connections: callers,
      // @clickhouse/client 1.23 leaves a timer behind when a request is aborted before it has a
      // socket, and that timer cuts off whoever uses the socket next. The Store aborts nothing.
      keep_alive: { idle_socket_ttl: 0 },
      log: { level: ClickHouseLogLevel.OFF },
    })
    await store.command('CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a')
    const counts = { right: 0, failed: 0, timedOut: 0, aborted: 0, inserted: 0 }
    let insertedRows = 0

    const kinds: readonly ((tag: string) => Promise<void>)[] = [
      async function ordinary(tag) {
        const rows = await store.query<{ tag: string }>('SELECT {tag:String} AS tag', { tag })
        expect(rows).toEqual([{ tag }])
        counts.right++
      },
      async function withSettings(tag) {
        const threads = 1 + random.below(7)
        const result = await client.query({
          query: "SELECT {tag:String} AS tag, getSetting('max_threads') AS threads",
          query_params: { tag },
          format: 'JSONEachRow',
          clickhouse_settings: { max_threads: threads },
        })
        expect(await result.json()).toEqual([{ tag, threads }])
        counts.right++
      },
      async function inserting() {
        const rows = Array.from({ length: 1 + random.below(300) }, (_, i) => [i])
        await store.insert('t', ['a'], rows)
        insertedRows += rows.length
        counts.inserted++
      },
      async function failingLate() {
        const at = 50_000 + random.below(49_000)
        const query = `SELECT number, throwIf(number = ${at}) FROM numbers(100000) SETTINGS max_block_size = 500`
        await expect(store.query(query)).rejects.toMatchObject({ code: '395' })
        counts.failed++
      },
      async function failingInsert() {
        const rows = Array.from({ length: 2_000 }, (_, i) => [i === 1_900 ? 'x' : i])
        await expect(store.insert('t', ['a'], rows)).rejects.toMatchObject({ retriable: false })
        counts.failed++
      },
      async function timingOut() {
        const query =
          'SELECT number, sleepEachRow(0.01) FROM numbers(1000) SETTINGS max_execution_time = 0.05, max_block_size = 5'
        await expect(store.query(query)).rejects.toMatchObject({ retriable: true })
        counts.timedOut++
      },
      async function aborted() {
        const query = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'
        const signal = AbortSignal.timeout(1 + random.below(60))
        await expect(client.query({ query, abort_signal: signal })).rejects.toThrow('aborted')
        counts.aborted++
      },
    ]
    // Ordinary ones most often.
    const mix = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6]

    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let i = 0; i < callsEach; i++) {
          const kind = kinds[mix[random.below(mix.length)] ?? 0]
          await kind?.(`caller ${caller}, call ${i}`)
        }
      }),
    )
    console.log(counts)
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
    expect(deaths).toEqual([])
    expect(await store.query('SELECT count() AS n FROM t')).toEqual([{ n: insertedRows }])
    await client.close()
  })
})
