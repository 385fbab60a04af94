// The normalizer in a process of its own, as with PROCESSES=roles: normalizer-process.ts starts it.
import { once } from 'node:events'
import { join } from 'node:path'
import { openParentChannel } from '../services/compose/processes/commit-messages.ts'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLogThroughChannel } from '../services/lib/log/lmdb.ts'
import { runTransform } from '../services/lib/run/stage.ts'
import { normalize } from '../services/normalizer/normalizer.ts'
import { topicsWithPrefix } from '../services/topology.ts'

const [directory = '', topicPrefix = ''] = process.argv.slice(2)

function fail(error: Error): never {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

const log = openLmdbLogThroughChannel(openParentChannel(process), {
  path: join(directory, 'log'),
  topics: topicsWithPrefix(topicPrefix),
  now: Date.now,
})
const codec = await openLocalCodec({ path: join(directory, 'schemas') })
process.send?.({ type: 'opened' })
await once(process, 'message')
const subscription = await runTransform({
  log,
  codec,
  topicPrefix,
  now: Date.now,
  count: () => undefined,
  onFatal: fail,
  role: 'normalizer',
  transform: normalize,
})
process.once('SIGTERM', () => {
  subscription
    .stop()
    .then(() => log.close())
    .then(() => process.exit(0), fail)
})
