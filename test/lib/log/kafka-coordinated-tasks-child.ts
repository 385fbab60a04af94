// A child process: a member of a group with coordinated tasks. Task n appends consecutive numbers to
// partition n of `out`, after the last one there. The process prints which tasks begin and end, and at which
// number. The test freezes, resumes and kills it.
import { setTimeout as sleep } from 'node:timers/promises'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'

const [url = '', prefix = '', taskCount = '0'] = process.argv.slice(2)
const count = Number(taskCount)
const out = `${prefix}out`
const log = await openKafkaLog({
  url,
  topics: { [out]: { partitions: count, cleanup: 'delete', retentionMs: Infinity } },
  clientId: 'child',
  prefix,
  now: Date.now,
})

async function next(partition: number): Promise<number> {
  let number = 0
  for await (const record of log.read({ topic: out, partition, from: 0 }))
    number = Number(record.value.toString()) + 1
  return number
}

async function work(name: string, signal: AbortSignal): Promise<void> {
  const task = Number(name)
  process.stdout.write(`begin ${task}\n`)
  const writer = await log.openWriter(`share-${task}`)
  try {
    for (let n = await next(task); !signal.aborted; n += 1) {
      await writer.append([{ topic: out, key: null, partition: task, value: Buffer.from(`${n}`) }])
      await sleep(Math.random() * 40)
    }
  } finally {
    await writer.close()
    process.stdout.write(`end ${task}\n`)
  }
}

await log.coordinateTasks(
  {
    group: `${prefix}group`,
    tasks: Array.from({ length: count }, (_, task) => String(task)),
    onFatal: (error) => {
      process.stderr.write(`${error.stack}\n`)
      process.exit(1)
    },
  },
  work,
)
process.stdout.write('ready\n')
