// A process beside the test, with the same log; if it has an IPC channel, with the log of the test. Its
// first argument says what it does there: `write` appends numbered groups of records until it is killed, and copies
// in.a to out, telling each append on stdout once it is acknowledged; `pack` also makes blocks of the
// records all the time; `copy` only copies; `fill` appends that many megabytes, telling how each went;
// `follow` tells the partition and the value of each record of in.a; `reset` sets the group that copies
// back to the start.
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openParentChannel } from '../../../services/compose/processes/commit-messages.ts'

import {
  openLmdbLog,
  openLmdbLogThroughChannel,
  type LmdbLog,
} from '../../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../../services/lib/log/port.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { smallestBlocks } from './block-sizes.ts'

const [what = '', path = '', amount = '0'] = process.argv.slice(2)
const options = { path, topics: contractTopics, now: Date.now, blockSizes: smallestBlocks }
const own = process.send === undefined ? await openLmdbLog(options) : null
const log = own ?? openLmdbLogThroughChannel(openParentChannel(process), options)

async function copy(from: EventLog): Promise<void> {
  await from.subscribe(
    {
      group: 'copy',
      topics: ['in.a'],
      maxRecords: 7,
      onFatal: (error) => process.emitWarning(error),
    },
    async (batch) => batch.map(({ key, value }) => ({ topic: 'out', key, value })),
  )
}

async function write(to: EventLog, first: number): Promise<void> {
  const writer = await to.openWriter('child')
  for (let n = first; ; n += 1) {
    const value = Buffer.from(String(n))
    const records = [0, 1, 2].flatMap((partition) => [
      { topic: 'in.a', key: `key-${partition}`, partition, value },
      { topic: 'in.b', key: `key-${partition}`, partition, value },
    ])
    await writer.append([...records, { topic: 'state', key: 'newest', value }])
    process.stdout.write(`${n}\n`)
  }
}

async function fill(to: EventLog, megabytes: number): Promise<void> {
  const writer = await to.openWriter('child')
  const value = randomBytes(100_000) // does not compress
  const some = Array.from({ length: 10 }, (_, i) => ({ topic: 'in.b', key: `${i}`, value }))
  for (let mb = 0; mb < megabytes; mb += 1) {
    try {
      await writer.append(some)
      process.stdout.write('appended\n')
    } catch (error) {
      process.stdout.write(`${JSON.stringify(error)}\n`)
    }
  }
}

async function follow(from: EventLog): Promise<void> {
  const onFatal = (error: Error): void => process.emitWarning(error)
  await from.follow({ topic: 'in.a', maxRecords: 7, onFatal }, async (batch) => {
    for (const { partition, value } of batch)
      process.stdout.write(`${partition} ${value.toString()}\n`)
  })
  process.stdout.write('caught up\n')
}

async function pack(to: LmdbLog): Promise<never> {
  for (;;) {
    await to.packRecords()
    await setTimeout(1)
  }
}

if (what === 'follow') {
  await follow(log)
} else if (what === 'reset') {
  const start = [0, 1, 2].map((partition) => ({ topic: 'in.a', partition, offset: 0 }))
  await log.reset('copy', start)
  await log.close()
  process.channel?.unref()
} else if (what === 'fill') {
  await fill(log, Number(amount))
  await log.close()
  process.channel?.unref()
} else {
  await copy(log)
  process.stdout.write('ready\n')
  if (what === 'pack' && own) void pack(own)
  if (what !== 'copy') await write(log, Number(amount))
}
