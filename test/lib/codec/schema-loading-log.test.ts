// Records of newer processes in a log while the schema registry is down and after it returns: stages,
// followers and readers wait for it, and only a schema that no registry knows makes a dead letter.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { createSchemaLoadingLog } from '../../../services/lib/codec/schema-loading-log.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { readTopicSchemas } from '../../../services/lib/codec/schemas.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { LogError, type EventLog } from '../../../services/lib/log/port.ts'
import { runTransform } from '../../../services/lib/run/stage.ts'
import { topicsWithPrefix } from '../../../services/topology.ts'
import type { RawBook } from '../../../schemas/generated/events.ts'
import { framed } from '../../contracts/codec.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { startRegistry, type RegistryServer } from '../../../tools/servers/registry.ts'
import { silent } from './registry-requests.ts'

await describeWithServers([], 'a log whose codec loads schemas', () => {
  let registry: RegistryServer
  let prefix: string
  let topic: string
  let path: string
  let bare: EventLog
  let log: EventLog
  let codec: Codec
  /** Of a version that has one field more. */
  let newer: Codec

  beforeAll(async () => {
    registry = await startRegistry()
  })
  afterAll(() => registry.stop())

  beforeEach(async () => {
    prefix = `${randomUUID()}.`
    topic = `${prefix}raw.books`
    const settings = topicsWithPrefix(prefix)
    path = await mkdtemp(join(tmpdir(), 'learning-'))
    bare = await openLmdbLog({ path, topics: settings, now: Date.now })
    const options = {
      url: registry.url,
      topicPrefix: prefix,
      logger: silent,
      retryFor: { startMs: 30_000, loadMs: 300 },
    }
    codec = await openRegistryCodec(options)
    const today = readTopicSchemas()
    const rawBooks = today['raw.books'] as { readonly fields: readonly object[] }
    const more = { name: 'venue', type: 'string', default: '' }
    newer = await openRegistryCodec({
      ...options,
      schemas: { ...today, 'raw.books': { ...rawBooks, fields: [...rawBooks.fields, more] } },
    })
    log = createSchemaLoadingLog(bare, codec)
  })
  afterEach(async () => {
    registry.signal('SIGCONT')
    await log.close()
    await rm(path, { recursive: true })
  })

  const raw = (n: number): RawBook => ({
    platform: 'platform_b',
    market_id: 'pb_RAIN',
    outcome_index: 0,
    url: 'http://upstream',
    received_at_ms: n,
    body: '{}',
    depth: 0,
    from_stream: false,
    clock_difference_ms: 0,
  })
  const ofNewer = (n: number): Buffer =>
    newer.encode('raw.books', { ...raw(n), venue: 'v' } as RawBook)

  async function append(...values: readonly Buffer[]): Promise<void> {
    const writer = await bare.openWriter('test')
    await writer.append(values.map((value) => ({ topic, key: 'pb_RAIN', value })))
    await writer.close()
  }

  async function runStage(): Promise<{ seen: number[]; dead: string[]; stop(): Promise<void> }> {
    const seen: number[] = []
    const dead: string[] = []
    const subscription = await runTransform({
      role: 'normalizer',
      log,
      codec,
      topicPrefix: prefix,
      now: () => 0,
      onFatal: (error) => dead.push(error.message),
      count: ({ result, reason }, n) => {
        if (result === 'dead_letter') dead.push(`${n} ${reason}`)
      },
      transform: (record) => {
        if (record.topic === 'raw.books') seen.push(record.value.received_at_ms)
        return { drop: 'seen' }
      },
    })
    return { seen, dead, stop: () => subscription.stop() }
  }

  it('a stage waits for a registry that is silent, and then for its answer', async () => {
    registry.signal('SIGSTOP')
    const stage = await runStage()
    await append(ofNewer(1), codec.encode('raw.books', raw(2)))
    await sleep(1_500)
    expect([stage.seen, stage.dead]).toEqual([[], []])
    registry.signal('SIGCONT')
    await eventually(async () => expect(stage.seen).toEqual([1, 2]))
    expect(stage.dead).toEqual([])
    await stage.stop()
  })

  it('a waiting stage can be stopped, and continues where it was', async () => {
    registry.signal('SIGSTOP')
    const stage = await runStage()
    await append(ofNewer(1))
    await sleep(200)
    await stage.stop()
    registry.signal('SIGCONT')
    const next = await runStage()
    await eventually(async () => expect(next.seen).toEqual([1]))
    await next.stop()
  })

  it('an id that no registry has given out, and bytes without one, are dead letters', async () => {
    await append(framed(424_242, 1, 2), Buffer.from('{"plain":"json"}'), ofNewer(3))
    const stage = await runStage()
    await eventually(async () => expect(stage.seen).toEqual([3]))
    expect(stage.dead).toEqual(['2 undecodable'])
    await stage.stop()
  })

  it('a follower catches up as soon as it can read all of it', async () => {
    await append(ofNewer(1), ofNewer(2))
    registry.signal('SIGSTOP')
    const seen: number[] = []
    const failures: Error[] = []
    const following = log.follow({ topic, onFatal: (e) => failures.push(e) }, async (batch) => {
      for (const { value } of batch) seen.push(codec.decode('raw.books', value).received_at_ms)
    })
    await sleep(1_000)
    expect(seen).toEqual([])
    registry.signal('SIGCONT')
    const follower = await following
    expect([seen, failures]).toEqual([[1, 2], []])
    await follower.stop()
  })

  it('a reader gets a retriable error', async () => {
    await append(codec.encode('raw.books', raw(1)), ofNewer(2))
    const read = async (): Promise<number[]> => {
      const seen: number[] = []
      for (const { partition } of await log.ranges(topic))
        for await (const { value } of log.read({ topic, partition, from: 0 }))
          seen.push(codec.decode('raw.books', value).received_at_ms)
      return seen
    }
    registry.signal('SIGSTOP')
    const failure: unknown = await read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(LogError)
    expect(failure).toMatchObject({ retriable: true })
    registry.signal('SIGCONT')
    expect(await read()).toEqual([1, 2])
  })

  it('onPartitionsAssigned may read its partitions, and so may coordinated tasks', async () => {
    await append(ofNewer(1), ofNewer(2))
    const readAll = async (seen: number[]): Promise<void> => {
      for (const { partition } of await log.ranges(topic))
        for await (const { value } of log.read({ topic, partition, from: 0 }))
          seen.push(codec.decode('raw.books', value).received_at_ms)
    }
    const atTaking: number[] = []
    const seen: number[] = []
    const onFatal = (error: Error): never => {
      throw error
    }
    const subscription = await log.subscribe(
      { group: 'taking', topics: [topic], onFatal, onPartitionsAssigned: () => readAll(atTaking) },
      async (batch) => {
        for (const { value } of batch) seen.push(codec.decode('raw.books', value).received_at_ms)
        return []
      },
    )
    await eventually(async () =>
      expect([atTaking, seen]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    )
    const atWork: number[] = []
    const sharing = await log.coordinateTasks(
      { group: 'work', tasks: ['one'], onFatal },
      async (_task, signal) => {
        await readAll(atWork)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      },
    )
    await eventually(async () => expect(atWork).toEqual([1, 2]))
    await sharing.stop()
    await subscription.stop()
  })

  // last: it leaves an empty registry
  it('a stage waits for a registry that has lost its schemas', async () => {
    const { port } = registry
    await registry.stop()
    registry = await startRegistry({ port })
    const stage = await runStage()
    await append(ofNewer(1))
    await sleep(2_000)
    expect([stage.seen, stage.dead]).toEqual([[], []])
    await stage.stop()
  })
})
