// A log on Kafka for the contract suite: with its own topics, and reopened on request.
import { randomUUID } from 'node:crypto'
import { openKafkaLog } from '../../../services/lib/log/kafka.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { prefixTopics, withoutPrefix } from './prefixed-log.ts'

export async function openKafkaSubject(url: string) {
  const prefix = `contract-${randomUUID()}.`
  const open = async () => {
    const topics = prefixTopics(prefix, contractTopics)
    const log = await openKafkaLog({ url, topics, clientId: 'contract', prefix, now: Date.now })
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
