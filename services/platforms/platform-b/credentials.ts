// The credentials of platform_b: the headers that sign a request. An account is free of charge and has its own
// rate limit; the streams require an account.
import { constants, sign as signWithCallback } from 'node:crypto'
import { promisify } from 'node:util'
import type { PlatformCredentials } from '../credentials.ts'

/**
 * Uses the callback version of `sign`, which computes in another thread, because an RSA signature takes about a
 * millisecond.
 */
const sign = promisify(signWithCallback)

export const credentials: PlatformCredentials = {
  idVariable: 'PLATFORM_B_KEY_ID',
  privateKeyVariable: 'PLATFORM_B_PRIVATE_KEY',
  keyTypes: ['rsa', 'ed25519'],
  async signRequest({ id, privateKey }, { method, path, atMs }) {
    const timestamp = String(Math.floor(atMs))
    const signed = Buffer.from(timestamp + method + path)
    const signature =
      privateKey.asymmetricKeyType === 'rsa'
        ? await sign('sha256', signed, {
            key: privateKey,
            padding: constants.RSA_PKCS1_PSS_PADDING,
            saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
          })
        : await sign(null, signed, privateKey)
    return {
      'KALSHI-ACCESS-KEY': id,
      'KALSHI-ACCESS-TIMESTAMP': timestamp,
      'KALSHI-ACCESS-SIGNATURE': signature.toString('base64'),
    }
  },
}
