// The command `dead-letters`: from a letter in the log to the endpoint of the normalizer's process and back.
import { describe, expect, it } from '@jest/globals'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { readTopicSchemas } from '../../../services/lib/codec/schemas.ts'
import { maxRecordBytes, type EventLog } from '../../../services/lib/log/port.ts'
import { openAdminServer } from '../../../services/lib/telemetry/admin.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import {
  askToResolve,
  deadLettersPath,
  type DeadLetterResult,
} from '../../../services/ops/dead-letters/admin.ts'
import { aTrade } from '../../projector/records.ts'
import { topicPrefix } from '../ops-log.ts'
import {
  append,
  bookTimes,
  broken,
  change,
  commandOf,
  feed,
  filter,
  listed,
  marketId,
  openLogForEachTest,
  openPlaces,
  ops,
  partition,
  progressUntil,
  questions,
  rawBook,
  rawMarket,
  rawTrade,
  reject,
  rejected,
  resultsOf,
  run,
  tradeIds,
  valuesOf,
  watermarks,
} from './dead-letter-world.ts'

openLogForEachTest()

describe('list', () => {
  it('counts by reason and filters', async () => {
    const first = await rejected('raw.trades', rawTrade('a'))
    ops.nowMs += 60_000
    const others = [
      await rejected('raw.trades', rawTrade('b')),
      await rejected('raw.books', rawBook('1')),
    ]
    const bad = await reject(await append('raw.books', rawBook('2')), 'bad_price')
    expect(await listed()).toMatchObject({
      total: 4,
      counts: [
        { count: 2, stage: 'normalizer', topic: 'raw.trades', reason: 'not_json' },
        { count: 1, topic: 'raw.books', reason: 'not_json' },
        { count: 1, topic: 'raw.books', reason: 'bad_price' },
      ],
    })
    const cases = [
      [{ topic: 'raw.trades' }, [first, others[0]]],
      [{ reason: 'bad_price' }, [bad]],
      [{ sinceMs: ops.nowMs }, [...others, bad]],
      [{ stage: 'projector' }, []],
      [{ stage: 'normalizer', topic: 'raw.books', reason: 'not_json' }, [others[1]]],
    ] as const
    for (const [changes, places] of cases)
      expect((await listed(changes)).dead_letters.map(({ place }) => place)).toEqual(places)
    const { lines } = await run({ action: 'list', filter, withResolved: false, json: false })
    expect(lines[0]).toBe('      2  normalizer  raw.trades  not_json')
    expect(lines[3]).toBe(`2026-11-20T12:00:00.000Z ${first} normalizer not_json: because`)
  })

  it('has resolved ones on request, and those that failed again after that', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    await run(change('drop', [place]))
    expect((await listed()).total).toBe(0)
    expect((await listed({}, true)).dead_letters).toMatchObject([
      {
        place,
        resolution: {
          result: 'dropped',
          by: 'ada',
          why: 'mapping corrected',
          resolved_at: '2026-11-20T12:00:00.000Z',
        },
      },
    ])
    await reject(place)
    expect((await listed()).dead_letters).toMatchObject([{ place, resolution: null }])
  })

  it('says which dead letters it cannot decode', async () => {
    await ops.appendBytes('dead-letters', 0, [Buffer.from([0, 0, 0, 3, 231, 1])])
    expect((await listed()).undecodable).toEqual({ records: 1, reason: 'there is no schema 999' })
  })

  it('reads dead letters from before there were resolutions', async () => {
    const { 'dead-letters': schema, ...others } = readTopicSchemas()
    const fields = (schema['fields'] as { name: string }[]).filter((f) => f.name !== 'resolution')
    const schemas = { ...others, 'dead-letters': { ...schema, fields } }
    const codec = await openLocalCodec({ path: ops.schemaPath, schemas })
    const value = { stage: 'normalizer', topic: 'raw.books', partition: 1, offset: 2, key: null }
    const more = { value: Buffer.from('x'), reason: 'not_json', detail: '', failed_at_ms: 1 }
    const letter = { ...value, ...more } as TopicValues['dead-letters']
    await ops.appendBytes('dead-letters', 0, [codec.encode('dead-letters', letter)])
    expect(await openPlaces()).toEqual(['raw.books/1/2'])
  })
})

describe('show', () => {
  const show = async (place: string) => {
    const { lines, exitCode } = await run({ action: 'show', place, json: true })
    return exitCode === 0 ? (JSON.parse(lines[0] ?? '') as object) : exitCode
  }

  it('has the original record, decoded and as bytes', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    expect(await show(place)).toMatchObject({
      place,
      reason: 'not_json',
      detail: 'because',
      failed_at: '2026-11-20T12:00:00.000Z',
      resolution: null,
      original: {
        key: marketId,
        value: { body: 'a' },
        bytes: ops.codec.encode('raw.trades', rawTrade('a')).toString('base64'),
      },
    })
    const { lines } = await run({ action: 'show', place, json: false })
    expect(lines.map((line) => line.slice(0, 12).trim())).toEqual([
      'dead letter',
      'failed',
      'reason',
      'state',
      'key',
      'value',
      'bytes',
    ])
  })

  it('reads a record that was too large for the dead letter from its topic', async () => {
    const large = rawTrade('x'.repeat(maxRecordBytes - 1_000))
    const place = await rejected('raw.trades', large)
    expect(await show(place)).toMatchObject({ original: { value: { body: large.body } } })
  })

  it('says that the schema of the record is gone', async () => {
    await ops.appendBytes('raw.trades', partition, [Buffer.from([0, 0, 0, 3, 231, 1])])
    const place = await reject(`raw.trades/${partition}/0`, 'undecodable')
    const undecodable = 'there is no schema 999'
    expect(await show(place)).toMatchObject({ original: { value: { undecodable } } })
  })

  it('finds nothing', async () => {
    expect(await show('raw.trades/3/7')).toBe(exitCodes.notFound)
  })
})

describe('retry', () => {
  it('emits what the stage would have emitted, once, and records who did it', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    expect(await resultsOf('retry', [place])).toEqual([
      { place, result: 'emitted', detail: '', emitted: [], dry_run: false },
    ])
    const [output] = await valuesOf('trades')
    expect(output?.trade).toMatchObject({
      id: 'a',
      origin: { topic: 'raw.trades', partition, offset: 0 },
    })
    expect((await ops.log.ranges(`${topicPrefix}trades`))[partition]?.high).toBe(1)
    expect((await listed({}, true)).dead_letters).toMatchObject([
      { resolution: { result: 'emitted', by: 'ada' } },
    ])
    expect(await resultsOf('retry', [place])).toMatchObject([
      { result: 'closed', detail: 'emitted by ada at 2026-11-20T12:00:00.000Z' },
    ])
    expect(await tradeIds()).toEqual(['a'])
  })

  it('resolves a place once that is named twice', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    expect(await resultsOf('retry', [place, place])).toMatchObject([{ place, result: 'emitted' }])
  })

  it('shows with --dry-run what it would emit, and changes nothing', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    expect(await resultsOf('retry', [place], true)).toMatchObject([
      { result: 'emitted', emitted: [{ topic: 'trades', value: { trade: { id: 'a' } } }] },
    ])
    expect([await tradeIds(), await openPlaces()]).toEqual([[], [place]])
  })

  it('takes filters, and leaves open what fails again', async () => {
    broken.add('b')
    const places = [
      await rejected('raw.trades', rawTrade('a')),
      await rejected('raw.trades', rawTrade('b')),
    ]
    await rejected('raw.books', rawBook('1'))
    const selection = { filter: { ...filter, topic: 'raw.trades' } }
    const { lines, exitCode } = await run({ ...change('retry', []), selection, json: false })
    expect(lines).toEqual([
      `${places[0]} emitted`,
      `${places[1]} left open, it fails again: not_json: b`,
      '1 emitted, 1 failed.',
    ])
    expect(exitCode).toBe(exitCodes.incomplete)
    expect(await openPlaces()).toEqual([places[1], `raw.books/${partition}/0`])
  })

  it('leaves out what the stage does not need', async () => {
    const place = await rejected('raw.trades', rawTrade('placeholder'))
    expect(await resultsOf('retry', [place])).toMatchObject([
      { result: 'left_out', detail: 'placeholder' },
    ])
    expect(await openPlaces()).toEqual([])
  })

  it.each([
    ['has no bytes any more', 'too_large', 'gone', /no longer has it/],
    ['stands for skipped records', 'forgotten', 'failed', /can only be dropped/],
  ])('fails for a letter that %s', async (_what, reason, result, detail) => {
    const value = { stage: 'normalizer', topic: 'raw.books', partition, offset: 9, key: null }
    const more = { value: Buffer.alloc(0), reason, detail: '', failed_at_ms: 1, resolution: null }
    await ops.append('dead-letters', 0, [{ key: 'k', value: { ...value, ...more } }])
    const place = `raw.books/${partition}/9`
    expect(await resultsOf('retry', [place])).toMatchObject([
      { result, detail: expect.stringMatching(detail) },
    ])
    expect(await openPlaces()).toEqual([place])
  })

  it('fails for a record whose schema is gone, and loses nothing', async () => {
    const bytes = Buffer.from([0, 0, 0, 3, 231, 1])
    await ops.appendBytes('raw.trades', partition, [bytes])
    const place = await reject(`raw.trades/${partition}/0`, 'undecodable')
    for (const dryRun of [true, false])
      expect(await resultsOf('retry', [place], dryRun)).toMatchObject([
        { result: 'failed', detail: 'undecodable: there is no schema 999', emitted: [] },
      ])
    expect([await tradeIds(), await openPlaces()]).toEqual([[], [place]])
    const { lines } = await run({ action: 'show', place, json: true })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      original: { bytes: bytes.toString('base64') },
    })
  })

  it('appends the record of the projector again, if the projector can read it now', async () => {
    const trade = aTrade({ id: 'a', market_id: marketId })
    const known = await append('trades', { trade, progress: null })
    const unknown = await append('trades', {
      trade: aTrade({ id: 'b', market_id: 'zz_1' }),
      progress: null,
    })
    for (const place of [known, unknown]) await reject(place, 'unknown_platform', 'projector')
    expect(await resultsOf('retry', [known, unknown])).toMatchObject([
      { result: 'emitted' },
      { result: 'failed', detail: 'unknown_platform: no platform has the id "zz_1"' },
    ])
    expect(await tradeIds()).toEqual(['a', 'b', 'a'])
    expect(await openPlaces()).toEqual([unknown])
  })

  it('does not find a place without a dead letter', async () => {
    const { exitCode } = await run(change('retry', ['raw.trades/3/7']))
    expect(exitCode).toBe(exitCodes.notFound)
  })
})

describe('retry in the order of an object', () => {
  it('does not replace a market by an older state', async () => {
    const place = await rejected('raw.markets', rawMarket('old'))
    await append('raw.markets', rawMarket('new'))
    expect(await resultsOf('retry', [place])).toMatchObject([
      { result: 'superseded', detail: `by raw.markets/${partition}/1` },
    ])
    expect([await questions(), await openPlaces()]).toEqual([[], []])
  })

  it('emits the newest state that can be mapped', async () => {
    broken.add('worse').add('worst')
    const place = await rejected('raw.markets', rawMarket('old'))
    await append('raw.markets', rawMarket('worse'))
    await append('raw.markets', rawMarket('worst'))
    expect(await resultsOf('retry', [place])).toMatchObject([{ result: 'emitted' }])
    expect(await questions()).toEqual(['old'])
  })

  it('emits the newest book once more after an older one, whose prices are history', async () => {
    const place = await rejected('raw.books', rawBook('1000'))
    await append('raw.books', rawBook('2000'), rawBook('3000'))
    await run(change('retry', [place]))
    expect(await bookTimes()).toEqual([1000, 3000])
  })

  it('does not turn back a watermark, but that of another feed does not matter', async () => {
    const place = await rejected('raw.trades', progressUntil(1))
    const other = { ...progressUntil(3), progress: { ...feed, feed: 'feed-2' } }
    await append('raw.trades', rawTrade('a'), other)
    await run(change('retry', [place]))
    expect(await watermarks()).toEqual([1])
    const older = await rejected('raw.trades', progressUntil(2))
    await append('raw.trades', progressUntil(4))
    expect(await resultsOf('retry', [older])).toMatchObject([{ result: 'superseded' }])
    expect(await watermarks()).toEqual([1])
  })

  /** The log, with something that happens before the append of this number. */
  function logBefore(append: number, happens: () => Promise<void>): EventLog {
    let appends = 0
    return {
      ...ops.log,
      async openWriter(name) {
        const writer = await ops.log.openWriter(name)
        return {
          ...writer,
          async append(records) {
            appends += 1
            if (appends === append) await happens()
            await writer.append(records)
          },
        }
      },
    }
  }
  const retryWith = (log: EventLog, place: string) =>
    commandOf(log)({ ...change('retry', [place]), places: [place], by: 'ada', dry_run: false })

  it('ends with the newest state if the stage processes it meanwhile', async () => {
    const place = await rejected('raw.markets', rawMarket('old'))
    const log = logBefore(1, async () => void (await append('raw.markets', rawMarket('new'))))
    await retryWith(log, place)
    expect((await questions()).at(-1)).toBe('new')
    expect(await openPlaces()).toEqual([])
  })

  it.each([1, 2])('can be repeated after a kill before append %s', async (number) => {
    const place = await rejected('raw.markets', rawMarket('old'))
    const log = logBefore(number, () => Promise.reject(new Error('killed')))
    await expect(retryWith(log, place)).rejects.toThrow('killed')
    expect(await openPlaces()).toEqual([place])
    await run(change('retry', [place]))
    expect([(await questions()).at(-1), await openPlaces()]).toEqual(['old', []])
  })

  it('stops when another process resolves dead letters', async () => {
    const place = await rejected('raw.markets', rawMarket('old'))
    const log = logBefore(1, async () => void (await ops.log.openWriter('dead-letters')))
    expect(await retryWith(log, place)).toMatchObject({ status: 409 })
    expect(await openPlaces()).toEqual([place])
  })
})

describe('drop', () => {
  it('records who and why, once, and nothing with --dry-run', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    expect(await resultsOf('drop', [place], true)).toMatchObject([{ result: 'dropped' }])
    expect(await openPlaces()).toEqual([place])
    await run(change('drop', [place]))
    expect(await resultsOf('drop', [place])).toMatchObject([{ result: 'closed' }])
    expect((await valuesOf('dead-letters')).map(({ resolution }) => resolution)).toEqual([
      null,
      { result: 'dropped', by: 'ada', why: 'mapping corrected', resolved_at_ms: ops.nowMs },
    ])
  })
})

describe('the endpoint', () => {
  it('resolves a place once that is named twice', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    const request = { action: 'retry', by: 'ada', why: '', dry_run: false } as const
    expect(await commandOf()({ ...request, places: [place, place] })).toMatchObject({
      status: 200,
      body: { results: [{ place, result: 'emitted' }] },
    })
    expect(await tradeIds()).toEqual(['a'])
    expect(await valuesOf('dead-letters')).toHaveLength(2)
  })

  it('continues where the first answer ended', async () => {
    const places = [
      await rejected('raw.trades', rawTrade('a')),
      await rejected('raw.trades', rawTrade('b')),
    ]
    const answers: number[] = []
    await run(change('retry', places), async (request) => {
      answers.push(request.places.length)
      const [first = ''] = request.places
      const { body } = await commandOf()({ ...request, places: [first] })
      return (body as { results: readonly DeadLetterResult[] }).results
    })
    expect(answers).toEqual([2, 1])
    expect(await tradeIds()).toEqual(['a', 'b'])
  })

  it('is asked at the admin port', async () => {
    const place = await rejected('raw.trades', rawTrade('a'))
    const none = { readMetrics: async () => '', readReadiness: async () => ({}) }
    const address = { host: '127.0.0.1', port: 0 }
    const admin = await openAdminServer({
      ...none,
      ...address,
      commands: { [deadLettersPath]: commandOf() },
    })
    const other = await openAdminServer({ ...none, ...address, commands: {} })
    await run(change('drop', [place]), (request) => askToResolve(admin.url, request))
    expect(await openPlaces()).toEqual([])
    const request = { action: 'drop', places: [place], by: '', why: '', dry_run: true } as const
    await expect(askToResolve(other.url, request)).rejects.toThrow('does not run the role')
    await admin.close()
    await other.close()
  })

  it.each([null, {}, { action: 'lose', places: [], by: '', why: '', dry_run: true }])(
    'refuses %j',
    async (body) => {
      expect(await commandOf()(body)).toMatchObject({ status: 422 })
    },
  )
})
