// The stages of the flow but the matcher: poller, normalizer, projector.
import type { Logger } from 'pino'
import { normalize } from '../normalizer/normalizer.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { runSink, runTransform, type StageOptions } from '../platform/run/stage.ts'
import { createTradesLog } from '../platform/run/trades-log.ts'
import type { Store } from '../platform/store/port.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createPoller, type PollerOptions } from '../poller/poller.ts'
import { createProjector } from '../projector/projector.ts'
import { roles } from '../topology.ts'

/**
 * Live, rows wait `lingerMs` for company and candles `putOffMs`; a backlog fills blocks of
 * `maxRecords`. bench/ runs at the same pace.
 */
export const projectorPace = { lingerMs: 100, maxRecords: 50_000, putOffMs: 1_000 } as const

export async function openProjector(
  lifecycle: Lifecycle,
  options: Omit<StageOptions<'projector'>, 'role'> & {
    readonly store: Store
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<void> {
  const { store, metrics, logger, ...stage } = options
  const projector = await lifecycle.open(
    'projector',
    async () => {
      const made = createProjector({
        store,
        tradesLog: createTradesLog({ ...stage, group: roles.projector.group }),
        putOffMs: projectorPace.putOffMs,
        onRefused: ({ topic, partition, offset }, reason) => {
          metrics.refusedRecords.inc({ topic, reason })
          logger.warn({ topic, partition, offset, reason }, 'a record that no table can hold')
        },
        onFlushFailed: (error) => logger.warn({ err: error }, 'candles could not be written yet'),
      })
      return made
    },
    (made) => made.stop(),
  )
  await lifecycle.open(
    'projector subscription',
    () =>
      runSink({
        ...stage,
        role: 'projector',
        sink: projector.handle,
        onTaken: projector.taken,
        maxRecords: projectorPace.maxRecords,
        lingerMs: projectorPace.lingerMs,
      }),
    (subscription) => subscription.stop(),
  )
}

export async function openNormalizer(
  lifecycle: Lifecycle,
  options: Omit<StageOptions<'normalizer'>, 'role'>,
): Promise<void> {
  await lifecycle.open(
    'normalizer',
    () => runTransform({ ...options, role: 'normalizer', transform: normalize }),
    (subscription) => subscription.stop(),
  )
}

export async function openPoller(lifecycle: Lifecycle, options: PollerOptions): Promise<void> {
  await lifecycle.open(
    'poller',
    () => {
      const poller = createPoller(options)
      poller.start()
      return poller
    },
    (poller) => poller.stop(),
  )
}
