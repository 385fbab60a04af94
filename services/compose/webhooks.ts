// Opens the role webhooks. Only one of the processes with this role delivers messages; the others are on standby. Used
// by compose.ts.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { rejectOnAbort } from '../lib/run/wait.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { createWebhooksObserver } from '../lib/telemetry/observers.ts'
import { createSend } from '../webhooks/send.ts'
import type { WebhooksOptions } from '../webhooks/webhook-state.ts'
import { runWebhooks } from '../webhooks/webhooks.ts'
import { openStandbyRole } from './standby-role.ts'
import { readWebhookSecret } from './webhook-secret.ts'

/** Resolves before the webhooks are read. They are read when `startAfter` resolves. */
export async function openWebhooks(
  lifecycle: Lifecycle,
  options: Pick<WebhooksOptions, 'log' | 'codec' | 'topicPrefix' | 'now'> & {
    readonly config: Config
    readonly metrics: Metrics
    readonly logger: Logger
    readonly startAfter: Promise<void>
    readonly onFatal: (error: Error) => void
  },
): Promise<void> {
  const { config, metrics, logger, startAfter, onFatal, ...access } = options
  const { allowPrivateWebhooks: allowPrivate } = config
  const run = {
    ...access,
    random: Math.random,
    secret: await readWebhookSecret(config),
    send: createSend({ allowPrivate, now: access.now }),
    observer: createWebhooksObserver(metrics, logger),
  }
  await openStandbyRole(lifecycle, 'webhooks', { ...access, onFatal }, async (signal) => {
    await rejectOnAbort(startAfter, signal)
    await runWebhooks(run, signal)
  })
}
