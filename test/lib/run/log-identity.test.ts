import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { LogError, WriterFenced, type EventLog } from '../../../services/lib/log/port.ts'
import { readLogIdentity, readOrCreateLogIdentity } from '../../../services/lib/run/log-identity.ts'
import { topicsWithPrefix } from '../../../services/topology.ts'

const topicPrefix = 'pm.'
const now = (): number => Date.now()

let folder: string
let log: EventLog
let codec: Codec

const openLog = (): Promise<EventLog> =>
  openLmdbLog({ path: join(folder, 'log'), topics: topicsWithPrefix(topicPrefix), now })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oddslog-identity-'))
  log = await openLog()
  codec = await openLocalCodec({ path: join(folder, 'schemas') })
})
afterEach(async () => {
  await log.close()
  await rm(folder, { recursive: true })
})

/** The log for a process whose attempts to open the writer fail in turn with these errors. */
function withFailingWriter(errors: Error[]): EventLog {
  return {
    ...log,
    async openWriter(name) {
      const error = errors.shift()
      if (error) throw error
      return log.openWriter(name)
    },
  }
}

const identityOf = (ofLog: EventLog): Promise<string> =>
  readOrCreateLogIdentity({ log: ofLog, codec, topicPrefix, now })

describe('the identity of a log', () => {
  it('is created once, also by several callers at the same time', async () => {
    const ids = await Promise.all([identityOf(log), identityOf(log), identityOf(log)])
    await log.close()
    log = await openLog()
    expect(new Set([...ids, await identityOf(log)]).size).toBe(1)
  })

  it('is created although other processes open the writer again and again', async () => {
    const outpaced = new LogError('INVALID_PRODUCER_EPOCH', { retriable: true })
    const id = await identityOf(withFailingWriter([outpaced, new WriterFenced('log-identity')]))
    expect(await readLogIdentity({ log, codec, topicPrefix })).toBe(id)
  })

  it('is the one that another process created in the meantime', async () => {
    const outpaced = new LogError('INVALID_PRODUCER_EPOCH', { retriable: true })
    const reading = identityOf(withFailingWriter(Array.from({ length: 5 }, () => outpaced)))
    const id = await identityOf(log)
    expect(await reading).toBe(id)
  })

  it('is not created where the log refuses it', async () => {
    const refused = new LogError('not authorized', { retriable: false })
    await expect(identityOf(withFailingWriter([refused]))).rejects.toThrow('not authorized')
  })
})
