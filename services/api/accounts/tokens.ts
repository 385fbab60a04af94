// Tokens that manage keys: JWT (RFC 7519), signed with HMAC-SHA-256 and nothing else, for this service
// and for an hour. A secret that was replaced is still accepted for one lifetime of a token.
import jwt from 'jsonwebtoken'

export const tokenLifetimeS = 3_600

const algorithm = 'HS256'
const issuer = 'oddslog'
const audience = 'oddslog/keys'

export interface TokenOptions {
  readonly secret: string
  /** The one before; null: none. */
  readonly previousSecret: string | null
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface Tokens {
  issue(developerId: string): string
  /** Whose token it is; null when it is not one of ours, or not valid now. */
  verify(token: string): string | null
}

export function createTokens({ secret, previousSecret, now }: TokenOptions): Tokens {
  const nowS = (): number => Math.floor(now() / 1000)
  // secrets change with a restart, so none that the previous one signed is valid after this
  const previousUntilS = nowS() + tokenLifetimeS

  function verifyWith(key: string, token: string): string | null {
    try {
      const claims = jwt.verify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        clockTimestamp: nowS(),
        maxAge: tokenLifetimeS,
      })
      if (typeof claims === 'string' || typeof claims.exp !== 'number') return null
      return claims.sub ?? null
    } catch {
      // whatever is wrong with it, and jsonwebtoken has several classes for that, it is not a token
      return null
    }
  }

  return {
    issue: (developerId) =>
      jwt.sign({ sub: developerId, iat: nowS(), exp: nowS() + tokenLifetimeS }, secret, {
        algorithm,
        issuer,
        audience,
      }),
    verify(token) {
      const found = verifyWith(secret, token)
      if (found !== null || previousSecret === null || nowS() >= previousUntilS) return found
      return verifyWith(previousSecret, token)
    },
  }
}
