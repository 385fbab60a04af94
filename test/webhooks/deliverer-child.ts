// A process that delivers to webhooks until it is killed, and meanwhile appends trades whose price goes up and down.
// Arguments: the directory of the log, and the number of trades.
import { setTimeout as sleep } from 'node:timers/promises'
import { createSend } from '../../services/webhooks/send.ts'
import { runWebhooks } from '../../services/webhooks/webhooks.ts'
import { tradeValueOf } from './webhook-records.ts'
import { openWebhookLog, topicPrefix } from './webhook-log.ts'

const [directory = '', count = '0'] = process.argv.slice(2)
const { log, codec, append } = await openWebhookLog(directory)
const { now } = Date
const nothing = (): void => undefined
const delivering = runWebhooks(
  {
    log,
    codec,
    topicPrefix,
    now,
    random: () => 0,
    secret: 'the secret of the service',
    send: createSend({ allowPrivate: true, now, timeoutMs: 500 }),
    observer: {
      onMessage: nothing,
      onDeliveryAttempted: nothing,
      onDisabled: nothing,
      onCounts: nothing,
    },
  },
  new AbortController().signal,
)
// the same trades after each start, as a replay of the normalizer appends them
for (let i = 0; i < Number(count); i += 1) {
  const price = i % 2 === 0 ? '0.4' : '0.6'
  await append('trades', 'pa_1', tradeValueOf({ id: `t${i}`, price, ms: i, rawOffset: i }))
  await sleep(10)
}
await delivering
