// Pollers in a group on a real broker, each with clients of its own, as processes have them.
import { afterEach, expect, it } from '@jest/globals'
import { createKafkaLogs, type KafkaLogs } from '../lib/log/kafka-logs.ts'
import { describeWithServers } from '../support/servers/describe-with-servers.ts'
import { expectTasksToMove, pollerTopics } from './support/moving-tasks.ts'
import { hungAfterMs } from '../support/waiting.ts'

// A busy machine is no fault: this ends what hangs.
const longestMs = hungAfterMs

await describeWithServers(['kafka'], 'pollers that share tasks over Kafka', ({ kafka }) => {
  let logs: KafkaLogs | null = null
  afterEach(() => logs?.close())

  it(
    'miss nothing and repeat nothing while tasks move, also from a zombie',
    async () => {
      const opened = createKafkaLogs(kafka.brokers)
      logs = opened
      const openLog = () => opened.open(pollerTopics)
      const moving = expectTasksToMove({ openLog, speed: 4, longestMs })
      await expect(moving).resolves.toBeUndefined()
    },
    longestMs + 20_000,
  )
})
