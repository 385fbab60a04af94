// One subscription of a client: a channel, its markets, and the sequence numbers of its messages.
import type { Json } from '../../streams/command.ts'
import type { Frame, StreamConnection } from '../../streams/stream.ts'
import type { BookWatch } from '../../world/book-changes.ts'

export const channels = [
  'orderbook_delta',
  'trade',
  'market_lifecycle_v2',
  'multivariate_market_lifecycle',
] as const
export type Channel = (typeof channels)[number]

export const channelOf = (name: string): Channel | null =>
  channels.find((channel) => channel === name) ?? null

export interface Subscription {
  readonly sid: number
  readonly channel: Channel
  readonly usesYesPrice: boolean
  /** null: of all markets. */
  tickers: Set<string> | null
  /** Books of listed markets, by ticker. */
  readonly books: Map<string, WatchedBook>
  /** The number of books that have been added. */
  booksAdded: number
  /** Sends a reply to a command, with the next sequence number. */
  reply(type: string, id: unknown, msg?: Json): void
  /** Nothing more is sent. */
  end(): void
  /** Sends a message with the next sequence number, unless a fault prevents it. */
  send(frame: Omit<Frame, 'write' | 'isNumbered'>, message: Message, nowMs: number): void
}

export interface WatchedBook {
  readonly watch: BookWatch
  /** Identifies the market and how often it was added, for faults. */
  readonly subject: string
}

export interface Message {
  readonly type: string
  /** Of the command that asked for it. */
  readonly id?: unknown
  readonly msg: () => Json
}

export function createSubscription(
  connection: StreamConnection,
  options: Pick<Subscription, 'sid' | 'channel' | 'usesYesPrice' | 'tickers'>,
): Subscription {
  const { sid } = options
  let seq = 0
  let hasEnded = false
  return {
    ...options,
    books: new Map(),
    booksAdded: 0,
    reply(type, id, msg) {
      connection.reply(JSON.stringify({ type, id, sid, seq: ++seq, msg }))
    },
    end() {
      hasEnded = true
    },
    send(frame, { type, id, msg }, nowMs) {
      if (hasEnded) return
      const write = (): string =>
        JSON.stringify({ type, id, sid, seq: ++seq, sending_ts_ms: nowMs, msg: msg() })
      connection.send({ ...frame, isNumbered: true, write }, nowMs)
    },
  }
}
