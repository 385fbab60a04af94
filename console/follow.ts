// Follows /v1/stream for a page: connects again after the last message when the connection breaks, and reports the
// state of the connection, which the page shows.
import {
  ApiError,
  StreamError,
  type Client,
  type OpenStreamInput,
  type StreamMessage,
} from '../clients/typescript/src/client.ts'

/**
 * `connecting`: no message yet. `live`: messages arrive. `broken`: the connection broke and is tried again. `ended`: it
 * is not tried again.
 */
export type Connection =
  | { readonly kind: 'connecting' }
  | {
      readonly kind: 'live'
      /** The connection broke before, for this long. Null: it never did. */
      readonly resumedAfterMs: number | null
    }
  | { readonly kind: 'broken'; readonly sinceMs: number }
  | { readonly kind: 'ended'; readonly reason: string; readonly isKeyRejected: boolean }

export interface FollowOptions {
  /** Must not retry by itself, because `follow` does and reports the state. */
  readonly client: Pick<Client, 'stream'>
  readonly input: OpenStreamInput
  readonly signal: AbortSignal
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly onMessage: (message: StreamMessage) => void
  readonly onConnection: (connection: Connection) => void
  /** Called when the stream begins without a cursor: it does not contain what happened before. */
  readonly onBegin: () => void
}

const firstDelayMs = 500
const longestDelayMs = 10_000

/** Resolves when the signal aborts or the service ends the stream for good. */
export async function follow(options: FollowOptions): Promise<void> {
  const { client, input, signal, now, wait, onMessage, onConnection, onBegin } = options
  let after = input.after ?? null
  let brokenAtMs: number | null = null
  let failures = 0
  onConnection({ kind: 'connecting' })
  while (!signal.aborted) {
    let isOpen = false
    try {
      for await (const message of client.stream(
        { ...input, after: after ?? undefined },
        { signal },
      )) {
        if (!isOpen) {
          isOpen = true
          failures = 0
          if (after === null) onBegin()
          onConnection({
            kind: 'live',
            resumedAfterMs: brokenAtMs === null ? null : now() - brokenAtMs,
          })
          brokenAtMs = null
        }
        after = message.id ?? after
        onMessage(message)
      }
    } catch (error) {
      if (signal.aborted) return
      const end = endAfter(error)
      if (end !== null) return onConnection(end)
      // the service rejects the cursor, so the stream begins with the next message
      if (error instanceof ApiError && error.status === 422) after = null
    }
    if (signal.aborted) return
    brokenAtMs ??= now()
    onConnection({ kind: 'broken', sinceMs: brokenAtMs })
    await wait(Math.min(firstDelayMs * 2 ** failures, longestDelayMs), signal).catch(() => {})
    failures += 1
  }
}

/** Returns the final state of the connection; null if another attempt can succeed. */
function endAfter(error: unknown): Connection | null {
  const status = error instanceof ApiError ? error.status : null
  const isKeyRejected = error instanceof StreamError || status === 401
  if (!isKeyRejected && status !== 404) return null
  return { kind: 'ended', reason: (error as Error).message, isKeyRejected }
}
