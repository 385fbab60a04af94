import { describe, expect, it } from '@jest/globals'
import { ConfigError, parseConfig } from '../services/config.ts'

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
      command: { name: 'run' },
      logPath: '/x/log',
      storeUrl: 'chdb:/x/store',
      topicPrefix: 'pm.',
      host: '127.0.0.1',
      port: 8080,
      adminPort: 8081,
      platformA: 'simulator',
      platformB: 'simulator',
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
    expect(config.platformA).toMatchObject({ dataUrl: 'http://127.0.0.1:9/data' })
    expect(config.platformB).toBe('simulator')
  })

  it('asks the real platforms when told to', () => {
    const config = parseConfig({ UPSTREAM: 'live', PLATFORMS: 'platform_b' }, [])
    expect(config.platformA).toBeNull()
    expect(config.platformB).toEqual({
      url: expect.stringMatching(/^https:\/\/.*\/trade-api\/v2$/),
    })
  })

  it('takes any free port', () => {
    expect(parseConfig({ PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0' }, []).port).toBe(0)
  })

  it('tells every problem at once', () => {
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
      'painter',
    ])
      expect(problems.filter((p) => p.includes(word))).not.toEqual([])
  })

  it('never repeats a password', () => {
    expect(problemsOf({ STORE_URL: 'clickhouse://me:secret@h' }).join()).not.toContain('secret')
  })

  it.each([
    [{ PORT: '9000', ADMIN_PORT: '9000' }, [], 'must differ'],
    [{}, ['api'], 'one process'],
    [{}, ['simulator', 'api'], 'known are'],
    [{}, ['replay', 'poller'], 'known are'],
    [{}, ['replay'], 'known are'],
  ])('refuses what cannot work together: %j %j', (env, args, word) => {
    expect(problemsOf(env as Record<string, string>, args).join()).toContain(word)
  })

  it('takes a command', () => {
    expect(parseConfig({}, ['simulator']).command).toEqual({ name: 'simulator' })
    expect(parseConfig({}, ['replay', 'projector']).command).toEqual({
      name: 'replay',
      stage: 'projector',
    })
  })
})
