// The interface through which the poller reads a platform: market lists, trades by time, wallet
// activity and order books. Each platform implements it in its folder.
import type { ContentDigests } from './content.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import type { RequestClass } from './request-class.ts'

/** The fields of a market that the poller needs. The normalizer parses the body by itself. */
export interface MarketFacts {
  /**
   * open: trading or not started; settling: closed, but the result is not final; final: nothing
   * will change.
   */
  readonly phase: 'open' | 'settling' | 'final'
  /** Whether the market has an order book now. */
  readonly hasBook: boolean
  /** Token ids in the order of the outcomes; empty if the platform has no tokens. */
  readonly tokens: readonly string[]
  readonly outcomes: readonly string[]
  /** Volumes are used only to decide which markets are fetched first. */
  readonly volume24h: number
  readonly volumeTotal: number
  /** Whether the platform states a total volume of 0; false if it states none. */
  readonly neverTraded: boolean
  readonly createdMs: number | null
  readonly closedMs: number | null
  /**
   * When the market last changed, as the platform states it; null if it does not. It may change without any other
   * field.
   */
  readonly changedMs: number | null
}

/** The state of a market as one response returned it. */
export interface MarketSnapshot extends ContentDigests {
  /** Unified id. */
  readonly id: string
  /** The platform's own id of the market; empty if the response contains none. */
  readonly nativeId: string
  /** JSON text, byte for byte. */
  readonly body: string
  readonly facts: MarketFacts
}

export interface EventSnapshot {
  /** Unified id. */
  readonly id: string
  readonly nativeId: string
  /** JSON text, byte for byte, without the nested markets. */
  readonly body: string
  /** Digest of the event's content: all fields except time stamps and figures. */
  readonly content: string
  /**
   * The event's fields that are copied to its markets (title, tags ...) as one text, to detect
   * changes. It has no volumes or other fields that change all the time.
   */
  readonly marketFields: string
}

/** An event with its markets, or markets that have no event, of one response. */
export interface SnapshotGroup {
  readonly event: EventSnapshot | null
  readonly markets: readonly MarketSnapshot[]
  readonly url: string
  readonly receivedAtMs: number
}

/**
 * A market that a response contained without its event. The poller requests the event before it publishes
 * both.
 */
export interface ListEntry {
  readonly market: MarketSnapshot
  readonly eventNativeId: string | null
  readonly url: string
  readonly receivedAtMs: number
}

/** One page of a market list. */
export interface ListPage {
  readonly groups: readonly SnapshotGroup[]
  readonly entries: readonly ListEntry[]
  /**
   * Id of the first entry. If two pages have the same first entry, the list repeats itself and the scan ends.
   */
  readonly firstKey: string | null
  readonly nextCursor: string | null
}

export interface PlatformList {
  /** Name of the list's checkpoint, and label of its metrics. */
  readonly name: string
  /** `open` lists are scanned repeatedly, `past` lists once, in the background. */
  readonly kind: 'open' | 'past'
  /** Maximum entries per page; fewer are requested if a page is too large to read. */
  readonly pageSize: number
  page(cursor: string | null, pageSize: number, signal: AbortSignal): Promise<ListPage>
}

/** A time range in whole Unix seconds; `untilS` is excluded. */
export interface Window {
  readonly fromS: number
  readonly untilS: number
}

export interface TradeIdentity {
  readonly marketNativeId: string
  /** Identifies the row: two rows have the same key only if all fields that identify a trade are equal. */
  readonly key: string
  /**
   * The time of the row; null if it is invalid. A row without a time is part of every window whose
   * response contains it.
   */
  readonly timeMs: number | null
  /**
   * Whether the tokens and outcomes of the market are needed to find out which outcome was traded; false if
   * omitted.
   */
  readonly needsMarket?: boolean
}

/** The text of a row, and the response that contained it. */
export interface FetchedRow {
  /** JSON text, byte for byte. */
  readonly body: string
  readonly url: string
  readonly receivedAtMs: number
}

export interface TradeRow extends TradeIdentity, FetchedRow {}

export interface TradeResult {
  /** The rows of the window and the rows without a time, in no particular order. */
  readonly rows: readonly TradeRow[]
  /**
   * The rows contain everything that happened before this time (Unix milliseconds, platform's clock). It is
   * the earliest `asOfMs` of the responses; -Infinity if unknown or if nothing was requested.
   */
  readonly asOfMs: number
  /** Whether the window has no other rows. If false, request a shorter window or fewer markets. */
  readonly isComplete: boolean
  /** The platform ignored the window, so a shorter one would not return more rows. */
  readonly isWindowIgnored?: boolean
}

export interface ActivityIdentity extends TradeIdentity {
  /** Lower case; empty if the row names no wallet. */
  readonly wallet: string
}

export interface ActivityRow extends ActivityIdentity, FetchedRow {}

export interface ActivityResult extends TradeResult {
  readonly rows: readonly ActivityRow[]
  /** If `isComplete` is false: the rows are complete from this second to the end of the window. */
  readonly completeFromS?: number
}

export interface BookTarget {
  readonly id: string
  readonly nativeId: string
  readonly tokens: readonly string[]
}

export interface FetchedBook {
  readonly id: string
  readonly body: string
  /** The URL of the request. For a batch request, it does not name the other markets of the batch. */
  readonly url: string
  readonly receivedAtMs: number
  /** By how much the platform's clock was ahead of the local one at the receipt; see Source. */
  readonly clockDifferenceMs: number
  /** The platform's version of this state of the book; null if the platform gives none. */
  readonly stamp: string | null
  /** Whether the body was built from the frames of a stream; no if omitted. */
  readonly fromStream?: boolean
}

/**
 * Abilities that not every platform has. A field is the implementation, or null if the platform lacks the
 * ability.
 */
export interface Capabilities {
  /**
   * Reads the trades of all markets at once. Resolves with null if the platform does not know such a request, or
   * ignores its window; if that lasts, the poller reads the trades of all recent markets for a while. It always does so
   * if a platform has no `tape`.
   */
  readonly tape:
    ((window: Window, maxRows: number, signal: AbortSignal) => Promise<TradeResult | null>) | null
  /**
   * The number of rows of `tape` on one page, if the platform counts pages from the newest row: new rows then
   * shift the pages, so the newest rows can be read reliably only if one page holds them all. null if a list
   * of any length can be read while it grows.
   */
  readonly tapePageRows: number | null
  /** Reads the books of several markets at once. If null, the poller requests each book separately. */
  readonly batchBooks: BatchBookReader | null
  /**
   * Reads the activity of one wallet, of all types. If null, the poller follows no wallets, and the platform's mapper
   * has no `toActivity`.
   */
  readonly activity:
    | ((
        wallet: string,
        window: Window,
        maxRows: number,
        signal: AbortSignal,
      ) => Promise<ActivityResult>)
    | null
}

export interface BatchBookReader {
  readonly maxMarkets: number
  read(targets: readonly BookTarget[], signal: AbortSignal): Promise<BookBatch>
}

export interface BookBatch {
  readonly books: readonly FetchedBook[]
  /** Markets whose books are missing in the batch; the poller requests these books one by one. */
  readonly missing: readonly BookTarget[]
}

/**
 * All functions reject with UpstreamError, or with the signal's reason. `requestClass` is the class of the
 * requests that a function sends; functions without this parameter always use the same class.
 */
export interface Source extends Capabilities {
  readonly platform: Platform
  readonly lists: readonly PlatformList[]
  /**
   * Markets that changed since `sinceMs` (the platform's clock), newest first if the platform sorts
   * them.
   */
  changedMarkets(sinceMs: number, signal: AbortSignal): AsyncIterable<readonly ListEntry[]>
  /** Returns the events with all their markets. Events that the platform does not find are missing. */
  events(
    nativeIds: readonly string[],
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<readonly SnapshotGroup[]>
  /** Returns the markets with these ids, open or closed. Markets that the platform does not find are missing. */
  lookup(
    nativeIds: readonly string[],
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<readonly ListEntry[]>
  /** Whether the poller looks up a market that it first sees in a trade. */
  isDiscoverable(nativeId: string): boolean
  /** Whether no trade is older than the `createdMs` of its market. */
  readonly hasNoTradesBeforeCreation: boolean
  /** How many markets the poller reads together when it reads histories. */
  readonly marketsPerTradeRequest: number
  /** The trades of the given markets. */
  trades(
    nativeIds: readonly string[],
    window: Window,
    maxRows: number,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<TradeResult>
  /** Returns the identity of a published trade, derived from its body. */
  identifyTrade(body: string): TradeIdentity
  /**
   * Sends a small request to the host of the trades, so that `nowMs` is based on a recent response.
   */
  ping(signal: AbortSignal): Promise<void>
  /**
   * Returns the current time by the clock of the host that serves trades, estimated from its responses
   * (see Upstream.nowMs). The poller derives from this time which windows it requests.
   */
  readonly nowMs: () => number
  /** By how much the platform's clock is ahead of the system clock (see Upstream.clockDifferenceMs). */
  readonly clockDifferenceMs: () => number
  /**
   * Requests the book of one market; null if the market has none. The platform may return more levels per
   * side than `depth`; 0 requests all.
   */
  book(target: BookTarget, depth: number, signal: AbortSignal): Promise<FetchedBook | null>
  close(): Promise<void>
}
