// A log on Kafka as the contract suite wants it: with topics of its own, opened anew when asked to.
import { randomUUID } from 'node:crypto'
import { openKafkaLog } from '../../../services/platform/log/kafka.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { prefixTopics, withoutPrefix } from './prefixed-log.ts'

export async function openKafkaSubject(url: string) {
  const prefix = `contract-${randomUUID()}.`
  const open = async () => {
    const topics = prefixTopics(prefix, contractTopics)
    const log = await openKafkaLog({ url, topics, clientId: 'contract', prefix })
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
}
