// What the feeds need of a platform: its lists, its trades by time, its books, in words that both
// platforms share. platform-a.ts and platform-b.ts keep it.
import type { Platform } from '../../../schemas/generated/events.ts'

/** What the poller has to know of a market itself; the normalizer reads the body on its own. */
export interface MarketFacts {
  /** open: still trades or will; settling: closed, result not final; final: nothing more to come. */
  readonly phase: 'open' | 'settling' | 'final'
  /** Whether it has an order book now. */
  readonly hasBook: boolean
  /** Token ids, first outcome first; empty on platform_b. */
  readonly tokens: readonly string[]
  readonly outcomes: readonly string[]
  /** Only for deciding what to fetch first. */
  readonly volume24h: number
  readonly volumeTotal: number
  /** The platform says in so many words that nothing was ever traded. */
  readonly neverTraded: boolean
  readonly createdMs: number | null
  readonly closedMs: number | null
  /** The platform's own time of the last change, as it wrote it; empty if it gives none. */
  readonly mark: string
}

export interface ListedMarket {
  /** Unified id. */
  readonly id: string
  /** Empty when the platform gave none. */
  readonly nativeId: string
  /** JSON text, byte for byte. */
  readonly body: string
  readonly facts: MarketFacts
}

export interface ListedEvent {
  /** Unified id. */
  readonly id: string
  readonly nativeId: string
  /** JSON text, byte for byte, without the nested markets. */
  readonly body: string
  /** What of the event its markets show (title, tags ...), as one text: not volumes and the like. */
  readonly shown: string
}

/** An event with its markets, or markets that have none, as one answer gave them. */
export interface Listing {
  readonly event: ListedEvent | null
  readonly markets: readonly ListedMarket[]
  readonly url: string
  readonly receivedAtMs: number
}

/** A market met outside its event; the event has to be fetched to publish the two together. */
export interface MarketRef {
  readonly market: ListedMarket
  readonly eventNativeId: string | null
  readonly url: string
  readonly receivedAtMs: number
}

/** One page of a list. */
export interface ListPage {
  readonly listings: readonly Listing[]
  readonly refs: readonly MarketRef[]
  /** Identity of the first entry: a list that shows it again is going round in circles. */
  readonly first: string | null
  readonly next: string | null
}

export interface List {
  /** Names its checkpoint and its counts. */
  readonly name: string
  /** `open` lists are walked again and again, `past` ones once, in the background. */
  readonly kind: 'open' | 'past'
  /** Entries a page may have at most; fewer are asked for when a page is too large to read. */
  readonly pageSize: number
  page(cursor: string | null, pageSize: number, signal: AbortSignal): Promise<ListPage>
}

/** Whole Unix seconds, half-open. */
export interface Window {
  readonly fromS: number
  readonly untilS: number
}

/** All markets of the platform, or some of them. */
export type TradeScope =
  | {
      readonly kind: 'tape'
      /** Native ids to ask for one by one where the platform gives no tape. */
      readonly markets: () => readonly string[]
    }
  | { readonly kind: 'markets'; readonly nativeIds: readonly string[] }

export interface TradeIdentity {
  readonly marketNativeId: string
  /** The same for two rows only if the platform describes them with the same words. */
  readonly key: string
  /** null when the row has no usable time: it belongs to no window and to all. */
  readonly timeMs: number | null
}

/** How a row was had. */
export interface Fetched {
  /** JSON text, byte for byte. */
  readonly body: string
  readonly url: string
  readonly receivedAtMs: number
}

export interface TradeRow extends TradeIdentity, Fetched {}

export interface TradeAnswer {
  /** Those of the window (and those without a time), in no order. */
  readonly rows: readonly TradeRow[]
  /** Whether that is all there is; if not, ask for a shorter window or fewer markets. */
  readonly isWhole: boolean
  /** The platform did not keep to the window: a shorter one would not give more. */
  readonly isIndivisible?: boolean
}

export interface ActivityIdentity extends TradeIdentity {
  /** Lower case; empty if the row does not say whose it is. */
  readonly wallet: string
  /** It names a token, and which outcome that is only its market tells. */
  readonly needsTokens: boolean
}

export interface ActivityRow extends ActivityIdentity, Fetched {}

export interface ActivityAnswer extends TradeAnswer {
  readonly rows: readonly ActivityRow[]
  /** Of an answer that is not whole: from this second on nothing is missing. */
  readonly wholeFromS?: number
}

export interface BookTarget {
  readonly id: string
  readonly nativeId: string
  readonly tokens: readonly string[]
}

export interface BookAnswer {
  readonly id: string
  readonly body: string
  readonly url: string
  readonly receivedAtMs: number
  /** The platform's own stamp of this state of the book; null where it gives none. */
  readonly stamp: string | null
}

/** All calls reject with UpstreamError, or with the signal's reason. */
export interface Source {
  readonly platform: Platform
  readonly lists: readonly List[]
  /** Markets that changed since that instant (platform's clock), newest first where there is an order. */
  changed(sinceMs: number, signal: AbortSignal): AsyncIterable<readonly MarketRef[]>
  /** With all their markets; those it cannot find are left out. */
  events(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly Listing[]>
  /** Open or closed; those it cannot find are left out. */
  lookup(nativeIds: readonly string[], signal: AbortSignal): Promise<readonly MarketRef[]>
  /** Whether a trade of that market is worth a look-up of it. */
  isDiscoverable(nativeId: string): boolean
  /** Whether no trade is older than its market's `createdMs`. */
  readonly isCreationFirst: boolean
  /** How many markets one request for trades may name. */
  readonly marketsPerTradeRequest: number
  trades(
    scope: TradeScope,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer>
  /** What one wallet did, of all kinds; null where the platform has no wallets. */
  readonly activity:
    | ((
        wallet: string,
        window: Window,
        maxRows: number,
        signal: AbortSignal,
      ) => Promise<ActivityAnswer>)
    | null
  /** What identifies a trade that was published before, from its body alone. */
  identify(body: string): TradeIdentity
  /** Asks the host of the trades something small, so that `nowMs` is known. */
  ping(signal: AbortSignal): Promise<void>
  /** Clock of the host of the trades: see Upstream.nowMs. */
  readonly nowMs: () => number
  readonly booksPerRequest: number
  /** Those without a book are left out. */
  books(targets: readonly BookTarget[], signal: AbortSignal): Promise<readonly BookAnswer[]>
  close(): Promise<void>
}
