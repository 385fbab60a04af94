// The stages of the flow: poller, normalizer, matcher, projector.
import type { Logger } from 'pino'
import { createMatcher, type Matcher, type MatcherOptions } from '../matcher/matcher.ts'
import { normalize } from '../normalizer/normalizer.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { retryRetriable } from '../platform/run/retry.ts'
import { runSink, runTransform, type StageOptions } from '../platform/run/stage.ts'
import { createTradesLog } from '../platform/run/trades-log.ts'
import type { Store } from '../platform/store/port.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createMatcherObserver } from '../platform/telemetry/observers.ts'
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
      await retryRetriable(() => made.start())
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

/** The markets are read in the background: at the size of both platforms that takes minutes. */
export async function openMatcher(
  lifecycle: Lifecycle,
  options: Omit<MatcherOptions, 'observer'> & {
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<Matcher> {
  const { metrics, logger, ...rest } = options
  return lifecycle.open(
    'matcher',
    () => {
      const matcher = createMatcher({ ...rest, observer: createMatcherObserver(metrics, logger) })
      matcher.start().catch(options.onFatal)
      return matcher
    },
    (matcher) => matcher.stop(),
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
