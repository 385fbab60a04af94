// Which settings config.ts accepts and rejects in the distributed form.
import { describe, expect, it } from '@jest/globals'
import { ConfigError, parseConfig } from '../../services/config.ts'

const registry = 'http://registry:8080/apis/ccompat/v7'
const distributed = {
  LOG_URL: `kafka://b1:9092,b2:9092?registry=${registry}`,
  STORE_URL: 'http://user:hunter2@clickhouse:8123/oddslog',
  CACHE_URL: 'redis://redis:6379',
  JWT_SECRET: 'x'.repeat(32),
  WEBHOOK_SECRET: 'y'.repeat(32),
  UPSTREAM: 'live',
}

function problemsOf(env: Record<string, string>, args: string[] = []): readonly string[] {
  try {
    parseConfig(env, args)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('config of the distributed form', () => {
  it.each([
    [[], ['poller', 'normalizer', 'matcher', 'projector', 'api', 'webhooks']],
    [['poller'], ['poller']],
    [
      ['normalizer', 'projector'],
      ['normalizer', 'projector'],
    ],
    [['api', 'api'], ['api']],
  ])('runs %j as %j', (args, roles) => {
    expect(parseConfig(distributed, args).command).toEqual({ name: 'run', roles: new Set(roles) })
  })

  it('takes the registry out of the URL of the log', () => {
    expect(parseConfig(distributed, ['normalizer']).log).toEqual({
      kind: 'kafka',
      url: distributed.LOG_URL,
      registryUrl: registry,
    })
  })

  it.each(['poller', 'normalizer', 'matcher'])('asks %s for no store and no secret', (role) => {
    const { LOG_URL, UPSTREAM } = distributed
    expect(problemsOf({ LOG_URL, UPSTREAM }, [role])).toEqual([])
  })

  it.each(['poller', 'normalizer', 'matcher'])('opens no store for %s', (role) => {
    expect(parseConfig(distributed, [role]).storeUrl).toBeNull()
  })

  it('takes an embedded store for the two roles that share it', () => {
    const env = { ...distributed, STORE_URL: 'chdb:/x/store' }
    expect(problemsOf(env, ['projector', 'api'])).toEqual([])
  })

  it('takes both platforms from one simulator', () => {
    const env = { ...distributed, UPSTREAM: '', SIMULATOR_URL: 'http://simulator:8090/' }
    const { platforms } = parseConfig(env, ['poller'])
    expect(platforms.platform_a).toEqual({
      gammaUrl: 'http://simulator:8090/gamma',
      clobUrl: 'http://simulator:8090/clob',
      dataUrl: 'http://simulator:8090/data',
      stream: 'http://simulator:8090/ws/market',
    })
    expect(platforms.platform_b).toEqual({
      url: 'http://simulator:8090/trade-api/v2',
      stream: 'http://simulator:8090/trade-api/ws/v2',
    })
  })

  it('asks the platforms themselves when they are live, whatever SIMULATOR_URL says', () => {
    const env = { ...distributed, SIMULATOR_URL: 'http://simulator:8090' }
    expect(parseConfig(env, ['poller']).platforms.platform_b).toEqual(
      parseConfig(distributed, ['poller']).platforms.platform_b,
    )
  })

  it.each([
    [
      'projector without a store',
      { STORE_URL: '' },
      ['projector'],
      'projector: STORE_URL is required',
    ],
    ['api without a store', { STORE_URL: '' }, ['api'], 'api: STORE_URL is required'],
    [
      'both without a store',
      { STORE_URL: '' },
      ['api', 'projector'],
      'api and projector: STORE_URL',
    ],
    ['replay without a store', { STORE_URL: '' }, ['replay', 'projector'], 'replay: STORE_URL'],
    ['projector alone on chdb', { STORE_URL: 'chdb:x' }, ['projector'], 'set STORE_URL=http'],
    ['api alone on chdb', { STORE_URL: 'chdb:x' }, ['api'], 'set STORE_URL=http'],
    ['api without a secret', { JWT_SECRET: '' }, ['api'], 'JWT_SECRET: must be set'],
    ['whole without a secret', { JWT_SECRET: '' }, [], 'JWT_SECRET: must be set'],
    ['webhooks without a secret', { WEBHOOK_SECRET: '' }, ['webhooks'], 'WEBHOOK_SECRET: must be'],
    ['api without that secret', { WEBHOOK_SECRET: '' }, ['api'], 'WEBHOOK_SECRET: must be set'],
    ['poller of a simulator', { UPSTREAM: 'simulator' }, ['poller'], 'SIMULATOR_URL is required'],
    ['no registry', { LOG_URL: 'kafka://b1' }, [], 'LOG_URL: needs the schema registry'],
    ['odd registry', { LOG_URL: 'kafka://b1?registry=r:8081' }, [], 'registry must be an http'],
    ['no broker', { LOG_URL: `kafka://?registry=${registry}` }, [], 'LOG_URL: '],
    ['odd broker', { LOG_URL: `kafka://b:x?registry=${registry}` }, [], 'host:port'],
    [
      'odd option',
      { LOG_URL: `kafka://b?registry=${registry}&ssl=1` },
      [],
      'ssl: unknown; known are',
    ],
    ['half of SASL', { LOG_URL: `kafka://u:p@b?registry=${registry}` }, [], 'belong together'],
    ['a % in a password', { STORE_URL: 'http://u:50%off@host/db' }, [], 'STORE_URL: a % in'],
    ['a % for Redis', { CACHE_URL: 'redis://u:50%off@host' }, [], 'CACHE_URL: a % in'],
    [
      'a % for the brokers',
      { LOG_URL: `kafka://u:50%off@b?sasl=plain&registry=${registry}` },
      [],
      'a % in user or password must be written %25',
    ],
    [
      'a % for the registry',
      { LOG_URL: 'kafka://b?registry=http://u:50%25off@registry' },
      [],
      'LOG_URL: registry: a % in user or password must be written %25, which is %2525',
    ],
    ['odd name', { INSTANCE: 'a b' }, ['api'], 'INSTANCE=a b: '],
  ])('refuses, with what to do: %s', (_case, env, args, word) => {
    const problems = problemsOf({ ...distributed, ...env }, args)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(word)
  })

  it('never repeats a password of the brokers', () => {
    const LOG_URL = `kafka://me:hunter2@b:0?registry=${registry}`
    expect(problemsOf({ ...distributed, LOG_URL }).join()).not.toContain('hunter2')
  })

  it('names processes of the api apart', () => {
    const nameOf = (env: object): string => parseConfig({ ...distributed, ...env }, []).instance
    expect(nameOf({ PORT: '1' })).not.toBe(nameOf({ PORT: '2' }))
    expect(nameOf({ PORT: '0' })).not.toBe(nameOf({ PORT: '0' }))
    expect(nameOf({ PORT: '1' })).toBe(nameOf({ PORT: '1' }))
    expect(nameOf({ INSTANCE: 'api-1' })).toBe('api-1')
  })
})
