// Signs a request to platform_b.
import { constants, sign, type KeyObject } from 'node:crypto'

/** `request`: the method and the path. */
export function signatureHeaders(
  id: string,
  privateKey: KeyObject,
  nowMs: number,
  request: string,
): Readonly<Record<string, string>> {
  const isRsa = privateKey.asymmetricKeyType === 'rsa'
  const signature = sign(
    isRsa ? 'sha256' : null,
    Buffer.from(`${nowMs}${request}`),
    isRsa
      ? {
          key: privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }
      : privateKey,
  )
  return {
    'KALSHI-ACCESS-KEY': id,
    'KALSHI-ACCESS-TIMESTAMP': String(nowMs),
    'KALSHI-ACCESS-SIGNATURE': signature.toString('base64'),
  }
}
