// The LMDB log keeps the contract.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLmdbLog } from '../../../services/platform/log/lmdb.ts'
import { contractTopics, describeEventLog } from '../../contracts/event-log.ts'

describeEventLog('LMDB', async () => {
  const path = await mkdtemp(join(tmpdir(), 'log-'))
  const open = () => openLmdbLog({ path, topics: contractTopics, now: Date.now })
  let log = await open()
  return {
    log,
    async reopen() {
      await log.close()
      log = await open()
      return log
    },
    async close() {
      await log.close()
      await rm(path, { recursive: true })
    },
  }
})
