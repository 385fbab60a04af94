// The Kafka log keeps the contract, on a real broker.
import { randomUUID } from 'node:crypto'
import { jest } from '@jest/globals'
import { openKafkaLog } from '../../../services/platform/log/kafka.ts'
import { describeEventLog } from '../../contracts/event-log.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { prefixTopics, withoutPrefix } from './prefixed-log.ts'

jest.setTimeout(60_000) // a real broker on a busy machine

await describeWithServers(['kafka'], 'the log on Kafka', ({ kafka }) => {
  describeEventLog('Kafka', async () => {
    const prefix = `contract-${randomUUID()}.`
    const open = async () => {
      const log = await openKafkaLog({
        url: `kafka://${kafka.brokers.join(',')}`,
        topics: prefixTopics(prefix, contractTopics),
        clientId: 'contract',
        prefix,
      })
      return withoutPrefix(prefix, log)
    }
    let log = await open()
    return {
      log,
      async reopen() {
        await log.close()
        log = await open()
        return log
      },
      close: () => log.close(),
    }
  })
})
