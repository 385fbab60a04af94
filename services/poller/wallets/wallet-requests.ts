// Reads the topic of requested wallets from its beginning, and then each request as it is appended.
import { parseWallet } from '../../domain/wallet.ts'
import { decodeOrNull, type Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import { followTopic, type FollowedTopic } from '../follow-topic.ts'
import type { PollerObserver } from '../observer.ts'

/**
 * Resolves when all requests that were in the topic at the time of the call have been reported. Rejects with
 * the signal's reason.
 */
export async function openWalletRequests(options: {
  readonly platform: string
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly observer: PollerObserver
  readonly signal: AbortSignal
  readonly onRequest: (request: WalletRequest) => void
}): Promise<FollowedTopic> {
  const { log, codec, observer, signal } = options

  /** Reports the request of a record. An invalid request is counted and skipped. */
  function reportRequest(record: LogRecord): void {
    const request = decodeOrNull(codec, 'wallet-requests', record.value)
    const wallet = request && parseWallet(request.wallet)
    if (request && wallet) return options.onRequest({ ...request, wallet })
    observer.count('left_out', { platform: options.platform, reason: 'malformed_request' })
  }

  const topic = `${options.topicPrefix}wallet-requests`
  return followTopic({ log, topic, signal }, async (batch) => {
    for (const record of batch) reportRequest(record)
  })
}
