// A request that is being served, and its response as data. send.ts writes the response.
import type { Context } from 'koa'

export interface Exchange {
  readonly ctx: Context
  readonly requestId: string
  /** Headers that the response has even if the request fails later on. */
  readonly headers: Record<string, string>
}

export interface HttpResponse {
  readonly status: number
  /** No header that send.ts adds, and none that the exchange has. */
  readonly headers: Readonly<Record<string, string>>
  readonly content?: Content
}

export interface Content {
  /** Content-Type */
  readonly type: string
  readonly body: string | Buffer
  /** Identifies the body, for ETag. If absent, it is computed from the body. */
  readonly tag?: string | undefined
}

export const jsonType = 'application/json; charset=utf-8'

export type Handle = (exchange: Exchange) => HttpResponse | Promise<HttpResponse>
