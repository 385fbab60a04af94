// States that the tables have all records of the log, for benchmarks that read without a projector.
import { candlePositions } from '../services/domain/store-positions.ts'
import { readOrCreateLogIdentity } from '../services/lib/run/log-identity.ts'
import { saveStorePositions } from '../services/projector/tables/store-positions.ts'
import { topicPrefix, type Pipeline } from './pipeline.ts'

/** As the projector of a running service does: the tables have all records. */
export async function savePositions({ log, codec, store }: Pipeline): Promise<void> {
  const logId = await readOrCreateLogIdentity({ log, codec, topicPrefix, now: Date.now })
  const positions = await Promise.all(
    (['trades', 'books', 'markets', 'audits'] as const).map(async (topic) =>
      (await log.ranges(topicPrefix + topic)).flatMap(({ partition, high: offset }) => [
        { topic, partition, offset },
        ...(topic === 'trades' ? [{ topic: candlePositions, partition, offset }] : []),
      ]),
    ),
  )
  await saveStorePositions(store, { logId, epoch: 0 }, positions.flat())
}
