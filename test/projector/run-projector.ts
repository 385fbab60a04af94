// Records into a store, batch by batch, as the projector is run.
import type { ProjectorRecord } from '../../services/projector/table-rows.ts'
import { createProjector } from '../../services/projector/projector.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { allPartitions, createTradesTopic } from './records.ts'

export function aRecord<T extends ProjectorRecord['topic']>(
  topic: T,
  offset: number,
  value: Extract<ProjectorRecord, { topic: T }>['value'],
): ProjectorRecord {
  return { topic, partition: 3, offset, key: null, value } as ProjectorRecord
}

/** What was refused: topic, offset and reason of each. */
export async function projectInto(
  store: Store,
  ...batches: readonly (readonly ProjectorRecord[])[]
): Promise<string[]> {
  const refusals: string[] = []
  const projector = createProjector({
    epoch: 0,
    store,
    tradesLog: createTradesTopic(),
    deferMs: 1,
    onRefused: (record, reason) => refusals.push(`${record.topic} ${record.offset} ${reason}`),
    onCandlesWritten: () => undefined,
    onFlushFailed: (error) => {
      throw error
    },
  })
  const { signal } = new AbortController()
  await projector.onPartitionsAssigned(allPartitions, signal)
  for (const batch of batches) await projector.handle(batch, signal)
  await projector.stop()
  return refusals
}
