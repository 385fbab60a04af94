// Notifications between the stream of a platform and the polling of its tape and market lists, in one
// process. They only decide when requests are sent: what is recorded and what is complete depends on requests
// alone.
import { createNotifier, type Notifier } from '../../lib/run/notifier.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { StreamProtocol } from '../../platforms/streams/protocol.ts'

/** The stream of a platform that is followed. */
export interface FollowedStream {
  readonly protocol: StreamProtocol
  readonly hints: StreamHints
}

export interface ReturnedTrade {
  readonly marketNativeId: string
  readonly timeMs: number | null
}

export interface StreamHints {
  /** Notified when the stream reports a trade: the tape is then requested at once. */
  readonly trade: Notifier
  /** Notified when the stream reports a new or changed market: changes are then requested soon. */
  readonly listing: Notifier
  /**
   * Reports that the tape has returned these trades for the first time. The stream must have sent something
   * about their markets, too.
   */
  noteTrades(trades: readonly ReturnedTrade[]): void
  /** Sets the function that noteTrades calls. */
  listen(listener: (trades: readonly ReturnedTrade[]) => void): void
}

export function createStreamHints(sleep: Sleep): StreamHints {
  let listener: (trades: readonly ReturnedTrade[]) => void = () => undefined
  return {
    trade: createNotifier(sleep),
    listing: createNotifier(sleep),
    noteTrades: (trades) => listener(trades),
    listen(next) {
      listener = next
    },
  }
}

/** Waits until a hint arrives, but for at least `minMs` and at most `ms`. If `hint` is undefined, waits for `ms`. */
export async function waitForHint(
  hint: Notifier | undefined,
  { ms, minMs }: { readonly ms: number; readonly minMs: number },
  sleep: Sleep,
  signal: AbortSignal,
): Promise<void> {
  if (hint === undefined) return sleep(ms, signal)
  await sleep(Math.min(minMs, ms), signal)
  if (ms > minMs) await hint.wait(ms - minMs, signal)
}
