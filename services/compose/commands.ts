// Operator commands that change the log or the store. They run only while no service uses the same data.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { readOrCreateLogIdentity } from '../lib/run/log-identity.ts'
import type { Store } from '../lib/store/port.ts'
import { createMetrics } from '../lib/telemetry/metrics.ts'
import { skipUnreadRecords, type SkippedRange } from '../ops/forget.ts'
import { replay, type ReplayResult, type ReplayableStage } from '../ops/replay.ts'
import { createEpochStarter } from '../projector/tables/store-positions.ts'
import type { Topic } from '../topology.ts'
import { createDataDir } from './data-dir.ts'
import { createServiceLifecycle } from './lifecycle.ts'
import { openLog, openMigratedStore, type LogAndCodec } from './log-and-store.ts'

interface CommandOptions {
  readonly config: Config
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Runs the command `replay`. Rejects while a service runs on the same data. */
export function replayStage(
  stage: ReplayableStage,
  options: CommandOptions,
): Promise<ReplayResult> {
  return withEventLog(options, async (parts) => {
    const { log, store, topicPrefix } = parts
    const logId = await readOrCreateLogIdentity(parts)
    const storeToTruncate =
      stage === 'projector' && store
        ? { store, beginEpoch: createEpochStarter(store, logId) }
        : null
    return replay({ stage, log, storeToTruncate, topicPrefix })
  })
}

/**
 * Runs the command `forget`: lets consumer groups skip records of the topic that they have not read and that
 * are expired or removed. Rejects while a service runs on the same data.
 */
export function skipUnreadRecordsOfTopic(
  topic: Topic,
  options: CommandOptions,
): Promise<readonly SkippedRange[]> {
  return withEventLog(options, (parts) => skipUnreadRecords({ ...parts, topic }))
}

/**
 * Runs an operation on the log. If the command needs the store, the store is locked until the operation ends.
 */
async function withEventLog<T>(
  { config, logger, now }: CommandOptions,
  run: (
    parts: LogAndCodec & {
      readonly store: Store | null
      readonly topicPrefix: string
      readonly now: () => number
    },
  ) => Promise<T>,
): Promise<T> {
  const lifecycle = createServiceLifecycle(logger)
  await createDataDir(config, logger)
  try {
    const { storeUrl } = config
    const metrics = createMetrics()
    const store =
      storeUrl === null
        ? null
        : await openMigratedStore(lifecycle, storeUrl, { logger, now, metrics })
    const opened = await openLog(lifecycle, { config, now, logger, metrics })
    return await run({ ...opened, store, topicPrefix: config.topicPrefix, now })
  } finally {
    await lifecycle.stop()
  }
}
