// Members of a group that are frozen while they work, removed by the group, replaced and resumed; and members
// that are killed. Every record is copied once, in order.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import type { TopicSettings } from '../../../services/lib/log/port.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createSeededRandom } from '../../support/random.ts'
import { createKafkaLogs, readFrom, textsOf } from './kafka-logs.ts'

const childFile = fileURLToPath(new URL('./kafka-child.ts', import.meta.url))
const partitions = 6
const topics: TopicSettings = {
  in: { partitions, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions, cleanup: 'delete', retentionMs: Infinity },
}
const members = 3
const faults = 10

await describeWithServers(
  ['kafka'],
  'members that die, and members that only seem to',
  ({ kafka }) => {
    it('copy every record once, in order', async () => {
      const random = createSeededRandom()
      const logs = createKafkaLogs(kafka.brokers)
      const log = await logs.open(topics)
      const url = `kafka://${kafka.brokers.join(',')}?session=1`
      const children: ChildProcess[] = []

      async function start(at: number): Promise<void> {
        const child = spawn(
          process.execPath,
          ['--import', 'tsx', childFile, url, logs.prefix, `${partitions}`],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        children[at] = child
        if (child.stdout) await once(createInterface(child.stdout), 'line')
      }

      const writer = await log.openWriter('test')
      let isWriting = true
      let last = 0
      const writing = (async () => {
        while (isWriting) {
          last += 1
          await writer.append(
            Array.from({ length: partitions }, (_, partition) => ({
              topic: 'in',
              key: null,
              partition,
              value: Buffer.from(`${last}`),
            })),
          )
          await sleep(10)
        }
      })()
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
        isWriting = false
        await writing
        const all = Array.from({ length: last }, (_, i) => `${i + 1}`)
        for (let p = 0; p < partitions; p += 1) {
          await eventually(async () =>
            expect((await readFrom(log, 'out', 0, p)).length).toBeGreaterThanOrEqual(last),
          )
          expect([`seed ${random.seed}`, ...textsOf(await readFrom(log, 'out', 0, p))]).toEqual([
            `seed ${random.seed}`,
            ...all,
          ])
        }
      } finally {
        isWriting = false
        for (const child of children) child.kill('SIGKILL')
        await logs.close()
      }
    })
  },
)
