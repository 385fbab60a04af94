// What a route of /v1 is: how it is called, what /openapi.json says about it, and what it answers.
import type { Catalog } from './catalog/catalog.ts'
import type { Store } from '../platform/store/port.ts'
import type { WalletWatch } from './wallets/wallet-watch.ts'
import type { AnswerName, QueryName } from './schemas.ts'

/** What routes are made from. */
export interface RouteContext {
  readonly store: Store
  readonly catalog: Catalog
  readonly walletWatch: WalletWatch
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface RouteRequest {
  /** Of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
}

export interface Answer {
  /** JSON. */
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Nothing that is yet to come changes it. */
  readonly isSettled?: boolean
}

export interface RouteDocument {
  readonly operationId: string
  readonly tag: 'Markets' | 'Events' | 'Matches' | 'Wallets'
  readonly summary: string
  readonly description: string
  readonly query?: QueryName
  readonly answer: AnswerName
  /** Types of the faults with which it answers 404. */
  readonly notFound: readonly string[]
  /** The answer is about one market or wallet: it tells how far that is complete. */
  readonly tellsCompleteness: boolean
}

export interface Route {
  /** As OpenAPI writes it: `/v1/markets/{market_id}`. */
  readonly path: string
  readonly document: RouteDocument
  /** Throws a RequestError for whatever the request is to blame for. */
  answer(request: RouteRequest): Promise<Answer>
}
