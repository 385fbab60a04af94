// Several processes that start at once on an empty log agree on one identity.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { readLogIdentity, readOrCreateLogIdentity } from '../../../services/lib/run/log-identity.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { createKafkaLogs } from './kafka-logs.ts'

const processes = 5
const rounds = 2

await describeWithServers(['kafka'], 'the identity of a new log', ({ kafka }) => {
  it('is created once by processes that open the writer at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oddslog-identity-'))
    const codec = await openLocalCodec({ path: folder })
    for (let round = 0; round < rounds; round += 1) {
      const logs = createKafkaLogs(kafka.brokers)
      const topics = {
        'log-identity': { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
      } as const
      const opened = [await logs.open(topics)]
      while (opened.length < processes) opened.push(await logs.open(topics))
      const ids = await Promise.all(
        opened.map((log) =>
          readOrCreateLogIdentity({ log, codec, topicPrefix: '', now: () => Date.now() }),
        ),
      )
      const [log] = opened
      const kept = log ? await readLogIdentity({ log, codec, topicPrefix: '' }) : null
      expect(new Set(ids)).toEqual(new Set([kept]))
      await logs.close()
    }
    await rm(folder, { recursive: true })
  })
})
