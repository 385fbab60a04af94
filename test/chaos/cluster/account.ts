// An api customer whose account is created before the first fault.
import {
  createKey,
  logIn,
  revokeKey,
  signUp,
  statusWith,
  type SignedUp,
} from '../../support/accounts.ts'

export interface Account {
  readonly customer: SignedUp
  /** Revoked before the first fault. */
  readonly revokedKey: string
}

export async function openAccount(apiUrl: string): Promise<Account> {
  const customer = await signUp(apiUrl)
  const token = await logIn(apiUrl, customer)
  const second = await createKey(apiUrl, token, 'revoked before the first blow')
  await revokeKey(apiUrl, token, second.id)
  return { customer, revokedKey: second.apiKey }
}

export async function faultsOfAccount(apiUrl: string, { customer, revokedKey }: Account) {
  const [live, revoked] = [
    await statusWith(apiUrl, customer.apiKey),
    await statusWith(apiUrl, revokedKey),
  ]
  await logIn(apiUrl, customer)
  return live === 200 && revoked === 401 ? [] : [`keys: ${live} for 200, ${revoked} for 401`]
}
