// The response headers of /openapi.json. Web pages of other origins may read all of them (http/cors.ts).
import type { Json } from './openapi-schema.ts'

export const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description:
      'Id of the request: the X-Request-Id of the request if it had a valid one, else a new id.',
    schema: { type: 'string' },
  },
  'X-Data-Complete-Until': {
    description:
      'Unix milliseconds: all trades of the market (or activity of the wallet) before this time are known, except in the gaps. With a `source` of quotes: all recorded quotes before this time are known.',
    schema: { type: 'integer', format: 'int64' },
  },
  'X-Data-Gaps': {
    description:
      'Missing time ranges in the period of the response: `<from ms>-<until ms>;<reason>`, separated by commas, followed by `more` if there are more. Reasons: `unreachable` (will be fetched later), `truncated` (the platform does not return more), `volume` (the trades are being read again because some are missing), `not_fetched` (older than the service fetches by itself; this request has asked for them). Absent if nothing is missing.',
    schema: { type: 'string' },
  },
  'X-Data-Final': {
    description:
      '`true` if the file has all rows of its time and none of them is expected to change, so that the next request returns the same bytes; else `false`.',
    schema: { type: 'boolean' },
  },
  'Content-Disposition': {
    description: 'Suggests a name for the file.',
    schema: { type: 'string' },
  },
  'X-Ignored-Parameters': {
    description:
      'Names of query parameters that the operation does not have, separated by commas, with `?` in place of what is no likely name. They had no effect. Absent if there are none.',
    schema: { type: 'string' },
  },
  'X-Next-Cursor': {
    description: 'Cursor of the next page, for the parameter `cursor`. Absent on the last page.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Number of all markets that the search found, on all pages.',
    schema: { type: 'integer', format: 'int32' },
  },
  'X-Wallet-Not-Followed': {
    description:
      'Why the service does not fetch new activity of the wallet: `account_quota;limit=<wallets>` if your account has this many followed wallets, `service_quota;limit=<wallets>` if all accounts together have. Absent if the wallet is followed.',
    schema: { type: 'string' },
  },
  'X-History-Not-Requested': {
    description:
      'Why the service does not fetch the missing trades from before `X-Data-Gaps` with the reason `not_fetched` ends: `account_quota;limit=<markets>` if your account has requested the older trades of this many markets within a day, `service_quota;limit=<markets>` if all accounts together have. Absent if they are being fetched or none are missing.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Limit of the rate limit window that is closest to its limit.',
    schema: { type: 'integer', format: 'int64' },
  },
  'RateLimit-Remaining': {
    description:
      'Remaining requests in that window. An expensive request counts as several; the description of each operation has the rule.',
    schema: { type: 'integer', format: 'int64' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until that window ends.',
    schema: { type: 'integer', format: 'int64' },
  },
  ETag: {
    description: 'Identifies the content of the response, for `If-None-Match`.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'Whether and how long a client may keep the response.',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'Methods of the path, separated by commas.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', format: 'int64' },
  },
}

/** The headers that every response has, whatever its status. */
export const commonHeaders = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

export function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
