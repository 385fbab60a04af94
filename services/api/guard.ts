// What a request for data has to pass: an API key, and the limits of that key.
import type { Context } from 'koa'
import type { AccountContext } from './account-route.ts'
import { requireKey, type HeaderReader } from './authenticate.ts'
import { toRateHeaders } from './limits.ts'

/** Throws a RequestError: 401 or 429. */
export type Guard = (ctx: Context, search: URLSearchParams) => Promise<void>

export function createGuard({
  accounts,
  limits,
}: Pick<AccountContext, 'accounts' | 'limits'>): Guard {
  return async (ctx, search) => {
    const key = requireKey(accounts, headerReader(ctx), search)
    ctx.set(toRateHeaders(await limits.requests.take(key.id)))
  }
}

/** Not ctx.get: that joins what was sent several times, or hides all but the first. */
export function headerReader(ctx: Context): HeaderReader {
  return (name) => ctx.req.headersDistinct[name] ?? []
}
