// A request that is being served, and its response as data. send.ts writes the response.
import type { Readable } from 'node:stream'
import type { Context } from 'koa'
import type { WindowState } from '../../lib/cache/port.ts'
import type { LiveResponse } from '../route.ts'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'

/** Names and values alternate, as writeHead takes them. */
export type HeaderList = readonly string[]

/** A request that is being served, and the headers that its response has even if the request fails later. */
export interface HttpExchange {
  readonly ctx: Context
  readonly requestId: string
  readonly headers: string[]
  /** The states of the rate limits that counted the request; empty if none did. */
  rateStates: readonly WindowState[]
}

export interface HttpResponse {
  readonly status: number
  /** Does not include the headers that send.ts adds, nor the headers of HttpExchange. */
  readonly headers: HeaderList
  readonly content?: Content
  /** Instead of `content`. */
  readonly stream?: StreamedContent
  /** Used instead of `content`: a response that continues until the connection is closed. */
  readonly live?: LiveResponse
}

/** A body in several parts is sent one part after the other, so that the parts need not be copied. */
export type Body = string | Buffer | readonly Buffer[]

export function toOneBuffer(body: Buffer | readonly Buffer[]): Buffer {
  return isInParts(body) ? Buffer.concat(body) : body
}

export function isInParts(body: Body): body is readonly Buffer[] {
  return Array.isArray(body)
}

export interface Content {
  /** Content-Type */
  readonly type: string
  readonly body: Body
  /** Identifies the body, for the ETag. If absent, send.ts computes it from the body. */
  readonly tag?: string | undefined
}

/** A body that is too large for memory. The response has no ETag. */
export interface StreamedContent {
  /** Content-Type */
  readonly type: string
  /** Destroyed when the client disconnects. */
  readonly body: Readable
}

export type Handle = (exchange: HttpExchange) => MaybePromise<HttpResponse>

export const eventStreamType = 'text/event-stream'

export const csvType = 'text/csv; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'

export function toHeaderList(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}

export function appendHeaders(list: string[], headers: Readonly<Record<string, string>>): void {
  // `for in` is the fastest loop over properties. It includes inherited ones, but header objects have none.
  for (const name in headers) list.push(name, headers[name] ?? '')
}
