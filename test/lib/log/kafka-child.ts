// A child process: a member of a group that copies `in` to `out`, a few records at a time, and prints a line
// when it has started. The test freezes, resumes and kills it.
import { setTimeout as sleep } from 'node:timers/promises'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'

const [url = '', prefix = '', partitions = '0'] = process.argv.slice(2)
const settings = {
  partitions: Number(partitions),
  cleanup: 'delete',
  retentionMs: Infinity,
} as const
const log = await openKafkaLog({
  url,
  topics: { [`${prefix}in`]: settings, [`${prefix}out`]: settings },
  clientId: 'child',
  prefix,
  now: Date.now,
})
await log.subscribe(
  {
    group: `${prefix}group`,
    topics: [`${prefix}in`],
    maxRecords: 10,
    onFatal: (error) => {
      process.stderr.write(`${error.stack}\n`)
      process.exit(1)
    },
  },
  async (batch) => {
    await sleep(Math.random() * 20)
    return batch.map(({ key, partition, value }) => ({
      topic: `${prefix}out`,
      key,
      partition,
      value,
    }))
  },
)
process.stdout.write('ready\n')
