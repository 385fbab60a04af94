// The Kafka log keeps the contract, on a real broker.
import { jest } from '@jest/globals'
import { describeEventLog } from '../../contracts/event-log.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { openKafkaSubject } from './kafka-subject.ts'

jest.setTimeout(60_000) // a real broker on a busy machine

await describeWithServers(['kafka'], 'the log on Kafka', ({ kafka }) => {
  describeEventLog('Kafka', () => openKafkaSubject(`kafka://${kafka.brokers.join(',')}`))
})
