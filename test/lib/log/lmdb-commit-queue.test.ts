// The queue of writes to LMDB, when lmdb reports a failure before it runs the transaction.
import { expect, it } from '@jest/globals'
import type { RootDatabase } from 'lmdb'
import { createCommitQueue } from '../../../services/lib/log/lmdb/commit-queue.ts'

it('does not write what it has reported as failed', async () => {
  const transactions: (() => void)[] = []
  const env = {
    childTransaction(run: () => void) {
      transactions.push(run)
      return Promise.reject(new Error('the transaction before this one failed'))
    },
  } as unknown as RootDatabase
  const ownership = { check: () => true, confirmOwnership: () => undefined }
  const queue = createCommitQueue(env, ownership, '/')
  let writes = 0
  const commit = queue.run({ records: 1, write: () => void (writes += 1) })
  await expect(commit).rejects.toMatchObject({ retriable: true, unknown: false })
  expect(transactions).toHaveLength(1)
  expect(transactions[0]).toThrow('began after it had failed')
  expect(writes).toBe(0)
})
