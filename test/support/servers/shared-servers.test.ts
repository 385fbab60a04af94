// The servers that all test files have in common.
import { expect, it } from '@jest/globals'
import { Kafka, logLevel } from 'kafkajs'
import { describeWithServers } from './describe-with-servers.ts'

await describeWithServers(
  ['kafka', 'registry'],
  'the servers of the run',
  ({ kafka, registry }) => {
    it('are one Kafka broker', async () => {
      const admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin()
      await admin.connect()
      expect((await admin.describeCluster()).brokers).toHaveLength(1)
      await admin.disconnect()
    })

    it('are one registry', async () => {
      expect((await fetch(`${registry.url}/subjects`)).status).toBe(200)
    })
  },
)
