// The contract of the event log on LMDB, and what is specific to LMDB: growth, other processes, kills.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { open as openEnvironment } from 'lmdb'
import { answerCommitMessage } from '../../../services/compose/processes/commit-messages.ts'
import type { CommitMessage } from '../../../services/compose/processes/messages.ts'
import { openLmdbLog, openReadOnlyLmdbLog, type LmdbLog } from '../../../services/lib/log/lmdb.ts'
import { formatVersion, type BlockSizes } from '../../../services/lib/log/lmdb/layout.ts'
import type { TopicSettings } from '../../../services/lib/log/port.ts'
import { describeEventLog } from '../../contracts/event-log.ts'
import { noFatal, numbered, type OpenedLog } from '../../contracts/event-log/subject.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { eventually, never, sleep } from '../../support/waiting.ts'
import { smallestBlocks } from './block-sizes.ts'
import { createLogDirectory, numbersOf, records } from './log-directory.ts'

const childFile = fileURLToPath(new URL('./log-child.ts', import.meta.url))

async function openSubject(blockSizes?: BlockSizes): Promise<OpenedLog> {
  const path = await mkdtemp(join(tmpdir(), 'log-'))
  const options = { path, topics: contractTopics, now: Date.now }
  const open = () => openLmdbLog(blockSizes ? { ...options, blockSizes } : options)
  let log = await open()
  return {
    log,
    async reopen() {
      await log.close()
      log = await open()
      return log
    },
    async close() {
      await log.close()
      await rm(path, { recursive: true })
    },
  }
}

describeEventLog('LMDB', () => openSubject())
describeEventLog('LMDB with the smallest blocks', () => openSubject(smallestBlocks))

describe('the log on LMDB', () => {
  const directory = createLogDirectory()
  const children: ChildProcess[] = []

  beforeEach(() => directory.make())
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child)
    await directory.remove()
  })

  const open = (topics?: TopicSettings): Promise<LmdbLog> => directory.open(topics)

  /** Starts a process that writes to the log itself. */
  function start(what: string, ...args: string[]): ChildProcess & { lines: string[] } {
    const all = ['--import', 'tsx', childFile, what, directory.path, ...args]
    return observe(spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] }))
  }

  /** Starts a process for which `log`, of this process, writes. */
  function startBeside(log: LmdbLog, ...args: string[]): ChildProcess & { lines: string[] } {
    const [what = '', ...rest] = args
    const child = fork(childFile, [what, directory.path, ...rest], {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      void answerCommitMessage(child, message as CommitMessage, log.answerCommit)
    })
    return observe(child)
  }

  function observe(child: ChildProcess): ChildProcess & { lines: string[] } {
    children.push(child)
    const lines: string[] = []
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const parts = text.split('\n')
      text = parts.pop() ?? ''
      lines.push(...parts)
    })
    return Object.assign(child, { lines })
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  describe('time', () => {
    it('does not fall within a partition when the clock steps back', async () => {
      const log = await open()
      const writer = await log.openWriter('one')
      await writer.append(records('in.a', 10))
      directory.nowMs -= 5_000
      await writer.append(records('in.a', 10))
      for (const { partition } of await log.ranges('in.a'))
        for await (const r of log.read({ topic: 'in.a', partition, from: 0 }))
          expect(r.timestampMs).toBe(1_700_000_000_000)
    })
  })

  describe('the shape of a topic', () => {
    it('does not change once it is there: keys would move', async () => {
      await (await open()).close()
      const four = { ...contractTopics, out: { partitions: 4, cleanup: 'delete', retentionMs: 1 } }
      await expect(open(four as TopicSettings)).rejects.toThrow(
        /topic out was created as .*3.* 4|cannot/,
      )
      const more = { ...contractTopics, more: { partitions: 1, cleanup: 'delete', retentionMs: 1 } }
      const log = await open(more as TopicSettings)
      expect(await log.ranges('more')).toEqual([{ topic: 'more', partition: 0, low: 0, high: 0 }])
    })
  })

  describe('a log that is just being created', () => {
    it('is not opened for reading, and the error says why', async () => {
      const options = { path: directory.path, topics: contractTopics, now: Date.now }
      // what a first start that was killed leaves, or is doing
      const env = openEnvironment({ path: directory.path, maxDbs: 4 })
      expect(() => openReadOnlyLmdbLog(options)).toThrow('is just creating the log')
      const meta = env.openDB<unknown, string>('meta', { encoding: 'json' })
      await meta.put('format', formatVersion)
      for (const [topic, { partitions, cleanup }] of Object.entries(contractTopics))
        await meta.put(`topic ${topic}`, { partitions, cleanup })
      expect(() => openReadOnlyLmdbLog(options)).toThrow('is just creating the log')
      await env.close()
    })
  })

  describe('growth', () => {
    it('goes far beyond the first map, while another process reads', async () => {
      const log = await open()
      const writer = await log.openWriter('one')
      const large = randomBytes(200_000) // does not compress
      const child = startBeside(log, 'copy')
      for (let i = 0; i < 30; i += 1)
        await writer.append(
          Array.from({ length: 10 }, (_, k) => ({ topic: 'in.a', key: `${k}`, value: large })),
        )
      await eventually(async () =>
        expect((await log.ranges('out')).reduce((sum, r) => sum + r.high, 0)).toBe(300),
      )
      await kill(child)
      let bytes = 0
      for (const { partition } of await log.ranges('out'))
        for await (const r of log.read({ topic: 'out', partition, from: 0 }))
          bytes += r.value.length
      expect(bytes).toBe(60_000_000)
    })
  })

  describe('a full disk', () => {
    it('fails appends, which may be tried again, and loses nothing', async () => {
      // the limit is in blocks of 512 bytes; without the trap it would be a signal, not an error
      const limited = 'trap "" XFSZ; ulimit -f 20000; exec "$@"'
      const args = ['-c', limited, 'sh', process.execPath, '--import', 'tsx', childFile]
      const child = spawn('sh', [...args, 'fill', directory.path, '15'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let reported = ''
      child.stdout.on('data', (chunk: Buffer) => (reported += chunk.toString()))
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code).toBe(0)
      const lines = reported.trim().split('\n')
      const appended = lines.filter((line) => line === 'appended').length
      const failed = lines.filter((line) => line !== 'appended')
      expect(lines.length).toBe(15)
      expect(appended).toBeGreaterThan(3)
      expect(failed.length).toBeGreaterThan(3)
      for (const line of failed)
        expect(JSON.parse(line)).toMatchObject({ name: 'LogError', retriable: true })
      const log = await open()
      const writer = await log.openWriter('one')
      await writer.append(records('in.b', 1))
      const stored = (await log.ranges('in.b')).reduce((sum, r) => sum + r.high, 0)
      expect(stored).toBe(appended * 10 + 1)
    })
  })

  describe('two processes over one log', () => {
    it('read what the other writes', async () => {
      const child = start('fill', '20')
      await once(child, 'exit')
      const log = await open()
      const before = (await log.ranges('in.b')).reduce((sum, r) => sum + r.high, 0)
      expect(before).toBe(200)
      const writing = startBeside(log, 'write', '0')
      await eventually(async () => expect(writing.lines.length).toBeGreaterThan(20))
      const acknowledged = Number(writing.lines.at(-1))
      for (const numbers of await numbersOf(log, 'in.a'))
        expect(numbers.slice(0, acknowledged + 1)).toEqual([...Array(acknowledged + 1).keys()])
    })

    it('wake a subscription here by appends there', async () => {
      const log = await open()
      const seen = new Set<string>()
      await log.subscribe(
        { group: 'here', topics: ['in.a'], onFatal: () => undefined },
        async (batch) => {
          for (const r of batch) seen.add(r.value.toString())
          return []
        },
      )
      startBeside(log, 'write', '0')
      await eventually(async () => expect(seen.size).toBeGreaterThan(20))
    })

    it('follow a topic, each all of it, whoever appends, also when a writer is killed', async () => {
      const log = await open()
      const seen: number[][] = [[], [], []]
      await log.follow({ topic: 'in.a', maxRecords: 5, onFatal: noFatal }, async (batch) => {
        for (const r of batch) seen[r.partition]?.push(Number(r.value.toString()))
      })
      const there = startBeside(log, 'follow')
      const acknowledged: number[] = []
      for (let round = 0; round < 2; round += 1) {
        const child = startBeside(log, 'write', String(acknowledged.length))
        await eventually(async () => expect(child.lines.length).toBeGreaterThan(10))
        await kill(child)
        acknowledged.push(...child.lines.slice(1).map(Number))
      }
      // an append that the kill came upon may be there as well, from the next write on
      const writer = await log.openWriter('one')
      await writer.append(numbered('in.a', 15))
      const stored = await numbersOf(log, 'in.a')
      for (const numbers of stored) expect(numbers).toEqual(expect.arrayContaining(acknowledged))
      await eventually(async () => expect(seen).toEqual(stored))
      const linesOf = (p: number) => there.lines.filter((line) => line.startsWith(`${p} `))
      await eventually(async () =>
        expect([0, 1, 2].map(linesOf)).toEqual(
          stored.map((numbers, p) => numbers.map((n) => `${p} ${n}`)),
        ),
      )
      expect(there.lines).toContain('caught up')
    })

    it('fence each other as writers of one name', async () => {
      const log = await open()
      const writer = await log.openWriter('child')
      const child = startBeside(log, 'write', '0')
      await eventually(async () => expect(child.lines.length).toBeGreaterThan(1))
      await expect(writer.append(records('out', 1))).rejects.toMatchObject({ name: 'WriterFenced' })
    })

    it('consume as one group without doing anything twice, and alone when the other dies', async () => {
      const log = await open()
      const writer = await log.openWriter('one')
      const copiers = [startBeside(log, 'copy'), startBeside(log, 'copy')]
      await eventually(async () =>
        expect(copiers.map((c) => c.lines)).toEqual([['ready'], ['ready']]),
      )
      for (let n = 0; n < 60; n += 1) {
        if (n === 40) await Promise.all(copiers.slice(0, 1).map(kill))
        const text = Buffer.from(String(n))
        await writer.append(
          [0, 1, 2].map((p) => ({ topic: 'in.a', key: `key-${p}`, partition: p, value: text })),
        )
        await sleep(5)
      }
      const out = async () => (await numbersOf(log, 'out')).flat().sort((a, b) => a - b)
      await eventually(async () => expect((await out()).length).toBeGreaterThanOrEqual(180))
      expect(await out()).toEqual(Array.from({ length: 180 }, (_, i) => Math.floor(i / 3)))
      await never(() => false)
      expect((await out()).length).toBe(180)
    })
  })

  it('is written by the process that began to write last, and by no other', async () => {
    const log = await open()
    const writer = await log.openWriter('one')
    await writer.append(records('in.b', 1))
    await once(start('fill', '1'), 'exit')
    const refusal = {
      name: 'LogError',
      message: 'another process writes to the log',
      retriable: false,
    }
    await expect(writer.append(records('in.b', 1))).rejects.toMatchObject(refusal)
    await expect(log.openWriter('two')).rejects.toMatchObject(refusal)
    await expect(log.removeExpiredRecords()).rejects.toMatchObject(refusal)
    expect((await log.ranges('in.b')).reduce((sum, r) => sum + r.high, 0)).toBe(11)
  })

  describe('a reset by another process', () => {
    it('is seen by a running member at its next commit', async () => {
      const log = await open()
      const writer = await log.openWriter('one')
      const seen: number[] = []
      await log.subscribe(
        { group: 'copy', topics: ['in.a'], onFatal: () => undefined },
        async (batch) => {
          seen.push(batch.length)
          return batch.map(({ key, value: bytes }) => ({ topic: 'out', key, value: bytes }))
        },
      )
      await writer.append(records('in.a', 10))
      const copied = async () => (await log.ranges('out')).reduce((sum, r) => sum + r.high, 0)
      await eventually(async () => expect(await copied()).toBe(10))
      await once(startBeside(log, 'reset'), 'exit')
      await writer.append(records('in.a', 5))
      await eventually(async () => expect(await copied()).toBe(25))
    })
  })

  describe('kill -9 at any moment', () => {
    it.each([
      ['', 'write'],
      [', while small appends become blocks', 'pack'],
    ])(
      'loses nothing acknowledged, leaves nothing half, copies nothing twice%s',
      async (_, what) => {
        let next = 0
        for (let round = 0; round < 8; round += 1) {
          const child = start(what, String(next))
          await eventually(async () => expect(child.lines.length).toBeGreaterThan(2))
          await sleep(Math.random() * 120)
          await kill(child)
          await sleep(20)
          const log = await open()
          const partitions = [...(await numbersOf(log, 'in.a')), ...(await numbersOf(log, 'in.b'))]
          const written = partitions[0]?.length ?? 0
          const acknowledged = Number(child.lines.at(-1))
          // one append may have been made durable without its acknowledgement having come through
          expect(written).toBeGreaterThan(acknowledged)
          expect(written).toBeLessThan(acknowledged + 3)
          for (const numbers of partitions) expect(numbers).toEqual([...Array(written).keys()])
          expect(await numbersOf(log, 'state')).toEqual([[written - 1]])
          const moved = (await log.lag('copy', ['in.a'])).reduce((sum, l) => sum + l.position, 0)
          expect((await numbersOf(log, 'out')).flat().length).toBe(moved)
          next = written
          await log.close()
        }
        expect(next).toBeGreaterThan(16)
      },
    )
  })
})
