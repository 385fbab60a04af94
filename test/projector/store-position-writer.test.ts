// The check that the store still has what this process wrote.
import { expect, it } from '@jest/globals'
import type { Store } from '../../services/lib/store/port.ts'
import { createStorePositionWriter } from '../../services/projector/store-position-writer.ts'

const logId = 'a log'
const at = (offset: number) => ({ topic: 'trades', partition: 0, offset })

it('tolerates a position that is written while a slow query of another write runs', async () => {
  let rows: object[] = []
  const answers: (() => void)[] = []
  const store = {
    async query() {
      const found = rows
      await new Promise<void>((resolve) => answers.push(resolve))
      return found
    },
    insert(_table: string, _columns: unknown, inserted: readonly unknown[][]) {
      const [topic, partition, , position, version] = inserted[0] ?? []
      rows = [{ topic, partition, log_id: logId, position, version }]
      return Promise.resolve()
    },
  } as unknown as Store
  const writer = createStorePositionWriter({
    store,
    logId,
    epoch: 0,
    deferMs: 60_000,
    onSaveFailed: () => undefined,
  })
  writer.deferPositions([at(5)])
  const first = writer.flush()
  writer.deferPositions([at(9)])
  const second = writer.flush()
  answers[0]?.()
  await first
  answers[1]?.()
  await second
  writer.throwIfStoreReplaced()
  expect(rows).toMatchObject([{ position: 9 }])
})
