import { describe, expect, it } from '@jest/globals'
import { ConfigError, parseConfig } from '../services/config.ts'
import { allRoles } from '../services/config/command.ts'

function problemsOf(env: Record<string, string>, args: string[] = []): readonly string[] {
  try {
    parseConfig(env, args)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('config', () => {
  it('needs nothing: every role, the embedded form, the simulator', () => {
    const config = parseConfig({ DATA_DIR: '/x' }, [])
    expect(config).toMatchObject({
      command: { name: 'run', roles: new Set(allRoles) },
      log: { kind: 'lmdb', path: '/x/log' },
      storeUrl: 'chdb:/x/store',
      topicPrefix: 'pm.',
      retentionBytes: {},
      host: '127.0.0.1',
      port: 8080,
      adminPort: 8081,
      platforms: { platform_a: 'simulator', platform_b: 'simulator' },
      cacheUrl: 'memory:',
      rates: {
        requests: [
          { limit: 100, windowMs: 1_000 },
          { limit: 2_000, windowMs: 60_000 },
        ],
        auth: [{ limit: 20, windowMs: 60_000 }],
        loginFailures: [{ limit: 10, windowMs: 900_000 }],
        creations: [{ limit: 100, windowMs: 86_400_000 }],
      },
      walletQuotas: { perAccount: 1_000, total: 100_000 },
      endedMarketsDays: 30,
      readCacheMb: 128,
      jwtSecret: null,
      previousJwtSecret: null,
      webhookSecret: null,
      allowPrivateWebhooks: false,
      trustedProxies: 0,
    })
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(parseConfig({}, []))).toBe(true)
  })

  it('counts an empty variable as absent', () => {
    expect(parseConfig({ PORT: '', UPSTREAM: ' ', PLATFORM_B_URL: '' }, []).port).toBe(8080)
  })

  it('turns the simulator off for a platform that has an address of its own', () => {
    const config = parseConfig({ PLATFORM_A_DATA_URL: 'http://127.0.0.1:9/data/' }, [])
    expect(config.platforms.platform_a).toMatchObject({ dataUrl: 'http://127.0.0.1:9/data' })
    expect(config.platforms.platform_b).toBe('simulator')
  })

  it('uses the real platforms on request', () => {
    const config = parseConfig({ UPSTREAM: 'live', PLATFORMS: 'platform_b' }, [])
    expect(config.platforms).not.toHaveProperty('platform_a')
    expect(config.platforms.platform_b).toEqual({
      url: expect.stringMatching(/^https:\/\/.*\/trade-api\/v2$/),
      stream: expect.stringMatching(/^wss:\/\/.*\/trade-api\/ws\/v2$/),
    })
  })

  it('takes the stream of another environment only if its URL is configured', () => {
    const live = { UPSTREAM: 'live', PLATFORMS: 'platform_b', PLATFORM_B_URL: 'https://demo/v2' }
    const url = 'https://demo/v2'
    expect(parseConfig(live, []).platforms.platform_b).toEqual({ url })
    const both = { ...live, PLATFORM_B_STREAM_URL: 'wss://demo/ws' }
    expect(parseConfig(both, []).platforms.platform_b).toEqual({ url, stream: 'wss://demo/ws' })
    expect(problemsOf({ ...live, PLATFORM_B_STREAM_URL: 'https://demo/ws' })).toEqual([
      'PLATFORM_B_STREAM_URL=https://demo/ws: must be a URL that begins with wss or ws',
    ])
  })

  it('bounds the streams with STREAM_MARKETS and STREAM_MB_PER_DAY', () => {
    const { streamMarkets, streamMbPerDay } = parseConfig({ STREAM_MARKETS: '500' }, [])
    expect([streamMarkets, streamMbPerDay]).toEqual([500, 2_000])
    expect(problemsOf({ STREAM_MARKETS: 'all', STREAM_MB_PER_DAY: '-1' })).toEqual([
      'STREAM_MARKETS=all: must be a number, 0 to 100000',
      'STREAM_MB_PER_DAY=-1: must be a number, 0 to 1000000',
    ])
  })

  it('takes any free port', () => {
    expect(parseConfig({ PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0' }, []).port).toBe(0)
  })

  it('reports every problem at once', () => {
    const problems = problemsOf(
      {
        PORT: '80000',
        ADMIN_PORT: 'x',
        UPSTREAM: 'prod',
        PLATFORMS: 'platform_c',
        PLATFORM_A_GAMMA_URL: 'ftp://x',
        LOG_URL: 'kafka://b:9092',
        STORE_URL: 'sqlite:x',
        LOG_LEVEL: 'loud',
        TOPIC_PREFIX: 'a b',
        CACHE_URL: 'memcached://h',
        RATE_LIMIT: '100',
        AUTH_RATE_LIMIT: '20/m',
        LOGIN_FAILURE_LIMIT: 'none',
        CREATION_LIMIT: '5',
        MAX_FOLLOWED_WALLETS: '-1',
        MAX_FOLLOWED_WALLETS_PER_ACCOUNT: '10000000',
        JWT_SECRET: 'short',
        JWT_SECRET_PREVIOUS: 'short, too',
        TRUSTED_PROXIES: 'all',
      },
      ['painter'],
    )
    for (const word of [
      'PORT=80000',
      'ADMIN_PORT=x',
      'UPSTREAM=prod',
      'platform_c',
      'PLATFORM_A_GAMMA_URL',
      'LOG_URL',
      'STORE_URL',
      'LOG_LEVEL',
      'TOPIC_PREFIX',
      'CACHE_URL: ',
      'RATE_LIMIT=100',
      'AUTH_RATE_LIMIT=20/m',
      'LOGIN_FAILURE_LIMIT=none',
      'CREATION_LIMIT=5',
      'MAX_FOLLOWED_WALLETS=-1',
      'MAX_FOLLOWED_WALLETS_PER_ACCOUNT=10000000',
      'JWT_SECRET: ',
      'JWT_SECRET_PREVIOUS: ',
      'TRUSTED_PROXIES=all',
      'painter',
    ])
      expect([word, problems.filter((p) => p.startsWith(word) || p.includes(` ${word}`))]).toEqual([
        word,
        [expect.any(String)],
      ])
  })

  it.each([
    { STORE_URL: 'clickhouse://me:hunter2@h' },
    { CACHE_URL: 'rediss//me:hunter2@h' },
    { CACHE_URL: 'redis://me:hunter2@h:port' },
    { JWT_SECRET: 'hunter2' },
    { JWT_SECRET_PREVIOUS: 'hunter2' },
  ])('never repeats a secret: %j', (env) => {
    const problems = problemsOf(env as Record<string, string>)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${Object.keys(env)[0]}: must`))
    expect(problems[0]).not.toContain('hunter2')
  })

  it('takes limits as requests per seconds, several at once, or none', () => {
    const { rates } = parseConfig(
      {
        RATE_LIMIT: '5/1s, 1000000/86400s',
        AUTH_RATE_LIMIT: 'off',
        LOGIN_FAILURE_LIMIT: '3/60s',
        CREATION_LIMIT: '7/86400s',
      },
      [],
    )
    expect(rates).toEqual({
      requests: [
        { limit: 5, windowMs: 1_000 },
        { limit: 1_000_000, windowMs: 86_400_000 },
      ],
      auth: [],
      loginFailures: [{ limit: 3, windowMs: 60_000 }],
      creations: [{ limit: 7, windowMs: 86_400_000 }],
    })
  })

  it.each([
    '0/1s',
    '1/0s',
    '-1/1s',
    '1.5/1s',
    '1/1m',
    '1/1',
    '5/1s,',
    '5/1s;6/2s',
    '1e3/1s',
    '1/1000000s',
    '1/1s,2/1s',
    'OFF',
  ])('refuses a limit of %s', (value) => {
    expect(problemsOf({ RATE_LIMIT: value })).toEqual([
      expect.stringContaining(`RATE_LIMIT=${value}: `),
    ])
  })

  it.each(['memory:', 'redis://r', 'redis://:p@r:6379/2', 'rediss://u:p@r:6380'])(
    'takes CACHE_URL=%s',
    (value) => {
      expect(parseConfig({ CACHE_URL: value }, []).cacheUrl).toBe(value)
    },
  )

  it.each(['memory', 'memory:x', 'redis:', 'redis://', 'http://r', 'redis://r:99999'])(
    'refuses CACHE_URL=%s',
    (value) => {
      expect(problemsOf({ CACHE_URL: value })).toEqual([expect.stringMatching(/^CACHE_URL: must/)])
    },
  )

  it('counts the length of a secret in bytes', () => {
    const secret = 'ü'.repeat(16)
    const both = { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: 'x'.repeat(32) }
    expect(parseConfig(both, [])).toMatchObject({
      jwtSecret: secret,
      previousJwtSecret: 'x'.repeat(32),
    })
    expect(problemsOf({ JWT_SECRET: 'x'.repeat(31) })).toHaveLength(1)
  })

  it.each([
    ['0', 0],
    ['2', 2],
    ['99', 99],
  ])('believes TRUSTED_PROXIES=%s', (value, count) => {
    expect(parseConfig({ TRUSTED_PROXIES: value }, []).trustedProxies).toBe(count)
  })

  it.each(['-1', '1001', 'fast'])('refuses SIMULATOR_ACTIVITY=%s', (value) => {
    expect(problemsOf({ SIMULATOR_ACTIVITY: value })).toEqual([
      `SIMULATOR_ACTIVITY=${value}: must be a number, 0 to 1000`,
    ])
  })

  it.each(['-1', '100', '1.5', 'true', '0x1'])('refuses TRUSTED_PROXIES=%s', (value) => {
    expect(problemsOf({ TRUSTED_PROXIES: value })).toEqual([
      `TRUSTED_PROXIES=${value}: must be a number, 0 to 99`,
    ])
  })

  it('keeps ended markets in the lists for ENDED_MARKETS days', () => {
    expect(parseConfig({ ENDED_MARKETS: '1' }, []).endedMarketsDays).toBe(1)
    expect(parseConfig({ ENDED_MARKETS: '36500' }, []).endedMarketsDays).toBe(36_500)
  })

  it('takes the memory of the newest records from LIVE_BUFFER_MB', () => {
    expect(parseConfig({}, []).liveBufferMb).toBe(32)
    expect(parseConfig({ LIVE_BUFFER_MB: '1' }, []).liveBufferMb).toBe(1)
    expect(problemsOf({ LIVE_BUFFER_MB: '0' })).toEqual([
      'LIVE_BUFFER_MB=0: must be a number, 1 to 4096',
    ])
  })

  it('takes the memory of the api from READ_CACHE_MB', () => {
    expect(parseConfig({ READ_CACHE_MB: '16' }, []).readCacheMb).toBe(16)
    expect(problemsOf({ READ_CACHE_MB: '0' })).toEqual([
      'READ_CACHE_MB=0: must be a number, 1 to 65536',
    ])
  })

  it.each(['0', '-1', '36501', '1.5', 'off'])('refuses ENDED_MARKETS=%s', (value) => {
    expect(problemsOf({ ENDED_MARKETS: value })).toEqual([
      `ENDED_MARKETS=${value}: must be a number, 1 to 36500`,
    ])
  })

  it('bounds the ended markets in lists with LISTED_ENDED_MARKETS', () => {
    expect(parseConfig({}, []).listedEndedMarkets).toBe(200_000)
    expect(parseConfig({ LISTED_ENDED_MARKETS: '1000' }, []).listedEndedMarkets).toBe(1_000)
    expect(problemsOf({ LISTED_ENDED_MARKETS: '999' })).toEqual([
      'LISTED_ENDED_MARKETS=999: must be a number, 1000 to 100000000',
    ])
  })

  it('bounds the markets of a platform with MAX_MARKETS', () => {
    expect(parseConfig({}, []).maxMarkets).toBe(1_000_000)
    expect(parseConfig({ MAX_MARKETS: '5000' }, []).maxMarkets).toBe(5_000)
    expect(problemsOf({ MAX_MARKETS: '999' })).toEqual([
      'MAX_MARKETS=999: must be a number, 1000 to 100000000',
    ])
  })

  it('bounds order books with BOOK_DEPTH and BOOKS_PER_DAY', () => {
    const { bookDepth, booksPerDay } = parseConfig({}, [])
    expect([bookDepth, booksPerDay]).toEqual([50, 1_000_000])
    const set = parseConfig({ BOOK_DEPTH: '0', BOOKS_PER_DAY: '100000000000' }, [])
    expect([set.bookDepth, set.booksPerDay]).toEqual([0, 100_000_000_000])
    expect(problemsOf({ BOOK_DEPTH: '1001', BOOKS_PER_DAY: '9999' })).toEqual([
      'BOOK_DEPTH=1001: must be a number, 0 to 1000',
      'BOOKS_PER_DAY=9999: must be a number, 10000 to 100000000000',
    ])
  })

  it.each([
    [{ PORT: '9000', ADMIN_PORT: '9000' }, [], 'must differ'],
    [{}, ['api'], 'one process'],
    [{}, ['simulator', 'api'], 'unknown arguments. Allowed are:'],
    [{}, ['replay', 'poller'], 'unknown arguments. Allowed are:'],
    [{}, ['forget', 'trades'], 'unknown arguments. Allowed are:'],
    [{}, ['replay'], 'unknown arguments. Allowed are:'],
    [{}, ['revoke-developer'], 'revoke-developer <email> [reason]'],
  ])('refuses what cannot work together: %j %j', (env, args, word) => {
    expect(problemsOf(env as Record<string, string>, args).join()).toContain(word)
  })

  it('takes a command', () => {
    expect(parseConfig({}, ['help']).command).toEqual({ name: 'help' })
    expect(parseConfig({}, ['simulator']).command).toEqual({ name: 'simulator' })
    expect(parseConfig({}, ['replay', 'projector']).command).toEqual({
      name: 'replay',
      stage: 'projector',
    })
    expect(parseConfig({}, ['forget', 'books']).command).toEqual({ name: 'forget', topic: 'books' })
  })

  it('takes the command mcp, with the address of the service and a key', () => {
    const config = parseConfig({ PORT: '9', MCP_API_KEY: 'ol_1' }, ['mcp'])
    expect(config.command).toEqual({ name: 'mcp', port: null })
    expect(config.mcp).toEqual({ apiUrl: 'http://127.0.0.1:9', apiKey: 'ol_1' })
    const overHttp = parseConfig({ MCP_API_URL: 'https://h/x' }, ['mcp', '--port', '0'])
    expect(overHttp.command).toEqual({ name: 'mcp', port: 0 })
    expect(overHttp.mcp).toEqual({ apiUrl: 'https://h/x', apiKey: null })
    expect(parseConfig({}, ['mcp', '--port=8082']).command).toEqual({ name: 'mcp', port: 8082 })
  })

  it.each([
    [{}, ['mcp'], 'MCP_API_KEY: must be set'],
    [{ MCP_API_KEY: 'ol_x y' }, ['mcp'], 'MCP_API_KEY: must be set'],
    [{ MCP_API_KEY: 'ol_x' }, ['mcp', '--port', '1'], 'MCP_API_KEY: not allowed'],
    [{ MCP_API_URL: 'http://u:ol_x@h' }, ['mcp', '--port', '1'], 'MCP_API_URL: must be'],
    [{ MCP_API_URL: 'ftp://ol_x' }, ['mcp', '--port', '1'], 'MCP_API_URL: must be'],
    [{ MCP_API_KEY: 'ol_x' }, ['mcp', '--port', '65536'], 'mcp [--port <port>]'],
    [{ MCP_API_KEY: 'ol_x' }, ['mcp', '--port'], 'mcp [--port <port>]'],
    [{ MCP_API_KEY: 'ol_x' }, ['mcp', 'api'], 'mcp [--port <port>]'],
  ])('refuses what an MCP server cannot use, without secrets: %j %j', (env, args, word) => {
    const problems = problemsOf(env, args).join()
    expect(problems).toContain(word)
    expect(problems).not.toContain('ol_x')
  })

  it.each([
    [['ada@example.com'], ''],
    [['ada@example.com', 'asked for it'], 'asked for it'],
    [['ada@example.com', 'asked', 'for', 'it'], 'asked for it'],
  ])('takes revoke-developer %j', (args, reason) => {
    expect(parseConfig({}, ['revoke-developer', ...args]).command).toEqual({
      name: 'revoke-developer',
      email: 'ada@example.com',
      reason,
    })
  })
})
