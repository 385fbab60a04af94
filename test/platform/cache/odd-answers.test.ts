// Whatever listens at Redis's port, and however little it is a Redis: calls are answered, limits are
// kept by this process, the operator is told once, and nobody asks it again for each call.
import { afterEach, describe, expect, it } from '@jest/globals'
import { takes } from '../../contracts/cache.ts'
import { eventually } from '../../contracts/waiting.ts'
import { startRedisServer } from '../../../tools/servers/redis-server.ts'
import { describeWithRedis } from '../../support/describe-with-redis.ts'
import { startFakeRedis, type FakeRedis } from './fake-redis.ts'
import { openObserved } from './observed-cache.ts'

const spec = { name: 'n', limit: 2, windowMs: 60_000 }
const aCount = '*2\r\n:1\r\n:1000\r\n'

describe('a Redis that is none', () => {
  const fakes: FakeRedis[] = []
  afterEach(async () => {
    await Promise.all(fakes.splice(0).map((fake) => fake.close()))
  })

  async function startFake(answer: (command: string) => string | null): Promise<FakeRedis> {
    const fake = await startFakeRedis(answer)
    fakes.push(fake)
    return fake
  }

  const answers: [string, string | null, RegExp][] = [
    ['says nothing', null, /timed out/],
    ['closes the connection', 'close', /closed|ECONNRESET/],
    ['is loading', '-LOADING Redis is loading the dataset in memory\r\n', /LOADING/],
    ['cannot persist', '-MISCONF Redis is configured to save RDB snapshots\r\n', /MISCONF/],
    ['knows no scripts', "-ERR unknown command 'eval'\r\n", /unknown command/],
    ['forgets every script', '-NOSCRIPT No matching script\r\n', /NOSCRIPT/],
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', /Protocol error/],
    ['sends bytes', '\0\xff\xfe\x01', /Protocol error/],
    ['says yes', '+OK\r\n', /no count/],
    ['sends one number', ':1\r\n', /no count/],
    ['sends null', '$-1\r\n', /no count/],
    ['sends a null array', '*-1\r\n', /no count/],
    ['sends an empty array', '*0\r\n', /no count/],
    ['sends a word for the count', '*2\r\n$3\r\nabc\r\n:1000\r\n', /no count/],
    ['sends no time', '*2\r\n:1\r\n$-1\r\n', /no count/],
    ['sends a word for the time', '*2\r\n:1\r\n$3\r\nabc\r\n', /no count/],
    ['sends what is not a number', '*2\r\n$3\r\nNaN\r\n$3\r\nNaN\r\n', /no count/],
    ['sends half an answer', '*2\r\n:1\r\n', /timed out/],
    ['promises a gigabyte', '$1000000000\r\nabc', /timed out/],
  ]

  it.each(answers)('from the start: it %s', async (_does, answer, reason) => {
    const fake = await startFake(() => answer)
    const cache = await openObserved(`redis://user:secret@127.0.0.1:${fake.port}/2`)
    const window = cache.window(spec)
    const asked = fake.connections()
    expect(await takes(window, 'k', 300)).toEqual([true, true, ...Array(298).fill(false)])
    expect((await window.look('k')).isAllowed).toBe(false)
    await window.clear('k')
    expect((await window.look('k')).isAllowed).toBe(true)
    expect(fake.connections() - asked).toBeLessThan(3)
    expect(cache.told).toEqual([expect.stringMatching(reason)])
    expect(cache.told.join()).not.toContain('secret')
  })

  it.each(answers)('later: it %s', async (_does, answer, reason) => {
    let isGood = true
    const fake = await startFake((command) =>
      isGood ? (command.startsWith('eval') ? aCount : '+OK\r\n') : answer,
    )
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, true])
    expect(cache.told).toEqual([])
    isGood = false
    const window = cache.window(spec)
    const states = await Promise.all(Array.from({ length: 300 }, () => window.take('k')))
    expect(states.filter((state) => state.isAllowed)).toHaveLength(2)
    expect(cache.told).toEqual([expect.stringMatching(reason)])
    const asked = fake.commands.length
    expect(await takes(window, 'other', 300)).toEqual([true, true, ...Array(298).fill(false)])
    expect(fake.commands.length - asked).toBeLessThan(3)
    expect(cache.told).toHaveLength(1)
  })

  it('answers look and clear in ways of its own', async () => {
    for (const answer of ['*2\r\n$1\r\n1\r\n+OK\r\n', '-ERR\r\n', '*-1\r\n', null]) {
      const fake = await startFake((command) => (command.startsWith('eval') ? aCount : answer))
      const looking = await openObserved(`redis://127.0.0.1:${fake.port}`)
      expect(await looking.window(spec).look('k')).toMatchObject({ isAllowed: true, remaining: 2 })
      expect(looking.told).toHaveLength(1)
      const clearing = await openObserved(`redis://127.0.0.1:${fake.port}`)
      await clearing.window(spec).clear('k')
      expect(await takes(clearing.window(spec), 'k', 1)).toEqual([true])
    }
  })

  it('answers twice, so that answers and questions no longer match', async () => {
    const fake = await startFake(() => aCount + aCount)
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    await takes(cache.window(spec), 'k', 3)
    expect(cache.told).toEqual([expect.stringMatching(/Command queue state error/)])
  })

  it('repeats the password to our face, in whatever it is angry about', async () => {
    const fake = await startFake((command) => `-ERR unknown command '${command}'\r\n`)
    const cache = await openObserved(`redis://user:p%40ss%20word@127.0.0.1:${fake.port}`)
    expect(cache.told).toEqual([expect.stringContaining("unknown command 'auth user ***'")])
    expect(JSON.stringify(cache.told)).not.toContain('word')
  })

  it('sends a long story', async () => {
    const fake = await startFake(() => `-ERR ${'x'.repeat(100_000)}\r\n`)
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    expect(cache.told.join().length).toBeLessThan(300)
  })

  it('comes and goes, and is told of ever more rarely', async () => {
    let probes = 0
    // each connection counts once, for the probe, and never again
    const fake = await startFake((command) =>
      command.includes('probe') ? ((probes += 1), aCount) : '-LOADING\r\n',
    )
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    const lostAt: number[] = []
    for (const outages of [1, 2, 3]) {
      await eventually(async () => {
        await cache.window(spec).take('k')
        expect(cache.told.filter((line) => line !== 'back')).toHaveLength(outages)
      })
      lostAt.push(performance.now())
    }
    const [first = 0, second = 0, third = 0] = lostAt
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(1_900)
    expect(probes).toBe(3)
    expect(cache.told).toEqual(['lost: LOADING', 'back', 'lost: LOADING', 'back', 'lost: LOADING'])
  }, 30_000)
})

describeWithRedis('a Redis that was none', () => {
  it.each([
    ['was loading', '-LOADING Redis is loading the dataset in memory\r\n'],
    ['said nothing', null],
  ])(
    'is used when it is one: it %s',
    async (_did, answer) => {
      const fake = await startFakeRedis(() => answer)
      const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
      expect(cache.told).toHaveLength(1)
      await fake.close()
      const server = await startRedisServer({ port: fake.port })
      try {
        await eventually(async () => expect(cache.told.at(-1)).toBe('back'))
        expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
        expect(cache.told).toHaveLength(2)
      } finally {
        await server.stop()
      }
    },
    30_000,
  )
})
