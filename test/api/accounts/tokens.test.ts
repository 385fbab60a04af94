// Tokens: which ones are valid, and for how long. Forged tokens are built by hand, without the library.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { describe, expect, it } from '@jest/globals'
import { createTokens, tokenLifetimeS } from '../../../services/api/accounts/tokens.ts'

const secret = 'the secret of today, 32 bytes ok'
const older = 'the secret of before, 32 bytes..'
const startMs = Date.UTC(2026, 10, 19, 12)
const startS = startMs / 1000

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenClaims = {
  sub: 'dev_1',
  iat: startS,
  exp: startS + tokenLifetimeS,
  iss: 'oddslog',
  aud: 'oddslog/keys',
}
const sign = (header: object, payload: object, key = secret, hash = 'sha256'): string => {
  const body = `${encode(header)}.${encode(payload)}`
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`
}
const hs256 = { alg: 'HS256', typ: 'JWT' }
const { exp: _exp, ...withoutExp } = tokenClaims
const { iat: _iat, ...withoutIat } = tokenClaims
const { sub: _sub, ...withoutSub } = tokenClaims

function at(ms: number, previousSecret: string | null = null) {
  const clock = { ms }
  return { clock, tokens: createTokens({ secret, previousSecret, now: () => clock.ms }) }
}

describe('a token', () => {
  it('identifies its owner, for an hour', () => {
    const { clock, tokens } = at(startMs)
    const token = tokens.issueToken('dev_1')
    expect(tokens.verify(token)).toBe('dev_1')
    clock.ms += tokenLifetimeS * 1000 - 1
    expect(tokens.verify(token)).toBe('dev_1')
    clock.ms += 1
    expect(tokens.verify(token)).toBeNull()
  })

  it('names its algorithm, issuer, audience and end, and nothing of the account but its id', () => {
    const { header, payload } =
      jwt.decode(at(startMs).tokens.issueToken('dev_1'), { complete: true }) ?? {}
    expect(header).toEqual(hs256)
    expect(payload).toEqual(tokenClaims)
  })

  it('is one that we made ourselves by hand', () => {
    expect(at(startMs).tokens.verify(sign(hs256, tokenClaims))).toBe('dev_1')
  })
})

describe('what is no token', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rs256 = (): string => {
    const body = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(tokenClaims)}`
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey).toString('base64url')}`
  }
  const good = sign(hs256, tokenClaims)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const none = encode({ alg: 'none', typ: 'JWT' })
  const other = encode({ ...tokenClaims, sub: 'dev_2' })

  it.each([
    ['alg none, without a signature', `${none}.${payload}.`],
    ['alg none, with one', `${none}.${payload}.${signature}`],
    ['alg None', `${encode({ alg: 'None' })}.${payload}.`],
    ['HS512, with our secret', sign({ alg: 'HS512', typ: 'JWT' }, tokenClaims, secret, 'sha512')],
    ['HS384, with our secret', sign({ alg: 'HS384', typ: 'JWT' }, tokenClaims, secret, 'sha384')],
    ['RS256, signed with a key of its own', rs256()],
    ['RS256 in the header, our secret as the key', sign({ alg: 'RS256', typ: 'JWT' }, tokenClaims)],
    [
      'the public key as the secret',
      sign(hs256, tokenClaims, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    ],
    [
      'a key of its own in the header',
      sign({ ...hs256, jwk: { kty: 'oct', k: 'YQ' } }, tokenClaims, 'a'),
    ],
    ['a kid that is a path', sign({ ...hs256, kid: '/dev/null' }, tokenClaims, '')],
    ['no algorithm', sign({ typ: 'JWT' }, tokenClaims)],
    ['another secret', sign(hs256, tokenClaims, older)],
    ['no secret', sign(hs256, tokenClaims, '')],
    ['expired', sign(hs256, { ...tokenClaims, iat: startS - 3601, exp: startS - 1 })],
    ['expiring now', sign(hs256, { ...tokenClaims, exp: startS })],
    ['older than an hour, whatever it says', sign(hs256, { ...tokenClaims, iat: startS - 3601 })],
    ['no end', sign(hs256, withoutExp)],
    ['an end that is no number', sign(hs256, { ...tokenClaims, exp: '9999999999' })],
    ['no beginning', sign(hs256, withoutIat)],
    ['not yet valid', sign(hs256, { ...tokenClaims, nbf: startS + 1 })],
    ['another audience', sign(hs256, { ...tokenClaims, aud: 'oddslog' })],
    ['no audience', sign(hs256, { ...tokenClaims, aud: undefined })],
    ['another issuer', sign(hs256, { ...tokenClaims, iss: 'somebody' })],
    ['nobody', sign(hs256, withoutSub)],
    ['a payload that was changed', `${header}.${other}.${signature}`],
    ['a signature that was changed', `${good.slice(0, -5)}AAAAA`],
    ['a signature that was cut off', `${header}.${payload}.`],
    ['two parts', `${header}.${payload}`],
    ['a payload that is a string', sign(hs256, 'dev_1' as unknown as object)],
    ['a payload that is null', sign(hs256, null as unknown as object)],
    ['nothing', ''],
    ['dots', '..'],
    ['noise', 'x'.repeat(8_000)],
    ['an API key', `ol_${'A'.repeat(49)}`],
  ])('%s', (_name, token) => {
    expect(at(startMs, 'yet another secret, 32 bytes ok.').tokens.verify(token)).toBeNull()
  })

  it('any token with one character of its signature changed', () => {
    const { tokens } = at(startMs)
    for (let i = 0; i < signature.length - 1; i += 1) {
      const changed = signature[i] === 'A' ? 'B' : 'A'
      const forged = `${header}.${payload}.${signature.slice(0, i)}${changed}${signature.slice(i + 1)}`
      expect(tokens.verify(forged)).toBeNull()
    }
  })
})

describe('the secret before', () => {
  const ofBefore = sign(hs256, { ...tokenClaims, iat: startS - 60, exp: startS + 3540 }, older)

  it('is accepted for one lifetime of a token, and not after it', () => {
    const { clock, tokens } = at(startMs, older)
    expect(tokens.verify(ofBefore)).toBe('dev_1')
    clock.ms = startMs + (tokenLifetimeS - 1) * 1000
    // forged with the old secret, after it was replaced
    const late = { ...tokenClaims, iat: startS + 3590, exp: startS + 7190 }
    expect(tokens.verify(sign(hs256, late, older))).toBe('dev_1')
    clock.ms = startMs + tokenLifetimeS * 1000
    expect(tokens.verify(sign(hs256, late, older))).toBeNull()
    expect(tokens.verify(sign(hs256, late))).toBe('dev_1')
  })

  it('is held to everything else', () => {
    const { tokens } = at(startMs, older)
    expect(tokens.verify(sign(hs256, { ...tokenClaims, aud: 'other' }, older))).toBeNull()
    expect(tokens.verify(sign(hs256, { ...tokenClaims, exp: startS }, older))).toBeNull()
    expect(tokens.verify(sign({ alg: 'HS512' }, tokenClaims, older, 'sha512'))).toBeNull()
  })

  it('signs nothing', () => {
    const token = at(startMs, older).tokens.issueToken('dev_1')
    const now = (): number => startMs
    expect(createTokens({ secret: older, previousSecret: null, now }).verify(token)).toBeNull()
    expect(at(startMs).tokens.verify(token)).toBe('dev_1')
  })

  it('is not accepted when there is none', () => {
    expect(at(startMs).tokens.verify(ofBefore)).toBeNull()
  })
})
