// The checkpoint of a tape: after an append, a task that starts from the log knows the published rows that a
// running task still remembers, without reading raw.trades, and without the checkpoints of markets.
import { describe, expect, it } from '@jest/globals'
import type { EventLog } from '../../services/lib/log/port.ts'
import { toCheckpoint, type TapeState } from '../../services/poller/checkpoints.ts'
import {
  canBeValidPart,
  createTapeRows,
  tapePartition,
} from '../../services/poller/feeds/tape-rows.ts'
import { createPublisher, type PollerRecord } from '../../services/poller/publisher.ts'
import { readTapeRows, readTapeState } from '../../services/poller/tape-checkpoint.ts'
import { silentObserver } from '../../services/poller/observer.ts'
import {
  createPublishedRows,
  type PublishedRows,
} from '../../services/poller/windows/published-rows.ts'
import { createRandom } from '../../simulator/random.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'
import { never, nowMs } from './support/source.ts'

const platform = 'platform_a'
const retainMs = 240_000
const topic = 'pm.poll-checkpoints'

/** A task of a tape, reduced to its checkpoint: it publishes rows, forgets old ones, and starts again. */
async function createTape() {
  const clock = { nowMs }
  const log = createMemoryLog(() => clock.nowMs)
  const writer = await log.openWriter('tape')
  const options = { writer, codec: jsonCodec, topicPrefix: 'pm.', observer: silentObserver }
  const publisher = createPublisher(options)
  let published: PublishedRows = createPublishedRows()
  const gaps = [{ from_ms: nowMs - 5_000, until_ms: nowMs + 5_000, reason: 'unreachable' }]
  let state: TapeState = { startMs: nowMs, untilMs: nowMs, gaps }
  const now = (): number => clock.nowMs
  let tapeRows = createTapeRows({ platform, published, state: undefined, now })

  const reading = { log, codec: jsonCodec, topicPrefix: 'pm.', platform, signal: never } as const
  const readRows = async (of: EventLog = log): Promise<PublishedRows | null> =>
    readTapeRows({ ...reading, log: of, tape: state })
  return {
    log,
    clock,
    reading,
    readRows,
    get published() {
      return published
    },
    get state() {
      return state
    },
    publish: (records: readonly PollerRecord[]) => publisher.publish(platform, records),
    async append(rows: readonly { key: string; timeMs: number | null }[]): Promise<void> {
      const fresh = published.select(rows.map((row) => ({ ...row, marketNativeId: 'm' })))
      const parts = tapeRows.add(fresh)
      const { rows: stored } = tapeRows
      state = { startMs: nowMs, untilMs: now(), gaps, ...(stored && { rows: stored }) }
      await publisher.publish(platform, [...parts, toCheckpoint(platform, 'tape', '', state)])
      published.note(fresh)
    },
    forget: () => published.forgetRowsBefore(now() - retainMs, gaps),
    async restart(): Promise<void> {
      const restored = await readTapeState(reading)
      if (restored === null) throw new Error('no state')
      state = restored
      published = (await readRows()) ?? createPublishedRows()
      tapeRows = createTapeRows({ platform, published, state: state.rows, now })
    },
  }
}

const rowsOf = (published: PublishedRows | null) =>
  new Map([...(published?.keys() ?? [])].map((key) => [key, published?.get(key)]))

describe('the rows of a tape', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'are known after each append, whatever happened before: seed %i',
    async (seed) => {
      const random = createRandom(seed)
      const tape = await createTape()
      for (let step = 0; step < 200; step += 1) {
        tape.clock.nowMs += random.below(20) === 0 ? random.below(900_000) : random.below(5_000)
        const rows = Array.from({ length: random.below(6) }, () => {
          const secondsAgo = random.below(20) === 0 ? random.below(600) : random.below(20)
          const timeMs = Math.floor(tape.clock.nowMs / 1000 - secondsAgo) * 1000
          // few different keys of a second, so that some rows repeat
          return { key: `${timeMs}/${random.below(3)}`, timeMs }
        })
        await tape.append(rows)
        const restored = rowsOf(await tape.readRows())
        const missing = [...rowsOf(tape.published)].filter(
          ([key, row]) => JSON.stringify(restored.get(key)) !== JSON.stringify(row),
        )
        expect([step, missing]).toEqual([step, []])
        if (random.below(8) === 0) tape.forget()
        if (random.below(25) === 0) await tape.restart()
      }
      expect(tape.published.size).toBeGreaterThan(10)
    },
  )

  it('of a gap stay known for days, and old parts are no longer read', async () => {
    const tape = await createTape()
    await tape.append([{ key: 'in the gap', timeMs: nowMs }])
    for (let minute = 0; minute < 2 * 1_440; minute += 1) {
      tape.clock.nowMs += 60_000
      await tape.append([{ key: `at ${minute}`, timeMs: tape.clock.nowMs }])
      tape.forget()
    }
    let reads = 0
    const counting: EventLog = {
      ...tape.log,
      async *read(options) {
        for await (const record of tape.log.read(options)) {
          reads += 1
          yield record
        }
      },
    }
    const restored = await tape.readRows(counting)
    expect(restored?.get('in the gap')).toEqual({ count: 1, timeMs: nowMs })
    // a minute after it, which is close enough to show that an answer for the gap does not end too early
    expect(restored?.get('at 0')).toBeDefined()
    expect(restored?.get('at 1')).toBeUndefined()
    // ten minutes between the clocks, and five of parts, with a state and a part each minute
    expect(reads).toBeLessThan(50)
  })

  it('use a bounded number of keys, however fast they are appended', async () => {
    const tape = await createTape()
    await tape.append([{ key: 'first', timeMs: nowMs }])
    for (let n = 0; n < 6_000; n += 1) await tape.append([{ key: `row ${n}`, timeMs: nowMs }])
    const keys = new Set(tape.log.values('poll-checkpoints').map(({ key }) => key))
    expect(keys.size).toBeLessThanOrEqual(4_096 + 1)
    const restored = await tape.readRows()
    expect(restored?.size).toBe(6_001)
  })

  it('are in several parts if there are many', async () => {
    const tape = await createTape()
    const rows = Array.from({ length: 12_000 }, (_, n) => ({ key: `row ${n}`, timeMs: nowMs }))
    await tape.append(rows)
    expect(tape.state.rows).toMatchObject({ firstPart: 0, nextPart: 3 })
    expect((await tape.readRows())?.size).toBe(12_000)
  })

  it('are not known if a part is missing, or if none was stored', async () => {
    const tape = await createTape()
    await tape.append([{ key: 'a', timeMs: nowMs }])
    await tape.append([{ key: 'b', timeMs: nowMs }])
    const lossy: EventLog = {
      ...tape.log,
      async *read(options) {
        for await (const record of tape.log.read(options))
          if (record.key !== `${platform}/tape-rows/0`) yield record
      },
    }
    expect(await tape.readRows(lossy)).toBeNull()
    const { rows: _rows, ...older } = tape.state
    expect(await readTapeRows({ ...tape.reading, tape: older })).toBeNull()
  })

  it('without a time are known for some minutes, and not stored again', async () => {
    const tape = await createTape()
    await tape.append([{ key: 'undated', timeMs: null }])
    expect((await tape.readRows())?.get('undated')).toEqual({ count: 1, timeMs: null })
    tape.clock.nowMs += 301_000
    await tape.append([])
    expect((await tape.readRows())?.get('undated')).toBeUndefined()
  })
})

describe('the state of a tape', () => {
  it('is null before the tape was started', async () => {
    const { reading } = await createTape()
    expect(await readTapeState(reading)).toBeNull()
  })

  it('is the newest one of its platform, however many checkpoints of markets follow', async () => {
    const { reading, publish, log } = await createTape()
    const tape = (untilMs: number): TapeState => ({ startMs: 1, untilMs, gaps: [] })
    const partition = tapePartition(platform)
    const markets = (count: number): PollerRecord[] =>
      Array.from({ length: count }, (_, n) => ({
        ...toCheckpoint(platform, 'book', `pa_${n}`, { stamp: 'x' }),
        partition,
      }))
    await publish([...markets(9_000), toCheckpoint(platform, 'tape', '', tape(2_000))])
    for (const count of [0, 1, 1_023, 1_024, 5_000, 20_000]) {
      await publish([toCheckpoint(platform, 'tape', '', tape(count)), ...markets(count)])
      await publish([{ ...toCheckpoint('platform_b', 'tape', '', tape(9_000)), partition }])
      let reads = 0
      const counting: EventLog = {
        ...log,
        async *read(options) {
          expect(options).toMatchObject({ topic, partition })
          for await (const record of log.read(options)) {
            reads += 1
            yield record
          }
        },
      }
      expect(await readTapeState({ ...reading, log: counting })).toEqual(tape(count))
      expect(reads).toBeLessThan(Math.max(1_025, 6 * count))
    }
  })

  it('are looked for by the ids of the valid parts, which are used in turn', () => {
    const idCount = 4_096
    const ids = Array.from({ length: idCount }, (_, id) => id)
    for (const [firstPart, nextPart] of [
      [0, 0],
      [0, 3],
      [4_090, 4_100],
      [9_000, 9_005],
      [100_000, 100_000 + idCount],
    ] as const) {
      const valid = new Set<number>()
      for (let number = firstPart; number < nextPart; number += 1) valid.add(number % idCount)
      const found = ids.filter((id) => canBeValidPart(id, { firstPart, nextPart }))
      expect(found).toEqual(ids.filter((id) => valid.has(id)))
    }
  })
})
