// Validates the wallet address in a path. Throws a RequestError (422) if it is invalid.
import { parseWallet } from '../domain/wallet.ts'
import { invalidParameters, type ErrorDetail } from './errors.ts'
import type { RouteRequest } from './route.ts'

type Params = RouteRequest['params']

/** Returns the validation errors of the address, which the response lists together with those of the query. */
export function findWalletErrors(params: Params): readonly ErrorDetail[] {
  if (parseWallet(params['address'] ?? '') !== null) return []
  return [
    {
      loc: ['path', 'address'],
      msg: 'Value error, not a wallet address: expected 0x and 40 hex digits',
      type: 'value_error',
    },
  ]
}

/** Returns the address in lower case; throws a RequestError (422) if it is not valid. */
export function requireWallet(params: Params): string {
  const wallet = parseWallet(params['address'] ?? '')
  if (wallet === null) throw invalidParameters(findWalletErrors(params))
  return wallet
}
