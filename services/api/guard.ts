// Checks every data request: the API key, and the rate limits of that key and of its account.
import type { Context } from 'koa'
import type { AccountContext } from './account-route.ts'
import { requireKey, type HeaderReader } from './authenticate.ts'
import { toRateHeaders } from './limits.ts'

/**
 * Checks a request that counts as `cost` requests in the rate limits. Resolves with the id of its account.
 * Throws a RequestError: 401 or 429.
 */
export type Guard = (ctx: Context, search: URLSearchParams, cost: number) => Promise<string>

export function createGuard({
  accounts,
  limits,
}: Pick<AccountContext, 'accounts' | 'limits'>): Guard {
  return async (ctx, search, cost) => {
    const key = requireKey(accounts, headerReader(ctx), search)
    const states = await limits.requests.take(key.id, 'key', cost)
    // not concurrently: a request over the limit of its key must not count for the account
    const accountStates = await limits.accountRequests.take(key.developer.id, 'key', cost)
    ctx.set(toRateHeaders([...states, ...accountStates]))
    return key.developer.id
  }
}

/**
 * Returns a function for all values of a header. ctx.get would join repeated headers or return only
 * the first.
 */
export function headerReader(ctx: Context): HeaderReader {
  return (name) => ctx.req.headersDistinct[name] ?? []
}
