// Parses CACHE_URL of a Redis cache. Error messages never repeat the URL, because it may contain a
// password.

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
  try {
    return decodeURIComponent(part) || null
  } catch {
    throw invalidUrlError('a % in user or password must be written %25')
  }
}

function invalidUrlError(problem: string): Error {
  return new Error(`the URL of Redis is invalid: ${problem}`)
}
