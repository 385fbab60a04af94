// A process beside the test: a member of a group that shares out counting. The work of share n is to
// write numbers into partition n of `out`, on from the last one there. It says on stdout which works
// begin and end, and with which number. The test stops it, lets it go on, kills it.
import { setTimeout as sleep } from 'node:timers/promises'
import { openKafkaLog } from '../../../services/platform/log/kafka.ts'

const [url = '', prefix = '', shares = '0'] = process.argv.slice(2)
const count = Number(shares)
const out = `${prefix}out`
const log = await openKafkaLog({
  url,
  topics: { [out]: { partitions: count, cleanup: 'delete', retentionMs: Infinity } },
  clientId: 'child',
  prefix,
})

async function next(partition: number): Promise<number> {
  let number = 0
  for await (const record of log.read({ topic: out, partition, from: 0 }))
    number = Number(record.value.toString()) + 1
  return number
}

async function work(share: number, signal: AbortSignal): Promise<void> {
  process.stdout.write(`begin ${share}\n`)
  const writer = await log.openWriter(`share-${share}`)
  try {
    for (let n = await next(share); !signal.aborted; n += 1) {
      await writer.append([{ topic: out, key: null, partition: share, value: Buffer.from(`${n}`) }])
      await sleep(Math.random() * 40)
    }
  } finally {
    await writer.close()
    process.stdout.write(`end ${share}\n`)
  }
}

await log.share(
  {
    group: `${prefix}group`,
    count,
    onFatal: (error) => {
      process.stderr.write(`${error.stack}\n`)
      process.exit(1)
    },
  },
  work,
)
process.stdout.write('ready\n')
