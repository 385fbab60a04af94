// The wallet that a path names, or 422.
import { parseWallet } from '../domain/wallet.ts'
import { invalidParameters, type Fault } from './errors.ts'
import type { RouteRequest } from './route.ts'

type Params = RouteRequest['params']

/** What is wrong with the address, to be told together with what is wrong with the query. */
export function walletFaults(params: Params): readonly Fault[] {
  if (parseWallet(params['address'] ?? '') !== null) return []
  return [
    {
      loc: ['path', 'address'],
      msg: 'Value error, not the address of a wallet: 0x and 40 hex digits',
      type: 'value_error',
    },
  ]
}

/** The address in lower case. */
export function requireWallet(params: Params): string {
  const wallet = parseWallet(params['address'] ?? '')
  if (wallet === null) throw invalidParameters(walletFaults(params))
  return wallet
}
