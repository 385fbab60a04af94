// The child is killed at random moments, 20 times, while rows are inserted and queries run: no acknowledged
// row is lost, batches are atomic, no response belongs to another query, nothing hangs.
import { afterEach, describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { createSeededRandom } from '../../support/random.ts'
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts'

const kills = 20
const batchRows = 500

let temporary: TemporaryStore
afterEach(() => temporary.dispose())

describe('kill -9 of the child', () => {
  it('loses nothing that was acknowledged, mixes nothing up, and comes back', async () => {
    const random = createSeededRandom()
    const deaths: string[] = []
    temporary = await openTemporaryStore(({ reason }) => deaths.push(reason))
    const { store } = temporary
    await store.command(`
      CREATE TABLE facts (batch UInt32, id UInt32, text String)
      ENGINE = ReplacingMergeTree ORDER BY (batch, id)
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
    let over = false
    let batches = 0
    let lost = 0
    let answers = 0
    const acknowledged = new Set<number>()
    const abandoned = new Set<number>()

    async function write(): Promise<void> {
      while (!over) {
        const batch = ++batches
        const rows = Array.from({ length: batchRows }, (_, id) => [
          batch,
          id,
          `fact ${batch}/${id}`,
        ])
        try {
          await store.insert('facts', ['batch', 'id', 'text'], rows)
          acknowledged.add(batch)
        } catch (error) {
          expect(error).toBeInstanceOf(StoreUnavailable)
          lost++
          // Half of them are sent again, as the projector does; the others are left as they are.
          if (random.below(2) === 0) abandoned.add(batch)
          else if (await insertAgain(rows)) acknowledged.add(batch)
          else abandoned.add(batch)
        }
      }
    }
    const insertAgain = (rows: readonly (readonly unknown[])[]): Promise<boolean> =>
      store.insert('facts', ['batch', 'id', 'text'], rows).then(
        () => true,
        () => false,
      )

    async function read(caller: number): Promise<void> {
      for (let i = 0; !over; i++) {
        const tag = `${caller}/${i}`
        const count = random.below(2_000)
        const asked = store.query<{ tag: string; n: number }>(
          'SELECT {tag:String} AS tag, number AS n FROM numbers({count:UInt32})',
          { tag, count },
        )
        // It waits for eight seconds, in which the child may be killed three times.
        const rows = await asked.catch((error: unknown) => {
          expect(error).toBeInstanceOf(StoreUnavailable)
          return null
        })
        if (rows === null) continue
        expect(rows).toHaveLength(count)
        expect(rows.every((row, k) => row.tag === tag && row.n === k)).toBe(true)
        answers++
      }
    }

    /** Mostly while it works; every fifth time while it starts. */
    async function kill(): Promise<void> {
      for (let i = 0; i < kills; i++) {
        const starting = i % 5 === 4
        while ((starting ? store.childPid() : store.endpoint()) === null) await sleep(5)
        await sleep(random.below(500))
        const pid = store.childPid()
        if (pid !== null) process.kill(pid, 'SIGKILL')
        while (deaths.length <= i) await sleep(5)
      }
      over = true
    }

    const work = [write(), write(), read(1), read(2), read(3), kill()]
    try {
      await Promise.all(work)
    } finally {
      over = true
      await Promise.allSettled(work)
    }
    const stored = await store.query<{ batch: number; rows: number; texts: number }>(
      "SELECT batch, uniqExact(id) AS rows, countIf(text != concat('fact ', toString(batch), '/', toString(id))) AS texts FROM facts FINAL GROUP BY batch",
    )
    const rowsOf = new Map(stored.map(({ batch, rows }) => [batch, rows]))
    console.log({ batches, lost, answers, acknowledged: acknowledged.size, deaths: deaths.length })
    expect(stored.filter(({ texts }) => texts > 0)).toEqual([])
    expect([...acknowledged].filter((batch) => rowsOf.get(batch) !== batchRows)).toEqual([])
    const torn = [...abandoned].filter(
      (batch) => ![undefined, batchRows].includes(rowsOf.get(batch)),
    )
    expect(torn).toEqual([])
    expect(deaths).toHaveLength(kills)
    expect(acknowledged.size).toBeGreaterThan(0)
    expect(answers).toBeGreaterThan(0)
    expect(lost).toBeGreaterThan(0)
  })
})
