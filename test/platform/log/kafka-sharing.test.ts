// Members that share out work: what each is left with, and what becomes of it when they are stopped
// in the middle, believed dead, replaced, and wake up, or are killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, jest } from '@jest/globals'
import { assignShares } from '../../../services/platform/log/kafka/share-assignment.ts'
import type { TopicSettings } from '../../../services/platform/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../contracts/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createRandom } from '../store/seeded.ts'
import { createKafkaLogs, readFrom, textsOf } from './kafka-logs.ts'

jest.setTimeout(240_000) // child processes start slowly on a busy machine

describe('what each member is given', () => {
  const share = (count: number, members: Record<string, readonly number[]>) =>
    Object.fromEntries(
      assignShares(
        count,
        Object.entries(members).map(([memberId, holds]) => ({ memberId, holds })),
      ),
    )

  it.each([
    ['all, where it is alone', 3, { a: [] }, { a: [0, 1, 2] }],
    [
      'nothing of what another one still holds',
      4,
      { a: [0, 1, 2, 3], b: [] },
      { a: [0, 1], b: [] },
    ],
    ['that, once it is free', 4, { a: [0, 1], b: [] }, { a: [0, 1], b: [2, 3] }],
    [
      'what it holds, where that is fair',
      5,
      { a: [4, 1], b: [0, 3, 2] },
      { b: [0, 3, 2], a: [4, 1] },
    ],
    ['what a dead one held', 5, { a: [0, 3], b: [1] }, { a: [0, 3, 2], b: [1, 4] }],
    ['nothing, where there are more members than shares', 1, { a: [], b: [0] }, { b: [0], a: [] }],
    ['of two that hold the same, one', 2, { a: [0], b: [0] }, { a: [0], b: [1] }],
    ['no share that is not there', 2, { a: [7, 1], b: [] }, { a: [1], b: [0] }],
  ])('%s', (_, count, members, parts) => {
    expect(share(count, members)).toEqual(parts)
  })

  it('is fair after some rounds, whoever comes and goes, and no share is ever given to two', () => {
    const random = createRandom(Math.floor(Math.random() * 2 ** 31))
    let holds: Record<string, readonly number[]> = { m0: [] }
    for (let round = 1; round < 300; round += 1) {
      const count = 12
      const come = random.integer(3) === 0 ? { [`m${round}`]: [] } : {}
      const stay = Object.entries(holds).filter(() => random.integer(10) > 0)
      let now: Record<string, readonly number[]> = { ...Object.fromEntries(stay), ...come }
      if (Object.keys(now).length === 0) now = { m: [] }
      for (let settling = 0; settling < 2; settling += 1) {
        const parts = share(count, now)
        for (const [one, part] of Object.entries(parts))
          for (const [other, held] of Object.entries(now))
            if (other !== one)
              expect([random.seed, part.filter((s) => held.includes(s))]).toEqual([random.seed, []])
        now = parts
      }
      const sizes = Object.values(now).map((part) => part.length)
      expect([
        random.seed,
        Object.values(now)
          .flat()
          .toSorted((a, b) => a - b),
      ]).toEqual([random.seed, [...Array(count).keys()]])
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      holds = now
    }
  })
})

const childFile = fileURLToPath(new URL('./kafka-share-child.ts', import.meta.url))
const count = 6
const topics: TopicSettings = {
  out: { partitions: count, cleanup: 'delete', retentionMs: Infinity },
}
const members = 3
const blows = 10

await describeWithServers(['kafka'], 'members that share out work', ({ kafka }) => {
  it('and die, or only seem to, leave nothing undone and do nothing twice', async () => {
    const random = createRandom(Math.floor(Math.random() * 2 ** 31))
    const logs = createKafkaLogs(kafka.brokers)
    const log = await logs.open(topics)
    const url = `kafka://${kafka.brokers.join(',')}?session=1`
    const children: ChildProcess[] = []
    const holds = new Map<ChildProcess, Set<number>>()

    async function start(at: number): Promise<void> {
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', childFile, url, logs.prefix, `${count}`],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const before = children[at]
      if (before) holds.delete(before)
      children[at] = child
      const held = new Set<number>()
      holds.set(child, held)
      await new Promise<void>((resolve) => {
        if (!child.stdout) return
        createInterface(child.stdout).on('line', (line) => {
          const [what, share] = line.split(' ')
          if (what === 'ready') resolve()
          if (what === 'begin') held.add(Number(share))
          if (what === 'end') held.delete(Number(share))
        })
      })
    }

    const lengths = (): Promise<number[]> =>
      Promise.all(
        [...Array(count).keys()].map(async (p) => (await readFrom(log, 'out', 0, p)).length),
      )

    try {
      await Promise.all(Array.from({ length: members }, (_, i) => start(i)))
      for (let i = 0; i < blows; i += 1) {
        await sleep(200 + random.integer(600))
        const at = random.integer(members)
        const child = children[at]
        if (random.integer(100) < 70) {
          child?.kill('SIGSTOP')
          await sleep(1_300 + random.integer(1_500))
          child?.kill('SIGCONT')
        } else {
          child?.kill('SIGKILL')
          await start(at)
        }
      }
      const before = await lengths()
      await eventually(async () => {
        for (const [p, length] of (await lengths()).entries())
          expect(length).toBeGreaterThan((before[p] ?? 0) + 3)
      })
      // who was only stopped knows by now what is no longer its own
      await eventually(async () => {
        const parts = [...holds.values()].map((held) => [...held])
        expect(parts.flat().toSorted((a, b) => a - b)).toEqual([...Array(count).keys()])
        expect(parts.map((part) => part.length)).toEqual([2, 2, 2])
      })
      for (let p = 0; p < count; p += 1) {
        const texts = textsOf(await readFrom(log, 'out', 0, p))
        expect([random.seed, texts]).toEqual([random.seed, [...texts.keys()].map(String)])
      }
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await logs.close()
    }
  })

  it('wait for nobody but for the share that is slow to end', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const log = await logs.open(topics)
    const group = `${logs.prefix}slow`
    const begun: string[] = []
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const join = (name: string) =>
      log.share({ group, count: 6, onFatal: noFatal }, async (part, signal) => {
        begun.push(`${name} ${part}`)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        if (name === 'first' && part === 5) await gate
      })
    try {
      await join('first')
      await eventually(async () => expect(begun.length).toBe(6))
      await join('second')
      await eventually(async () =>
        expect(begun).toEqual(expect.arrayContaining(['second 3', 'second 4'])),
      )
      await join('third')
      // of `first` and `second` each gives something up, though share 5 has not ended yet
      await eventually(async () => expect(begun.some((b) => b.startsWith('third'))).toBe(true))
      expect(begun.filter((b) => b.endsWith(' 5'))).toEqual(['first 5'])
      letGo()
      await eventually(async () => expect(begun.filter((b) => b.endsWith(' 5')).length).toBe(2))
    } finally {
      letGo()
      await logs.close()
    }
  })

  it('cannot be in a group that subscribes, and are told so', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const log = await logs.open(topics)
    const group = `${logs.prefix}both`
    const fatal: string[] = []
    try {
      await log.share({ group, count: 1, onFatal: noFatal }, async (_share, signal) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      })
      await sleep(300)
      await log.subscribe(
        { group, topics: ['out'], onFatal: (error) => fatal.push(error.message) },
        async () => [],
      )
      await eventually(async () => expect(fatal[0]).toMatch(/INCONSISTENT_GROUP_PROTOCOL/))
    } finally {
      await logs.close()
    }
  })
})
