// The interface of a route for accounts, keys and webhooks: method, path, OpenAPI document and handler. Unlike a
// data route (route.ts), an account route can change data and requires no API key. router.ts calls the handlers.
import type { WindowState } from '../lib/cache/port.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Limits } from './limits.ts'
import type { ResponseName, BodyName } from './schemas.ts'
import type { FindWebhookStart } from './webhooks/webhook-start.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** Services and settings that the account routes use. */
export interface AccountContext {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly limits: Limits
}

/** Services and settings that the webhook routes use. */
export interface WebhookContext extends AccountContext {
  readonly webhooks: Webhooks
  readonly findWebhookStart: FindWebhookStart
  /** Whether the URLs of webhooks may have hosts with addresses that are not public, and may use plain HTTP. */
  readonly allowPrivateWebhooks: boolean
}

export interface AccountRequest {
  /** Parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Returns all values of a header. `name` must be in lower case. */
  readonly header: (name: string) => readonly string[]
  /**
   * The address that rate limits count by: the client's IPv4 address or, for IPv6, its /64 network,
   * because one customer usually has a whole /64.
   */
  readonly address: string
  /**
   * Sets the RateLimit headers of the response, which are sent even if the handler throws afterwards.
   */
  readonly setRateHeaders: (states: readonly WindowState[]) => void
  /** Reads and parses a JSON body; throws a RequestError. */
  readonly readBody: () => Promise<unknown>
}

export interface AccountResponse {
  readonly status: 200 | 201 | 202 | 204
  /** JSON text. Absent if the status is 204 (No Content). */
  readonly body?: string
}

/**
 * An error status that this route can return, in addition to the errors that all routes can return
 * (openapi-errors.ts).
 */
export interface DocumentedError {
  readonly status: 401 | 404 | 409
  readonly types: readonly string[]
}

export interface AccountDocument {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** `token`: a bearer token; `optional key`: an API key, which may be omitted. */
  readonly security: 'none' | 'token' | 'optional key'
  readonly body: BodyName | null
  readonly status: AccountResponse['status']
  readonly response: ResponseName | null
  readonly errors: readonly DocumentedError[]
}

export interface AccountRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** In OpenAPI syntax, for example `/v1/keys/{key_id}`. */
  readonly path: string
  readonly document: AccountDocument
  /** Handles a request. Throws a RequestError for every error of the client. */
  handle(request: AccountRequest): Promise<AccountResponse>
}
