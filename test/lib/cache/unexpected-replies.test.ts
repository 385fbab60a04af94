// A server at Redis's port that is not a Redis: calls are answered, this process keeps the limits, the
// operator is notified once, and not every call contacts the server.
import { afterEach, describe, expect, it } from '@jest/globals'
import { takes } from '../../contracts/cache.ts'
import { eventually } from '../../support/waiting.ts'
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
    ['says yes', '+OK\r\n', /not a valid count/],
    ['sends one number', ':1\r\n', /not a valid count/],
    ['sends null', '$-1\r\n', /not a valid count/],
    ['sends a null array', '*-1\r\n', /not a valid count/],
    ['sends an empty array', '*0\r\n', /not a valid count/],
    ['sends a word for the count', '*2\r\n$3\r\nabc\r\n:1000\r\n', /not a valid count/],
    ['sends no time', '*2\r\n:1\r\n$-1\r\n', /not a valid count/],
    ['sends a word for the time', '*2\r\n:1\r\n$3\r\nabc\r\n', /not a valid count/],
    ['sends what is not a number', '*2\r\n$3\r\nNaN\r\n$3\r\nNaN\r\n', /not a valid count/],
    ['sends half an answer', '*2\r\n:1\r\n', /timed out/],
    ['promises a gigabyte', '$1000000000\r\nabc', /timed out/],
  ]

  it.each(answers)('from the start: it %s', async (_does, answer, reason) => {
    const fake = await startFake(() => answer)
    const cache = await openObserved(`redis://user:secret@127.0.0.1:${fake.port}/2`)
    const window = cache.window(spec)
    const asked = fake.connections()
    expect(await takes(window, 'k', 300)).toEqual([true, true, ...Array(298).fill(false)])
    await window.clear('k')
    expect(await takes(window, 'k', 3)).toEqual([true, true, false])
    expect(fake.connections() - asked).toBeLessThan(3)
    expect(cache.reported).toEqual([expect.stringMatching(reason)])
    expect(cache.reported.join()).not.toContain('secret')
  })

  it.each(answers)('later: it %s', async (_does, answer, reason) => {
    let isGood = true
    const fake = await startFake((command) =>
      isGood ? (command.startsWith('eval') ? aCount : '+OK\r\n') : answer,
    )
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, true])
    expect(cache.reported).toEqual([])
    isGood = false
    const window = cache.window(spec)
    const states = await Promise.all(Array.from({ length: 300 }, async () => window.take('k')))
    expect(states.filter((state) => state.isAllowed)).toHaveLength(2)
    expect(cache.reported).toEqual([expect.stringMatching(reason)])
    const asked = fake.commands.length
    expect(await takes(window, 'other', 300)).toEqual([true, true, ...Array(298).fill(false)])
    expect(fake.commands.length - asked).toBeLessThan(3)
    expect(cache.reported).toHaveLength(1)
  })

  it('answers clear in ways of its own', async () => {
    for (const answer of ['*2\r\n$1\r\n1\r\n+OK\r\n', '-ERR\r\n', '*-1\r\n', null]) {
      const fake = await startFake((command) => (command.startsWith('eval') ? aCount : answer))
      const clearing = await openObserved(`redis://127.0.0.1:${fake.port}`)
      await clearing.window(spec).clear('k')
      expect(await takes(clearing.window(spec), 'k', 1)).toEqual([true])
    }
  })

  it('answers twice, so that answers and questions no longer match', async () => {
    const fake = await startFake(() => aCount + aCount)
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    await takes(cache.window(spec), 'k', 3)
    expect(cache.reported).toEqual([expect.stringMatching(/Command queue state error/)])
  })

  it('echoes the password in any error message', async () => {
    const fake = await startFake((command) => `-ERR unknown command '${command}'\r\n`)
    const cache = await openObserved(`redis://user:p%40ss%20word@127.0.0.1:${fake.port}`)
    expect(cache.reported).toEqual([expect.stringContaining("unknown command 'auth user ***'")])
    expect(JSON.stringify(cache.reported)).not.toContain('word')
  })

  it('sends a long story', async () => {
    const fake = await startFake(() => `-ERR ${'x'.repeat(100_000)}\r\n`)
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    expect(cache.reported.join().length).toBeLessThan(300)
  })

  it('comes and goes, and is reported less and less often', async () => {
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
        expect(cache.reported.filter((line) => line !== 'back')).toHaveLength(outages)
      })
      lostAt.push(performance.now())
    }
    const [first = 0, second = 0, third = 0] = lostAt
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(1_900)
    expect(probes).toBe(3)
    expect(cache.reported).toEqual([
      'lost: LOADING',
      'back',
      'lost: LOADING',
      'back',
      'lost: LOADING',
    ])
  })
})

describeWithRedis('a Redis that was none', () => {
  it.each([
    ['was loading', '-LOADING Redis is loading the dataset in memory\r\n'],
    ['said nothing', null],
  ])('is used when it is one: it %s', async (_did, answer) => {
    const fake = await startFakeRedis(() => answer)
    const cache = await openObserved(`redis://127.0.0.1:${fake.port}`)
    expect(cache.reported).toHaveLength(1)
    await fake.close()
    const server = await startRedisServer({ port: fake.port })
    try {
      await eventually(async () => expect(cache.reported.at(-1)).toBe('back'))
      expect(await takes(cache.window(spec), 'k', 3)).toEqual([true, true, false])
      expect(cache.reported).toHaveLength(2)
    } finally {
      await server.stop()
    }
  })
})
