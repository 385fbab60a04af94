// The interface of a platform's live stream, and its events in terms that are the same for all platforms.
// Each platform implements the interface in its folder; connection.ts and pool.ts contain what does not
// depend on the platform.
import type { BookSide } from '../../domain/book-levels.ts'
import type { BookSides } from '../../domain/order-book.ts'
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import type { Headers, RequestSigner } from '../credentials.ts'
import type { BookTarget, FetchedBook } from '../source.ts'

/** One object that a platform has sent on its stream. A message contains one object or an array of them. */
export interface StreamFrame {
  /** JSON text, byte for byte. */
  readonly body: string
  /** The unified id of the market that the frame is about; null if it is about no single market. */
  readonly id: string | null
  /**
   * When the platform sent or created the frame, Unix milliseconds of the platform's clock; null if the frame does not
   * say.
   */
  readonly sentAtMs: number | null
  /** null: the frame is valid, but contains nothing that is needed. */
  readonly event: StreamEvent | null
}

export type StreamEvent =
  /** The whole book of the frame's market. */
  | { readonly kind: 'snapshot'; readonly sides: BookSides }
  /** Changes of the book. `sizes`: the new sizes of the levels; `additions`: what is added to them. */
  | {
      readonly kind: 'changes'
      readonly as: 'sizes' | 'additions'
      readonly changes: readonly LevelChange[]
    }
  /** The book of the market is not known until the next snapshot, which has to be requested. */
  | { readonly kind: 'invalidated' }
  /**
   * A trade of the market, which is provisional until requests return it. `announced` is null if the frame does not
   * identify the trade and its time; the frame is then only a hint to request trades.
   */
  | { readonly kind: 'trade'; readonly announced: AnnouncedTrade | null }
  /** A market was listed, changed its state or ended. Only a hint to request markets. */
  | { readonly kind: 'listing' }
  /** Frames about books were lost on this connection. */
  | { readonly kind: 'gap' }
  /** The platform has ended a subscription: the connection has to be replaced. */
  | { readonly kind: 'ended'; readonly reason: string }
  /** The frame is not of the expected form and is ignored. */
  | { readonly kind: 'anomaly'; readonly reason: string }

export interface AnnouncedTrade {
  /** Identifies the trade among those of the platform, so that a repeated frame is recognised. */
  readonly key: string
  /** Unix milliseconds of the platform's clock. */
  readonly timeMs: number
}

export interface LevelChange extends PriceLevel {
  readonly side: BookSide
}

/**
 * The commands and messages of one connection. Commands are sent with the `send` that createSession received.
 */
export interface StreamSession {
  /** Called once, when the connection is open. */
  start(): void
  subscribe(targets: readonly BookTarget[]): void
  unsubscribe(targets: readonly BookTarget[]): void
  /** Requests new snapshots of subscribed markets. */
  requestSnapshots(targets: readonly BookTarget[]): void
  /** Reads a message. Must not throw, whatever it contains. */
  read(text: string): readonly StreamFrame[]
}

export interface StreamDeps {
  /** Signs the requests that open connections; null without credentials. */
  readonly signer: RequestSigner | null
  /**
   * The platform's clock. Signatures contain the time, and the platform rejects a signature whose time differs too much
   * from its own clock.
   */
  readonly platformNowMs: () => number
}

export interface StreamProtocol {
  readonly url: string
  /** A text to send regularly; null if the platform's server sends pings. */
  readonly ping: { readonly text: string; readonly everyMs: number } | null
  readonly maxMarketsPerConnection: number
  /** A longer message closes the connection. */
  readonly maxMessageBytes: number
  /** Returns the headers that authenticate a connection. */
  headers(): Promise<Headers>
  createSession(send: (text: string) => void): StreamSession
  /** Returns the sides of a book that was requested; null if it cannot be read. */
  sidesOf(book: FetchedBook): BookSides | null
  /** Returns the JSON text of a book, in the form in which the platform returns a requested book. */
  toBody(target: BookTarget, sides: BookSides, atMs: number | null): string
}
