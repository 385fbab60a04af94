// What kafkajs tells: much of it is told as an error and is a normal hour of a cluster. What matters
// reaches us as an error that we tell ourselves; the rest is there for who looks for it.
import type { logCreator } from 'kafkajs'
import type { LogLogger } from '../rounds.ts'

export interface KafkaLogger extends LogLogger {
  debug(fields: object, message: string): void
}

export function toLogCreator(logger: KafkaLogger | null): logCreator {
  return () =>
    ({ namespace, log }) => {
      const { message, ...fields } = log
      logger?.debug({ kafkajs: namespace, ...fields }, message)
    }
}
