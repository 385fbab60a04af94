// The command `replay --from`: from raw records that a wrong mapping has processed, through the endpoint of the
// normalizer's process, to the unified topics.
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { EventLog } from '../../../services/lib/log/port.ts'
import type { Transform } from '../../../services/lib/run/stage.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import type { ReplayRangeRequest } from '../../../services/ops/replay-range/replay-range.ts'
import { topicPrefix } from '../ops-log.ts'
import {
  append,
  type Ask,
  askOf,
  commandOf,
  first,
  mapping,
  marketId,
  minuteMs,
  normalize,
  openLogForTests,
  ops,
  partition,
  prices,
  rawMarket,
  rawTrade,
  replay,
  runNormalizer,
  startMs,
  watermark,
} from './replay-world.ts'

openLogForTests()

describe('trades', () => {
  beforeEach(async () => {
    mapping.set('b 0.2', 'b 0.9').set('c 0.3', null)
    await append('raw.trades', rawTrade('a 0.1'), rawTrade('b 0.2'), rawTrade('c 0.3'))
    await append('raw.trades', watermark(1), rawTrade('drop'))
    await runNormalizer()
    expect(await prices()).toEqual(['a 0.1', 'b 0.9', null])
    mapping.clear()
  })
  const found = { read: 4, equal: 1, different: 1, new: 1, left_out: 1 }

  it('appends what is different or new, once', async () => {
    const { exitCode, lines, counts } = await replay()
    expect({ exitCode, lines, counts }).toEqual({
      exitCode: 0,
      lines: [],
      counts: { 'raw.trades': found },
    })
    expect(await prices()).toEqual(['a 0.1', 'b 0.9', null, 'b 0.2', 'c 0.3'])
    const { counts: again } = await replay()
    expect(again).toEqual({ 'raw.trades': { read: 4, equal: 3, left_out: 1 } })
    expect(await prices()).toHaveLength(5)
  })

  it('prints the differences with --dry-run, and appends nothing', async () => {
    const ask: Ask = () => Promise.reject(new Error('asked'))
    const { exitCode, lines, counts } = await replay({ dryRun: true }, { ask })
    expect({ exitCode, counts }).toEqual({ exitCode: 0, counts: { 'raw.trades': found } })
    const raw = (n: number) => `raw.trades/${partition}/${first['raw.trades'] + n}`
    expect(lines).toEqual([
      {
        raw: raw(1),
        result: 'different',
        topic: 'trades',
        id: 'b',
        differences: [{ field: 'price', before: '0.9', after: '0.2' }],
        reason: '',
      },
      { raw: raw(2), result: 'new', topic: 'trades', id: 'c', differences: [], reason: '' },
    ])
    expect(await prices()).toHaveLength(3)
  })

  it('keeps a fact that another record cannot replace, and says so', async () => {
    // other ids: the row of the first one would stay in the table
    mapping.set('a 0.1', 'other 0.1').set('b 0.2', null).set('c 0.3', null)
    const { exitCode, lines, counts } = await replay()
    expect(exitCode).toBe(exitCodes.incomplete)
    expect(counts).toEqual({
      'raw.trades': { read: 4, irreplaceable: 2, rejected: 1, left_out: 1 },
    })
    expect(lines).toMatchObject([
      { result: 'irreplaceable', differences: [{ field: 'id', before: 'a', after: 'other' }] },
      { result: 'irreplaceable', reason: 'not_json: b 0.2' },
    ])
    expect(await prices()).toHaveLength(3)
  })

  it('leaves records to the stage that it has not processed', async () => {
    await append('raw.trades', rawTrade('d 0.4'))
    expect((await replay()).counts).toEqual({ 'raw.trades': found })
  })

  it('appends nothing if the service has another mapping', async () => {
    const wrong: Transform<'normalizer'> = (record) => {
      mapping.set('b 0.2', 'b 0.9')
      try {
        return normalize(record)
      } finally {
        mapping.delete('b 0.2')
      }
    }
    const { exitCode, message } = await replay({}, { ask: askOf(commandOf(ops.log, wrong)) })
    expect(exitCode).toBe(exitCodes.failed)
    expect(message).toMatch(/raw\.trades\/\d+\/\d+ to another fact .*: restart the service/)
    expect(await prices()).toHaveLength(3)
  })

  it('ends on Ctrl-C', async () => {
    const { counts } = await replay({}, { signal: AbortSignal.abort() })
    expect(counts).toEqual({})
    expect(await prices()).toHaveLength(3)
  })

  it('sends many corrections in several requests', async () => {
    const count = 2_500
    const bodies = Array.from({ length: count }, (_, n) => `n${n} 0.1`)
    for (const body of bodies) mapping.set(body, body.replace('0.1', '0.2'))
    await append('raw.trades', ...bodies.map((body) => rawTrade(body)))
    await runNormalizer()
    mapping.clear()
    const ask = askOf()
    const sent: number[] = []
    await replay(
      {},
      {
        ask(request) {
          if (request.corrections) sent.push(request.corrections.records.length)
          return ask(request)
        },
      },
    )
    expect(sent).toEqual([1_000, 1_000, 502])
    expect((await prices()).slice(-count)).toEqual(bodies)
  })
})

describe('the selection', () => {
  beforeEach(async () => {
    await append('raw.trades', rawTrade('a 0.1'))
    await append('raw.markets', rawMarket('Q'))
    ops.nowMs += 2 * 60 * minuteMs
    await append('raw.trades', rawTrade('b 0.2', { platform: 'platform_a' }))
    // received earlier than it was appended
    await append('raw.trades', rawTrade('c 0.3', { received_at_ms: ops.nowMs - 30 * minuteMs }))
    await runNormalizer()
  })
  const read = async (changes: Partial<ReplayRangeRequest>) =>
    Object.entries((await replay({ dryRun: true, ...changes })).counts).map(
      ([topic, counts]) => `${topic} ${counts['read']}`,
    )

  it.each<[string, () => Partial<ReplayRangeRequest>, readonly string[]]>([
    ['everything', () => ({}), ['raw.markets 1', 'raw.trades 3']],
    ['a topic', () => ({ topic: 'raw.trades' }), ['raw.trades 3']],
    ['a platform', () => ({ platform: 'platform_a' }), ['raw.trades 1']],
    ['a market', () => ({ marketId }), ['raw.markets 1', 'raw.trades 3']],
    ['from a time on', () => ({ fromMs: startMs + minuteMs }), ['raw.trades 2']],
    ['before a time', () => ({ toMs: startMs + minuteMs }), ['raw.markets 1', 'raw.trades 1']],
    [
      'a range of time',
      () => ({ fromMs: startMs + minuteMs, toMs: startMs + 100 * minuteMs }),
      ['raw.trades 1'],
    ],
  ])('can be %s', async (_name, changes, expected) => {
    expect(await read(changes())).toEqual(expected)
  })

  it.each<[string, () => Partial<ReplayRangeRequest>, keyof typeof exitCodes, RegExp]>([
    ['a start in the future', () => ({ fromMs: startMs + 1e9 }), 'invalid', /^--from: .* future/],
    ['an end in the future', () => ({ toMs: startMs + 1e9 }), 'invalid', /^--to: .* future/],
    ['an unknown market', () => ({ marketId: 'pb_OTHER' }), 'notFound', /no market pb_OTHER/],
  ])('refuses %s', async (_name, changes, code, expected) => {
    const { exitCode, message } = await replay(changes())
    expect({ exitCode, message }).toEqual({
      exitCode: exitCodes[code],
      message: expect.stringMatching(expected),
    })
  })

  it('names what is left of a topic if retention has removed the rest', async () => {
    const removed: EventLog = {
      ...ops.log,
      ranges: async (topic) =>
        (await ops.log.ranges(topic)).map((range) =>
          topic === `${topicPrefix}raw.books` ? { ...range, low: range.high || 1 } : range,
        ),
    }
    const fromMs = startMs - 31 * 24 * 60 * minuteMs
    const { exitCode, message } = await replay({ fromMs }, { log: removed })
    expect(exitCode).toBe(exitCodes.invalid)
    expect(message).toMatch(/retention has removed records of raw\.books from before 20/)
    const other = await replay({ fromMs, topic: 'raw.trades', dryRun: true }, { log: removed })
    expect(other.message).toBe('')
  })
})
