// A process that stops as the service does, but has a part that never closes. Until it ends, it appends numbers to an
// LMDB log and writes each to stdout once it is acknowledged. Arguments: the directory of the log, and the limit for
// stopping in milliseconds.
import pino from 'pino'
import { createServiceLifecycle } from '../../../services/compose/lifecycle.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { stopOnSignals, stopWithin } from '../../../services/lib/run/stop-process.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'

const [path = '', limitMs = '0'] = process.argv.slice(2)
const show = (line: string): void => void process.stdout.write(`${line}\n`)
const logger = pino(pino.destination({ dest: 2, sync: true }))
const lifecycle = createServiceLifecycle(logger)
const log = await lifecycle.open(
  'log',
  () => openLmdbLog({ path, topics: contractTopics, now: Date.now }),
  (opened) => opened.close(),
)
await lifecycle.open(
  'stuck part',
  async () => undefined,
  () => new Promise(() => undefined),
)
await lifecycle.open(
  'quick part',
  async () => undefined,
  async () => undefined,
)
stopOnSignals(
  process,
  () => stopWithin(Number(limitMs), lifecycle, logger),
  () => show('Stopping.'),
)
const writer = await log.openWriter('child')
for (let n = 0; ; n += 1) {
  await writer.append([{ topic: 'in.a', key: 'key', partition: 0, value: Buffer.from(`${n}`) }])
  show(`${n}`)
}
