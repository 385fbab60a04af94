// This process's word to the poller, in the topic `wallet-requests`: somebody asked about a wallet.
import type { Codec } from '../../platform/codec/port.ts'
import { LogError, type EventLog, type Writer } from '../../platform/log/port.ts'
import type { Emitted, Writes } from '../../topology.ts'

export interface WalletRequests {
  start(): Promise<void>
  /** Resolves when it is durable; rejects with a LogError. */
  append(wallet: string): Promise<void>
  stop(): Promise<void>
}

export function createWalletRequests(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Of this process: another one that uses it shuts this one out. */
  readonly writerName: string
  /** Unix milliseconds. */
  readonly now: () => number
}): WalletRequests {
  const { log, codec, topicPrefix, writerName, now } = options
  let writer: Writer | null = null
  return {
    async start() {
      writer = await log.openWriter(writerName)
    },
    async append(wallet) {
      const record: Emitted<Writes<'api'> & 'wallet-requests'> = {
        topic: 'wallet-requests',
        key: wallet,
        value: { wallet, requested_at_ms: now() },
      }
      const { topic, key, value } = record
      if (!writer) throw new LogError('wallet requests are not open', { retriable: true })
      await writer.append([{ topic: topicPrefix + topic, key, value: codec.encode(topic, value) }])
    },
    async stop() {
      await writer?.close()
    },
  }
}
