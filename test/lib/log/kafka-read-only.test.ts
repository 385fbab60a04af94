// A log on Kafka with its decoder, opened only to read: it creates no topics and registers no schemas.
import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { openRegistryCodec, openRegistryDecoder } from '../../../services/lib/codec/registry.ts'
import { createSchemaLoadingLog } from '../../../services/lib/codec/schema-loading-log.ts'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { silent } from '../codec/registry-requests.ts'
import { createKafkaLogs, readFrom } from './kafka-logs.ts'

await describeWithServers(
  ['kafka', 'registry'],
  'a log that is open for reading only',
  ({ kafka, registry }) => {
    const openToRead = async (prefix: string) => {
      const decoder = openRegistryDecoder({
        url: registry.url,
        topicPrefix: prefix,
        logger: silent,
      })
      const log = await openKafkaLog({
        url: `kafka://${kafka.brokers.join(',')}`,
        topics: {
          [`${prefix}trades`]: { partitions: 1, cleanup: 'delete', retentionMs: Infinity },
        },
        createTopics: false,
        clientId: 'test',
        prefix,
        now: Date.now,
      })
      return { log: createSchemaLoadingLog(log, decoder), decoder }
    }

    it('names missing topics and does not create them', async () => {
      const logs = createKafkaLogs(kafka.brokers)
      const prefix = `missing-${randomUUID()}.`
      await expect(openToRead(prefix)).rejects.toThrow(
        `missing topics: ${prefix}trades; check TOPIC_PREFIX`,
      )
      const admin = await logs.admin()
      expect((await admin.listTopics()).filter((topic) => topic.startsWith(prefix))).toEqual([])
      await logs.close()
    })

    it('loads the schemas of the records', async () => {
      const logs = createKafkaLogs(kafka.brokers)
      const { prefix } = logs
      const codec = await openRegistryCodec({
        url: registry.url,
        topicPrefix: prefix,
        logger: silent,
      })
      const written = await logs.open({
        trades: { partitions: 1, cleanup: 'delete', retentionMs: Infinity },
      })
      const writer = await written.openWriter('test')
      const value = codec.encode('trades', { trade: null, progress: null })
      await writer.append([{ topic: 'trades', key: 'k', value }])
      const { log, decoder } = await openToRead(prefix)
      const [record] = await readFrom(log, `${prefix}trades`)
      expect(record && decoder.decode('trades', record.value)).toEqual({
        trade: null,
        progress: null,
      })
      await log.close()
      await logs.close()
    })
  },
)
