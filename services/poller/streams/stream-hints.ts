// Notifications between the stream of a platform and the polling of its tape and market lists, in
// one process. These are hints: what is recorded and complete is decided by requests alone.
import { createNotifier, type Notifier } from '../../lib/run/notifier.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { StreamProtocol } from '../../platforms/streams/protocol.ts'

/** The stream of a platform that is followed. */
export interface FollowedStream {
  readonly protocol: StreamProtocol
  readonly hints: StreamHints
}

export interface TradeSeen {
  readonly marketNativeId: string
  readonly timeMs: number | null
}

export interface StreamHints {
  /** Notified when a trade is heard on the stream: the tape is requested at once. */
  readonly trade: Notifier
  /** Notified when a market was listed or has changed its state: the changes are requested soon. */
  readonly listing: Notifier
  /** The tape returned these trades for the first time. The stream must have said something about their markets. */
  noteTrades(trades: readonly TradeSeen[]): void
  /** Sets what noteTrades calls. */
  listen(listener: (trades: readonly TradeSeen[]) => void): void
}

export function createStreamHints(sleep: Sleep): StreamHints {
  let listener: (trades: readonly TradeSeen[]) => void = () => undefined
  return {
    trade: createNotifier(sleep),
    listing: createNotifier(sleep),
    noteTrades: (trades) => listener(trades),
    listen(next) {
      listener = next
    },
  }
}

/** Waits for `ms`, or for `leastMs` if there is a hint meanwhile. Without hints, it always waits for `ms`. */
export async function waitForHint(
  hint: Notifier | undefined,
  { ms, leastMs }: { readonly ms: number; readonly leastMs: number },
  sleep: Sleep,
  signal: AbortSignal,
): Promise<void> {
  if (hint === undefined) return sleep(ms, signal)
  await sleep(Math.min(leastMs, ms), signal)
  if (ms > leastMs) await hint.wait(ms - leastMs, signal)
}
