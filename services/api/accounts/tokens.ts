// Access tokens for managing keys: JWT (RFC 7519) signed with HMAC-SHA-256, valid for an hour and
// for this service only. After the secret was replaced, tokens of the previous secret are accepted
// for one more token lifetime.
import jwt from 'jsonwebtoken'

export const tokenLifetimeS = 3_600

const algorithm = 'HS256'
const issuer = 'oddslog'
const audience = 'oddslog/keys'

export interface TokenOptions {
  readonly secret: string
  /** The previous secret, or null. */
  readonly previousSecret: string | null
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface Tokens {
  issueToken(developerId: string): string
  /** Returns the id of the token's developer, or null if the token is not valid. */
  verify(token: string): string | null
}

export function createTokens({ secret, previousSecret, now }: TokenOptions): Tokens {
  const nowS = (): number => Math.floor(now() / 1000)
  // The secret changes only at a restart. One token lifetime after the start, all tokens that were
  // signed with the previous secret have therefore expired.
  const previousUntilS = nowS() + tokenLifetimeS

  function verifyTokenWith(key: string, token: string): string | null {
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
      // jsonwebtoken throws several classes of errors; all of them mean that the token is invalid
      return null
    }
  }

  return {
    issueToken: (developerId) =>
      jwt.sign({ sub: developerId, iat: nowS(), exp: nowS() + tokenLifetimeS }, secret, {
        algorithm,
        issuer,
        audience,
      }),
    verify(token) {
      const developerId = verifyTokenWith(secret, token)
      if (developerId !== null || previousSecret === null || nowS() >= previousUntilS)
        return developerId
      return verifyTokenWith(previousSecret, token)
    },
  }
}
