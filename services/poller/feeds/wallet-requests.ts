// Follows the topic of wallets that somebody asked about: what it holds, and then each as it comes.
import { parseWallet } from '../../domain/wallet.ts'
import { CodecError, type Codec } from '../../platform/codec/port.ts'
import type { EventLog, LogRecord } from '../../platform/log/port.ts'
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import { followTopic, type Following } from '../follow-topic.ts'
import type { PollerObserver } from '../observer.ts'

/** Resolves when all that the topic holds was told; rejects with the signal's reason. */
export async function openWalletRequests(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly observer: PollerObserver
  readonly signal: AbortSignal
  readonly onRequest: (request: WalletRequest) => void
}): Promise<Following> {
  const { log, codec, observer, signal } = options

  /** A request that makes no sense harms nobody but itself. */
  function take(record: LogRecord): void {
    try {
      const request = codec.decode('wallet-requests', record.value)
      const wallet = parseWallet(request.wallet)
      if (wallet !== null) return options.onRequest({ ...request, wallet })
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
    }
    observer.count('left_out', { platform: 'platform_a', reason: 'malformed_request' })
  }

  const topic = `${options.topicPrefix}wallet-requests`
  return followTopic({ log, topic, signal }, async (batch) => {
    for (const record of batch) take(record)
  })
}
