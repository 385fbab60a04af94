// The replay of markets and order books, of which consumers keep the newest record.
import { describe, expect, it } from '@jest/globals'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import type { EventLog } from '../../../services/lib/log/port.ts'
import { appendCorrections } from '../../../services/ops/replay-range/append.ts'
import { digestOf, toFact } from '../../../services/ops/replay-range/facts.ts'
import { topicPrefix } from '../ops-log.ts'
import {
  append,
  books,
  first,
  mapping,
  minuteMs,
  normalize,
  openLogForTests,
  ops,
  partition,
  questions,
  rawBook,
  rawMarket,
  replay,
  runNormalizer,
  startMs,
  uncompacted,
  valuesOf,
} from './replay-world.ts'

openLogForTests()

describe('states', () => {
  it('corrects only the newest state of a market', async () => {
    mapping.set('Old?', 'Wrong?').set('New?', 'Wrong too?')
    await append('raw.markets', rawMarket('Old?'))
    await runNormalizer()
    await append('raw.markets', rawMarket('New?'))
    await runNormalizer()
    mapping.clear()
    expect((await replay()).counts).toEqual({
      'raw.markets': { read: 2, superseded: 1, different: 1 },
    })
    expect((await questions()).at(-1)).toBe('New?')
  })

  it('takes the newest state that can be mapped', async () => {
    mapping.set('Good?', 'Wrong?').set('Bad?', null)
    await append('raw.markets', rawMarket('Good?'))
    await runNormalizer()
    await append('raw.markets', rawMarket('Bad?'))
    await runNormalizer()
    mapping.delete('Good?')
    expect((await replay()).counts).toEqual({
      'raw.markets': { read: 2, different: 1, rejected: 1 },
    })
    expect((await questions()).at(-1)).toBe('Good?')
  })

  it('does not look for a newer state in the selected time only', async () => {
    mapping.set('Old?', 'Wrong?')
    await append('raw.markets', rawMarket('Old?'))
    ops.nowMs += 2 * minuteMs
    await append('raw.markets', rawMarket('New?'))
    await runNormalizer()
    mapping.clear()
    expect((await replay({ toMs: startMs + minuteMs })).counts).toEqual({
      'raw.markets': { read: 1, superseded: 1 },
    })
  })

  it('corrects each book, and appends the newest one last', async () => {
    mapping.set('1000 1', '1000 9').set('2000 2', '2000 9')
    await append('raw.books', rawBook('1000 1'), rawBook('2000 2'), rawBook('3000 3'))
    await runNormalizer()
    mapping.clear()
    const found = { read: 3, equal: 1, different: 2 }
    expect((await replay()).counts).toEqual({ 'raw.books': found })
    expect((await books()).slice(3)).toEqual(['1000 1', '2000 2', '3000 3'])
    expect((await replay()).counts).toEqual({ 'raw.books': { read: 3, equal: 3 } })
    expect(await books()).toHaveLength(6)
  })

  /** Appends a correction of the first record, although the command does not know of later ones. */
  async function correctFirst(topic: 'raw.markets' | 'raw.books', log: EventLog = uncompacted()) {
    const [value] = await valuesOf(topic === 'raw.books' ? 'books' : 'markets')
    const offset = first[topic]
    const origin = { topic, partition, offset }
    const fact =
      topic === 'raw.books'
        ? toFact('books', { ...(value as TopicValues['books']), origin })
        : toFact('markets', { ...(value as TopicValues['markets']), origin })
    const digest = fact ? digestOf(fact) : ''
    const records = [{ offset, newest: offset, digest }]
    const parts = { log, codec: ops.codec, topicPrefix, normalize }
    const writer = await log.openWriter('replay')
    return appendCorrections({ topic, partition, known_until: offset + 1, records }, parts, writer)
  }

  it('does not replace a market by a state that the stage has replaced meanwhile', async () => {
    await append('raw.markets', rawMarket('Old?'))
    await runNormalizer()
    await append('raw.markets', rawMarket('New?'))
    expect(await correctFirst('raw.markets')).toMatchObject([{ result: 'superseded' }])
    expect(await questions()).toEqual(['Old?'])
  })

  it.each(['raw.markets', 'raw.books'] as const)(
    'ends with the newest state of %s if the stage processes it during the append',
    async (topic) => {
      const appendState = (state: string) =>
        topic === 'raw.books' ? append(topic, rawBook(state)) : append(topic, rawMarket(state))
      await appendState('1 1')
      await runNormalizer()
      let appends = 0
      const log: EventLog = {
        ...uncompacted(),
        async openWriter(name) {
          const writer = await ops.log.openWriter(name)
          return {
            ...writer,
            async append(records) {
              if (appends++ === 0) {
                await appendState('2 2')
                await runNormalizer()
              }
              await writer.append(records)
            },
          }
        },
      }
      expect(await correctFirst(topic, log)).toMatchObject([{ result: 'appended' }])
      const states = topic === 'raw.books' ? await books() : await questions()
      expect(states).toEqual(['1 1', '2 2', '1 1', '2 2'].slice(-states.length))
      expect(states.at(-1)).toBe('2 2')
    },
  )
})
