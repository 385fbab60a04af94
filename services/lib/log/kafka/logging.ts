// Forwards the log lines of kafkajs at level debug. kafkajs logs many routine events of a cluster as errors;
// errors that matter reach the log through our own error handling.
import type { logCreator } from 'kafkajs'
import type { LogLogger } from '../loop.ts'

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
