// Parses CACHE_URL of a Redis cache. Error messages never repeat the URL, because it may contain a
// password.
import { decodeUrlPart, percentProblem } from '../run/url-part.ts'

export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly username: string | null
  readonly password: string | null
  readonly database: number
}

/** `redis[s]://[user[:password]@]host[:port][/database]`; throws an Error that states the expected form. */
export function parseRedisUrl(url: string): RedisAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || !parsed.hostname)
    throw invalidUrlError('it must be redis[s]://[user:password@]host[:port][/database]')
  if (parsed.search || parsed.hash) throw invalidUrlError('it takes no parameters')
  const database = /^\/?(\d{0,4})$/.exec(parsed.pathname)?.[1]
  if (database === undefined)
    throw invalidUrlError('what follows the host must be the number of a database')
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port || 6379),
    isEncrypted: parsed.protocol === 'rediss:',
    username: decode(parsed.username),
    password: decode(parsed.password),
    database: Number(database),
  }
}

function decode(part: string): string | null {
  const decoded = decodeUrlPart(part)
  if (decoded === null) throw invalidUrlError(percentProblem)
  return decoded || null
}

function invalidUrlError(problem: string): Error {
  return new Error(`the URL of Redis is invalid: ${problem}`)
}
