// Asks the poller to follow wallets: appends a record to the topic `wallet-requests` when a client
// has asked about a wallet. Reads the same topic, to know which wallets are followed.
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import { LogError, type EventLog, type Follower, type Writer } from '../../lib/log/port.ts'
import type { EmittedRecord, OutputTopicOf } from '../../topology.ts'
import type { FollowedWallets } from './followed-wallets.ts'

export interface WalletRequests {
  /** Resolves when all requests in the topic have been applied to the followed wallets. */
  start(): Promise<void>
  /** Resolves when the request is durable; rejects with a LogError. */
  append(request: WalletRequest): Promise<void>
  stop(): Promise<void>
}

export function createWalletRequests(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /**
   * Name of the log writer of this process. If another process opens a writer with the same name,
   * the log rejects all further appends of this process (fencing).
   */
  readonly writerName: string
  readonly followedWallets: Pick<FollowedWallets, 'apply'>
  /** Called when the topic can no longer be read. */
  readonly onFatal: (error: Error) => void
}): WalletRequests {
  const { log, codec, topicPrefix, writerName, followedWallets, onFatal } = options
  let writer: Writer | null = null
  let follower: Follower | null = null

  /** Applies the request of a record. The poller counts invalid records. */
  function apply(value: Buffer): void {
    try {
      followedWallets.apply(codec.decode('wallet-requests', value))
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
    }
  }

  return {
    async start() {
      writer = await log.openWriter(writerName)
      const topic = `${topicPrefix}wallet-requests`
      follower = await log.follow({ topic, onFatal }, async (batch) => {
        for (const { value } of batch) apply(value)
      })
    },
    async append(request) {
      const record: EmittedRecord<OutputTopicOf<'api'> & 'wallet-requests'> = {
        topic: 'wallet-requests',
        key: request.wallet,
        value: request,
      }
      const { topic, key, value } = record
      if (!writer) throw new LogError('wallet requests are not started', { retriable: true })
      await writer.append([{ topic: topicPrefix + topic, key, value: codec.encode(topic, value) }])
    },
    async stop() {
      await follower?.stop()
      await writer?.close()
    },
  }
}
