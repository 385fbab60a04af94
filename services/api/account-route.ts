// What a route of accounts and keys is: how it is called, what /openapi.json says about it, and what
// it answers. Unlike a route of data it may change something, and no API key opens it.
import type { WindowState } from '../platform/cache/port.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Limits } from './limits.ts'
import type { AnswerName, BodyName } from './schemas.ts'

/** What these routes are made from. */
export interface AccountContext {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly limits: Limits
}

export interface AccountRequest {
  /** Of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Values of the header of this name, as often as it was sent; in lower case. */
  readonly header: (name: string) => readonly string[]
  /** Of the client; of IPv6 the network that one customer has. */
  readonly address: string
  /** The answer will tell how much the client has left, whatever becomes of the request. */
  readonly tellLimit: (states: readonly WindowState[]) => void
  /** Reads the body as JSON; throws a RequestError. */
  readonly readBody: () => Promise<unknown>
}

export interface AccountAnswer {
  readonly status: 200 | 201 | 204
  /** JSON; absent with 204. */
  readonly body?: string
}

/** A fault that only this route can have. */
export interface DocumentedFault {
  readonly status: 401 | 404 | 409
  readonly types: readonly string[]
}

export interface AccountDocument {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** `token`: a bearer token; `key`: an API key, which may be left out. */
  readonly security: 'none' | 'token' | 'optional key'
  readonly body: BodyName | null
  readonly status: AccountAnswer['status']
  readonly answer: AnswerName | null
  readonly faults: readonly DocumentedFault[]
}

export interface AccountRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As OpenAPI writes it: `/v1/keys/{key_id}`. */
  readonly path: string
  readonly document: AccountDocument
  /** Throws a RequestError for whatever the request is to blame for. */
  answer(request: AccountRequest): Promise<AccountAnswer>
}
