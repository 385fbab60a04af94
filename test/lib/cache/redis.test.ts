import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { describeCache, takes } from '../../contracts/cache.ts'
import { startRedisServer, type RedisServer } from '../../../tools/servers/redis-server.ts'
import { describeWithRedis } from '../../support/describe-with-redis.ts'
import { openObserved } from './observed-cache.ts'
import { openRedisCache } from '../../../services/lib/cache/redis.ts'

const minute = 60_000

describeWithRedis('Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(() => server.stop())

  describeCache('Redis', async () => {
    const open = () =>
      openRedisCache({
        url: server.url,
        keyPrefix: 'contract:',
        // the machine may be busy: that is no outage
        commandTimeoutMs: 20_000,
        observer: {
          onLost(reason) {
            throw new Error(`lost: ${reason}`)
          },
          onRecovered: () => undefined,
        },
      })
    const [cache, other] = await Promise.all([open(), open()])
    return {
      cache,
      other,
      async dispose() {
        await Promise.all([cache.close(), other.close()])
        await server.command('FLUSHALL')
      },
    }
  })

  describe('the Redis cache', () => {
    beforeEach(async () => {
      await server.command('FLUSHALL')
    })

    it('holds digests under the prefix, each for as long as its window', async () => {
      const cache = await openObserved(server.url, 'oddslog:')
      const window = cache.window({ name: 'login', limit: 3, windowMs: minute })
      await takes(window, 'someone@example.com', 5)
      await takes(window, 'x'.repeat(1_000_000), 1)
      const keys = (await server.command('KEYS', '*')) as string[]
      const counters = keys.filter((key) => key.startsWith('oddslog:login:60s:'))
      expect(counters).toHaveLength(2)
      expect(keys.filter((key) => !key.startsWith('oddslog:'))).toEqual([])
      for (const key of counters) {
        expect(key).toMatch(/^oddslog:login:60s:[\w-]{43}$/)
        expect(await server.command('PTTL', key)).toBeGreaterThan(0)
        expect(await server.command('PTTL', key)).toBeLessThanOrEqual(minute)
      }
      await window.clear('someone@example.com')
      expect(await server.command('EXISTS', ...counters)).toBe(1)
    })

    it('keeps prefixes apart', async () => {
      const spec = { name: 'shared', limit: 1, windowMs: minute }
      const [one, another] = await Promise.all([
        openObserved(server.url, 'one:'),
        openObserved(server.url, 'another:'),
      ])
      expect(await takes(one.window(spec), 'k', 2)).toEqual([true, false])
      expect(await takes(another.window(spec), 'k', 2)).toEqual([true, false])
    })

    it('counts on when Redis forgets its counters and scripts', async () => {
      const cache = await openObserved(server.url)
      const window = cache.window({ name: 'flushed', limit: 2, windowMs: minute })
      expect(await takes(window, 'k', 3)).toEqual([true, true, false])
      await server.command('SCRIPT', 'FLUSH')
      expect(await takes(window, 'k', 1)).toEqual([false])
      await server.command('FLUSHALL')
      expect(await takes(window, 'k', 3)).toEqual([true, true, false])
      expect(cache.reported).toEqual([])
    })

    it('uses the user, password and database of the URL', async () => {
      await server.command('ACL', 'SETUSER', 'limiter', 'on', '>p@ss/w:rd%', '~*', '+@all')
      const cache = await openObserved(
        `redis://limiter:p%40ss%2Fw%3Ard%25@127.0.0.1:${server.port}/3`,
        'there:',
      )
      await takes(cache.window({ name: 'n', limit: 1, windowMs: minute }), 'k', 1)
      expect(cache.reported).toEqual([])
      expect(await server.command('DBSIZE')).toBe(0)
      expect(await server.command('INFO', 'keyspace')).toMatch(/db3:keys=[12],/)
      expect(await server.command('CLIENT', 'LIST')).toContain('user=limiter')
    })

    it('needs to run a script and to delete keys of the prefix, and nothing else', async () => {
      const may = ['+eval', '+evalsha', '+set', '+incrby', '+pttl', '+expire', '+del']
      const rules = ['on', '>secret', '~mine:*', '-@all', ...may, '+multi', '+exec', '+select']
      await server.command('ACL', 'SETUSER', 'narrow', ...rules)
      const cache = await openObserved(`redis://narrow:secret@127.0.0.1:${server.port}/1`, 'mine:')
      const window = cache.window({ name: 'n', limit: 1, windowMs: minute })
      expect(await takes(window, 'k', 2)).toEqual([true, false])
      await window.clear('k')
      expect(await takes(window, 'k', 1)).toEqual([true])
      expect(cache.reported).toEqual([])
    })
  })
})
