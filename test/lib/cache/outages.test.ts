// A real Redis that stops, restarts, or responds with errors: callers do not notice, and the operator is
// notified once per outage.
import { afterEach, expect, it } from '@jest/globals'
import { newResources, takes } from '../../contracts/cache.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { freePort } from '../../../tools/servers/free-ports.ts'
import { startRedisServer, type RedisServer } from '../../../tools/servers/redis-server.ts'
import { describeWithRedis } from '../../support/describe-with-redis.ts'
import { openObserved, type ObservedCache } from './observed-cache.ts'

const spec = { name: 'n', limit: 2, windowMs: 60_000 }

describeWithRedis('outages of Redis', () => {
  const servers: RedisServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })

  async function startServer(
    ...options: Parameters<typeof startRedisServer>
  ): Promise<RedisServer> {
    const server = await startRedisServer(...options)
    servers.push(server)
    return server
  }

  function isBack(cache: ObservedCache): Promise<void> {
    return eventually(async () => expect(cache.reported.at(-1)).toBe('back'))
  }

  it('starts without Redis, limits by itself, and shares once it is there', async () => {
    const port = await freePort()
    const [one, another] = await Promise.all([
      openObserved(`redis://127.0.0.1:${port}`),
      openObserved(`redis://localhost:${port}`),
    ])
    expect(one.reported).toEqual([`lost: connect ECONNREFUSED 127.0.0.1:${port}`])
    expect(another.reported).toEqual([expect.stringContaining('ECONNREFUSED')])
    expect(await takes(one.window(spec), 'k', 3)).toEqual([true, true, false])
    expect(await takes(another.window(spec), 'k', 3)).toEqual([true, true, false])
    await one.window(spec).clear('k')
    expect(await takes(one.window(spec), 'k', 3)).toEqual([true, true, false])

    await startServer({ port })
    await Promise.all([isBack(one), isBack(another)])
    expect(await takes(one.window(spec), 'k', 1)).toEqual([true])
    expect(await takes(another.window(spec), 'k', 2)).toEqual([true, false])
    expect(await takes(one.window(spec), 'k', 1)).toEqual([false])
    expect([one.reported.length, another.reported.length]).toEqual([2, 2])
  })

  it('rides out a kill -9 with takes under way, and a restart that lost all counters', async () => {
    const server = await startServer()
    const cache = await openObserved(server.url)
    const window = cache.window({ ...spec, limit: 1_000 })
    expect(await takes(cache.window({ ...spec, name: 'before' }), 'k', 3)).toEqual([
      true,
      true,
      false,
    ])

    const underWay = Array.from({ length: 200 }, async () => window.take('k'))
    server.signal('SIGKILL')
    underWay.push(...Array.from({ length: 200 }, async () => window.take('k')))
    const states = await Promise.all(underWay)
    expect(states.every((state) => state.isAllowed)).toBe(true)
    await eventually(async () => expect(cache.reported).toHaveLength(1))
    expect(cache.reported).toEqual([expect.stringMatching(/^lost: .*(closed|ECONNRESET|EPIPE)/)])
    expect(await takes(cache.window(spec), 'another', 3)).toEqual([true, true, false])

    await startServer({ port: server.port })
    await isBack(cache)
    expect(cache.reported).toHaveLength(2)
    expect(await takes(cache.window({ ...spec, name: 'before' }), 'k', 3)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('reports each of several restarts once', async () => {
    let server = await startServer()
    const cache = await openObserved(server.url)
    for (const outage of [1, 2]) {
      server.signal('SIGKILL')
      await eventually(async () => {
        await cache.window(spec).take('k')
        expect(cache.reported).toHaveLength(outage * 2 - 1)
      })
      server = await startServer({ port: server.port })
      await isBack(cache)
      expect(cache.reported).toHaveLength(outage * 2)
    }
  })

  it('gives up a Redis that has fallen silent, and finds its counters again', async () => {
    const server = await startServer()
    const cache = await openObserved(server.url)
    expect(await takes(cache.window(spec), 'k', 1)).toEqual([true])
    server.signal('SIGSTOP')
    const window = cache.window(spec)
    await Promise.all([window.take('other'), window.clear('other')])
    expect(cache.reported).toEqual(['lost: Command timed out'])
    expect(await takes(window, 'k', 3)).toEqual([true, true, false])
    server.signal('SIGCONT')
    await isBack(cache)
    expect(await takes(window, 'k', 2)).toEqual([true, false])
    expect(cache.reported).toHaveLength(2)
  })

  it.each<[string, string[], string[], RegExp]>([
    ['read-only', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], /READONLY/],
    ['full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], /OOM/],
  ])(
    'counts by itself while Redis is %s',
    async (_state, [name = '', ...args], [undo = '', ...undoArgs], reason) => {
      const server = await startServer()
      const cache = await openObserved(server.url)
      await server.command(name, ...args)
      expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
      expect(cache.reported).toEqual([expect.stringMatching(reason)])

      const opened = await openObserved(server.url)
      expect(opened.reported).toEqual([expect.stringMatching(reason)])
      expect(await takes(opened.window(spec), 'k', 3)).toEqual([true, true, false])

      await server.command(undo, ...undoArgs)
      await Promise.all([isBack(cache), isBack(opened)])
      expect(await takes(cache.window(spec), 'k', 1)).toEqual([true])
      expect(await takes(opened.window(spec), 'k', 2)).toEqual([true, false])
      expect([cache.reported.length, opened.reported.length]).toEqual([2, 2])
    },
  )

  it.each([
    ['redis://:wrong-secret@', /WRONGPASS/],
    ['redis://default:wrong-secret@', /WRONGPASS/],
    ['redis://nobody:wrong-secret@', /WRONGPASS/],
    ['redis://', /NOAUTH/],
  ])('is not let in with %s, and counts by itself', async (start, reason) => {
    const server = await startServer({ password: 'right-secret' })
    const cache = await openObserved(`${start}127.0.0.1:${server.port}`)
    expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
    expect(cache.reported).toEqual([expect.stringMatching(reason)])
    expect(cache.reported.join()).not.toContain('secret')
  })

  it('comes back when the password is set right', async () => {
    const server = await startServer({ password: 'old' })
    const cache = await openObserved(`redis://:new-secret@127.0.0.1:${server.port}`)
    expect(cache.reported).toEqual([expect.stringMatching(/WRONGPASS/)])
    await server.command('CONFIG', 'SET', 'requirepass', 'new-secret')
    await isBack(cache)
    expect(cache.reported).toHaveLength(2)
  })

  it('does not count in another database than the one of the URL', async () => {
    const server = await startServer()
    const cache = await openObserved(`${server.url}/999`)
    expect(cache.reported).toEqual([expect.stringMatching(/DB index is out of range/)])
    expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
    const keys = (await server.command('KEYS', '*')) as string[]
    expect(keys.filter((key) => !key.includes('probe'))).toEqual([])
    expect(cache.reported).toHaveLength(1)
  })

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'closes at once after a %s, and leaves no timer or connection',
    async (signal) => {
      const server = await startServer()
      const before = process.getActiveResourcesInfo()
      const cache = await openObserved(server.url)
      server.signal(signal)
      const underWay = cache.window(spec).take('k')
      await cache.close()
      expect((await underWay).isAllowed).toBe(true)
      await eventually(async () => expect(newResources(before)).toEqual([]))
      expect(cache.reported.length).toBeLessThan(2)
    },
  )

  it('closes while it reconnects, and reports nothing afterwards', async () => {
    const port = await freePort()
    const before = process.getActiveResourcesInfo()
    const cache = await openObserved(`redis://127.0.0.1:${port}`)
    await takes(cache.window(spec), 'k', 2)
    // between two attempts
    await sleep(100)
    await cache.close()
    await eventually(async () => expect(newResources(before)).toEqual([]))
    const server = await startServer({ port })
    expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
    expect(await server.command('DBSIZE')).toBe(0)
    expect(cache.reported).toHaveLength(1)
  })
})
