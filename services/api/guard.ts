// Checks every data request: the API key, and the rate limits of that key and of its account.
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { AccountContext } from './account-route.ts'
import { createKeyCheck } from './authenticate.ts'
import type { HttpExchange } from './http/response.ts'

/**
 * Checks a request that counts as `cost` requests in the rate limits. `alreadyCounted`: how many of these requests an
 * earlier call for the same request has counted (default 0). Returns the id of the account that owns the API key.
 * Throws a RequestError (401 or 429), or rejects with it.
 */
export type Guard = (
  exchange: HttpExchange,
  search: URLSearchParams,
  cost: number,
  alreadyCounted?: number,
) => MaybePromise<string>

export function createGuard({
  accounts,
  limits,
}: Pick<AccountContext, 'accounts' | 'limits'>): Guard {
  const requireKey = createKeyCheck(accounts)
  return (exchange, search, cost, alreadyCounted = 0) => {
    const { ctx } = exchange
    return chain(requireKey(ctx.req, search, ctx.querystring), (key) => {
      const { id: accountId } = key.developer
      return chain(limits.requests.countRequest(key.id, 'key', cost, alreadyCounted), (keyStates) =>
        // the limits are checked one after the other: a request over the limit of its key must not count for the
        // account
        chain(
          limits.accountRequests.countRequest(accountId, 'key', cost, alreadyCounted),
          (accountStates) => {
            exchange.rateStates = [...exchange.rateStates, ...keyStates, ...accountStates]
            return accountId
          },
        ),
      )
    })
  }
}
