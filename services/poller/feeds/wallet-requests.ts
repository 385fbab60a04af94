// Follows the topic of wallets that somebody asked about: what it holds, and then each as it comes.
import { parseWallet } from '../../domain/wallet.ts'
import { CodecError, type Codec } from '../../platform/codec/port.ts'
import type { EventLog, Follower, LogRecord } from '../../platform/log/port.ts'
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import type { PollerObserver } from '../observer.ts'

export interface WalletRequests {
  /** Never resolves; rejects when nothing more can come. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** Resolves when all that the topic holds was told; rejects with the signal's reason. */
export async function openWalletRequests(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly observer: PollerObserver
  readonly signal: AbortSignal
  readonly onRequest: (request: WalletRequest) => void
}): Promise<WalletRequests> {
  const { log, codec, observer, signal } = options
  const topic = `${options.topicPrefix}wallet-requests`

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

  let fail: (error: unknown) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const end = (): void => fail(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  // It may end before anybody waits for it.
  ended.catch(() => undefined)

  const following: Promise<Follower> = log.follow({ topic, onFatal: fail }, async (batch) => {
    for (const record of batch) take(record)
  })
  // A log in trouble may take as long as it likes to catch up; we stop when we are told to.
  const follower = await Promise.race([following, ended]).catch(async (error: unknown) => {
    void following.then((late) => late.stop()).catch(() => undefined)
    throw error
  })
  return {
    ended,
    async stop() {
      signal.removeEventListener('abort', end)
      await follower.stop()
    },
  }
}
