// The contract of the event log, on a real Kafka broker.
import { describeEventLog } from '../../contracts/event-log.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { openKafkaSubject } from './kafka-subject.ts'

await describeWithServers(['kafka'], 'the log on Kafka', ({ kafka }) => {
  describeEventLog('Kafka', () => openKafkaSubject(`kafka://${kafka.brokers.join(',')}`))
})
