// Measures how fast each topic of the log grows under `npm start` with its simulator.
//   npm run bench:growth -- [--minutes 3]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProgram } from './child-program.ts'
import { directoryBytes, topicSizes, type TopicSize } from './disk.ts'
import { describeMachine } from './machine.ts'
import { topicPrefix } from './pipeline.ts'
import { tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' } } })
const minutes = Number(values.minutes)
const minuteMs = 60_000

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1)
try {
  process.stdout.write(`${describeMachine()}bytes are those of pages in use, in MB\n`)
  const service = startProgram('services/main.ts', {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    SIMULATOR_PORT: '0',
  })
  await service.line(/The api is at/)
  const seen: (readonly TopicSize[])[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(minuteMs)
    seen.push(await topicSizes(join(directory, 'log'), topicPrefix))
  }
  await service.kill()
  const last = seen.at(-1) ?? []
  const beforeLast = seen.at(-2) ?? []
  process.stdout.write(
    tableHead([
      'topic',
      ...seen.map((_, i) => `MB after ${i + 1} min`),
      'records',
      'bytes a record',
      'records in the last minute',
      'MB in the last minute',
    ]),
  )
  last.forEach(({ topic, records, bytes }, index) => {
    process.stdout.write(
      tableRow([
        topic,
        ...seen.map((sizes) => mb(sizes[index]?.bytes ?? 0)),
        records,
        records === 0 ? '' : (bytes / records).toFixed(0),
        records - (beforeLast[index]?.records ?? 0),
        mb(bytes - (beforeLast[index]?.bytes ?? 0)),
      ]),
    )
  })
  for (const name of ['log', 'store'])
    process.stdout.write(`${name} on disk: ${mb(await directoryBytes(join(directory, name)))} MB\n`)
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
