// Coordinated tasks on Kafka: what happens when members are frozen, removed by the group, replaced and
// resumed, or killed.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import type { TopicSettings } from '../../../services/lib/log/port.ts'
import { noFatal } from '../../contracts/event-log/subject.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createSeededRandom } from '../../support/random.ts'
import { createKafkaLogs, readFrom, textsOf } from './kafka-logs.ts'

const childFile = fileURLToPath(new URL('./kafka-coordinated-tasks-child.ts', import.meta.url))
const count = 6
const topics: TopicSettings = {
  out: { partitions: count, cleanup: 'delete', retentionMs: Infinity },
}
const members = 3
const faults = 10

await describeWithServers(['kafka'], 'members with coordinated tasks', ({ kafka }) => {
  it('that are killed or frozen skip nothing and do nothing twice', async () => {
    const random = createSeededRandom()
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
          const [what, assign] = line.split(' ')
          if (what === 'ready') resolve()
          if (what === 'begin') held.add(Number(assign))
          if (what === 'end') held.delete(Number(assign))
        })
      })
    }

    const lengths = (): Promise<number[]> =>
      Promise.all(
        [...Array(count).keys()].map(async (p) => (await readFrom(log, 'out', 0, p)).length),
      )

    try {
      await Promise.all(Array.from({ length: members }, (_, i) => start(i)))
      for (let i = 0; i < faults; i += 1) {
        await sleep(200 + random.below(600))
        const at = random.below(members)
        const child = children[at]
        if (random.below(100) < 70) {
          child?.kill('SIGSTOP')
          await sleep(1_300 + random.below(1_500))
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

  it('wait only for the task that is slow to end', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const log = await logs.open(topics)
    const group = `${logs.prefix}slow`
    const started: string[] = []
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (letGo = resolve))
    const join = (name: string) =>
      log.coordinateTasks(
        { group, tasks: ['0', '1', '2', '3', '4', '5'], onFatal: noFatal },
        async (part, signal) => {
          started.push(`${name} ${part}`)
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          if (name === 'first' && part === '5') await gate
        },
      )
    try {
      await join('first')
      await eventually(async () => expect(started.length).toBe(6))
      await join('second')
      await eventually(async () =>
        expect(started).toEqual(expect.arrayContaining(['second 3', 'second 4'])),
      )
      await join('third')
      // `first` and `second` each give up a task, although task 5 has not ended yet
      await eventually(async () => expect(started.some((b) => b.startsWith('third'))).toBe(true))
      expect(started.filter((b) => b.endsWith(' 5'))).toEqual(['first 5'])
      letGo()
      await eventually(async () => expect(started.filter((b) => b.endsWith(' 5')).length).toBe(2))
    } finally {
      letGo()
      await logs.close()
    }
  })

  it('cannot join a group that subscribes, and get an error', async () => {
    const logs = createKafkaLogs(kafka.brokers)
    const log = await logs.open(topics)
    const group = `${logs.prefix}both`
    const fatal: string[] = []
    try {
      await log.coordinateTasks(
        { group, tasks: ['one'], onFatal: noFatal },
        async (_task, signal) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      )
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
