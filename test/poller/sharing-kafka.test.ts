// Pollers in a group on a real broker, each with clients of its own, as processes have them.
import { afterEach, expect, it } from '@jest/globals'
import { createKafkaLogs, type KafkaLogs } from '../platform/log/kafka-logs.ts'
import { describeWithServers } from '../support/servers/describe-with-servers.ts'
import { expectSharesToMove, pollerTopics } from './support/moving-shares.ts'

await describeWithServers(['kafka'], 'pollers that share the work over Kafka', ({ kafka }) => {
  let logs: KafkaLogs | null = null
  afterEach(() => logs?.close())

  it('miss nothing and repeat nothing while shares move, also from one taken for dead', async () => {
    const opened = createKafkaLogs(kafka.brokers)
    logs = opened
    await expect(
      expectSharesToMove({
        openLog: () => opened.open(pollerTopics),
        speed: 4,
        longestMs: 280_000,
      }),
    ).resolves.toBeUndefined()
  }, 300_000)
})
