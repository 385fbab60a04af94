// Checks the signatures of requests to platform_b, if the simulator was told the public key. The real platform
// checks those of all requests that have one. No recording has the body of a rejection.
import { constants, verify, type KeyObject } from 'node:crypto'
import type { Route, RouteRequest, RouteResponse } from '../server/routes.ts'

export interface RequiredKey {
  readonly id: string
  /** RSA or Ed25519. */
  readonly publicKey: KeyObject
}

/** A request whose timestamp differs more from the platform's clock is rejected. */
const maxSkewMs = 5_000

/** Returns the routes such that they respond only to requests that are signed with the key. */
export function requireSignature(routes: readonly Route[], key: RequiredKey): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    handle(request) {
      return rejectionOf(request, route.method, key) ?? route.handle(request)
    },
  }))
}

/** The response to a request that is not signed with the key; null: it is. */
export function rejectionOf(
  request: RouteRequest,
  method: string,
  key: RequiredKey,
): RouteResponse | null {
  const details = faultOf(request, method, key)
  if (details === null) return null
  return {
    status: 401,
    body: {
      error: { code: 'authentication_error', message: 'authentication_error', details },
    },
  }
}

function faultOf(
  { headers, path, nowMs }: RouteRequest,
  method: string,
  { id, publicKey }: RequiredKey,
): string | null {
  const textOf = (name: string): string => String(headers[`kalshi-access-${name}`] ?? '')
  const [keyId, timestamp, signature] = [textOf('key'), textOf('timestamp'), textOf('signature')]
  if (keyId !== id) return 'NOT_FOUND'
  if (!/^\d{13}$/.test(timestamp)) return 'INVALID_TIMESTAMP'
  if (Math.abs(Number(timestamp) - nowMs) > maxSkewMs) return 'TIMESTAMP_EXPIRED'
  const isRsa = publicKey.asymmetricKeyType === 'rsa'
  const isValid = verify(
    isRsa ? 'sha256' : null,
    Buffer.from(timestamp + method + path),
    isRsa
      ? {
          key: publicKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }
      : publicKey,
    Buffer.from(signature, 'base64'),
  )
  return isValid ? null : 'INCORRECT_API_KEY_SIGNATURE'
}
