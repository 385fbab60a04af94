// A schema registry that is down, rejects requests, or sends invalid responses: at start, and later.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CodecError, type Codec } from '../../../services/lib/codec/port.ts'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { framed, newer, older } from '../../contracts/codec.ts'
import { eventually } from '../../support/waiting.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { openRegistryProxy, type Mood, type RegistryProxy } from './registry-proxy.ts'

const topic = 'poll-checkpoints'

await describeWithServers(['registry'], 'a failing schema registry', ({ registry }) => {
  let proxy: RegistryProxy
  let topicPrefix: string
  let warnings: string[]

  beforeEach(async () => {
    const { origin } = new URL(registry.url)
    proxy = await openRegistryProxy(origin)
    topicPrefix = `${randomUUID()}.`
    warnings = []
  })
  afterEach(() => proxy.close())

  const { pathname } = new URL(registry.url)
  const open = (
    url = proxy.url + pathname,
    schemas: typeof newer = older,
    retryFor = { startMs: 1_500, loadMs: 1_500 },
  ): Promise<Codec> =>
    openRegistryCodec({
      url,
      topicPrefix,
      schemas: { [topic]: schemas[topic] },
      retryFor,
      logger: {
        info: () => undefined,
        warn: (fields) => void warnings.push((fields as { reason: string }).reason),
      },
    })

  describe('at start', () => {
    it.each<[Mood, RegExp]>([
      ['hangs up', /at http:\/\/127\.0\.0\.1:\d+\/apis\/ccompat\/v7 does not answer \(.*hang up/],
      ['overloaded', /answers 503: no leader/],
      ['502 html', /does not answer \(.*502/],
      ['404 html', /does not answer \(.*404.*does its URL have its base path/],
      ['200 html', /does not answer/],
    ])('%s: tried again, told once, then an error', async (mood, message) => {
      proxy.mood = mood
      await expect(open()).rejects.toThrow(message)
      expect(proxy.requests.length).toBeGreaterThan(2)
      expect(warnings).toEqual([expect.stringMatching(message)])
    })

    it('silent: given up after the time limit', async () => {
      proxy.mood = 'silent'
      await expect(open()).rejects.toThrow(/does not answer \(Timeout/)
    })

    it('no server at the address', async () => {
      await expect(open('http://127.0.0.1:1/base')).rejects.toThrow(
        'the schema registry at http://127.0.0.1:1/base does not answer (connect ECONNREFUSED 127.0.0.1:1)',
      )
      expect(warnings).toHaveLength(1)
    })

    it('there a moment later: nothing is lost', async () => {
      proxy.mood = 'hangs up'
      const opening = open()
      await eventually(async () => expect(warnings).toHaveLength(1))
      proxy.mood = 'well'
      const codec = await opening
      expect(codec.encode(topic, { key: 'k', state: '' }).readUInt32BE(1)).toBeGreaterThan(0)
    })

    it.each(['/apis/ccompat/v9', ''])('at the wrong base path: "%s"', async (path) => {
      await expect(open(proxy.url + path)).rejects.toThrow(/does its URL have its base path/)
    })

    it('an address that is none', async () => {
      for (const url of ['registry:8081', 'kafka://b1:9092', 'http://r/?x=1', ''])
        await expect(open(url)).rejects.toThrow('a schema registry is at http(s)://')
      await expect(open('http://u:50%off@r')).rejects.toThrow('a % in user or password must be')
    })

    it('wrong credentials: at once, and the password is nowhere', async () => {
      proxy.credentials = 'oddslog:right one'
      const { host } = new URL(proxy.url)
      for (const login of ['', 'oddslog:wr0ng@']) {
        const opening = open(`http://${login}${host}${pathname}`)
        await expect(opening).rejects.toThrow(
          `at http://${host}${pathname} refuses us (401): check user and password`,
        )
        await expect(opening).rejects.not.toThrow('wr0ng')
      }
      expect(warnings).toEqual([])
      expect(proxy.requests).toHaveLength(2)
    })

    it('right credentials, for every request', async () => {
      proxy.credentials = 'oddslog:p@ss:w/rd'
      const { host } = new URL(proxy.url)
      const codec = await open(`http://oddslog:p%40ss%3Aw%2Frd@${host}${pathname}/`)
      await codec.loadSchemas([{ value: framed(9_999_999, 1) }])
      expect(() => codec.decode(topic, framed(9_999_999, 1))).toThrow(CodecError)
    })

    it('no TLS where the URL says so', async () => {
      await expect(open(proxy.url.replace('http:', 'https:'))).rejects.toThrow(/does not answer/)
    })
  })

  describe('while records of a newer process come in', () => {
    let codec: Codec
    let record: { value: Buffer }

    beforeEach(async () => {
      codec = await open()
      const other = await open(registry.url, newer)
      record = { value: other.encode(topic, { key: 'k', state: 's', tags: [] } as never) }
    })

    it.each<Mood>(['hangs up', 'overloaded', '502 html', '404 html', '404 json', '200 html'])(
      '%s: they wait, and are read when it is well again',
      async (mood) => {
        proxy.mood = mood
        const learning = codec.loadSchemas([record])
        await eventually(async () => expect(warnings).toHaveLength(1))
        proxy.mood = 'well'
        await learning
        expect(codec.decode(topic, record.value)).toEqual({ key: 'k' })
        expect(codec.loadSchemas([record])).toBeNull()
      },
    )

    it.each<Mood>(['hangs up', '404 html', '404 json', '200 html'])(
      '%s for longer: the caller gets a retriable error',
      async (mood) => {
        proxy.mood = mood
        await expect(codec.loadSchemas([record])).rejects.toMatchObject({ retriable: true })
        proxy.mood = 'well'
        await codec.loadSchemas([record])
        expect(codec.decode(topic, record.value)).toEqual({ key: 'k' })
      },
    )

    it('credentials that are refused by now: they wait too', async () => {
      proxy.credentials = 'another:one'
      await expect(codec.loadSchemas([record])).rejects.toThrow('refuses us (401)')
      proxy.credentials = null
      await codec.loadSchemas([record])
      expect(codec.decode(topic, record.value)).toEqual({ key: 'k' })
    })

    it('an end of the waiting from outside', async () => {
      proxy.mood = 'hangs up'
      const stopping = new AbortController()
      const learning = codec.loadSchemas([record], stopping.signal)
      await eventually(async () => expect(warnings).toHaveLength(1))
      stopping.abort()
      await expect(learning).rejects.toThrow()
    })

    it('asks for each schema once, however many records have it', async () => {
      const before = proxy.requests.length
      await codec.loadSchemas(Array.from({ length: 5_000 }, () => record))
      expect(codec.loadSchemas([record, record])).toBeNull()
      expect(proxy.requests.slice(before)).toEqual([
        expect.stringMatching(/^GET \/apis\/ccompat\/v7\/schemas\/ids\/\d+$/),
      ])
    })

    it('does not ask for ids that cannot be, nor again for one that is not there', async () => {
      const junk = [0, 2 ** 31, 2 ** 32 - 1, 777_777].map((id) => ({ value: framed(id, 1) }))
      await codec.loadSchemas([
        ...junk,
        { value: Buffer.from('{"no":"framing"}') },
        { value: framed(5) },
      ])
      const asked = proxy.requests.filter((line) => line.includes('/schemas/ids/'))
      expect(new Set(asked)).toEqual(new Set([`GET ${pathname}/schemas/ids/777777`]))
      expect(codec.loadSchemas(junk)).toBeNull()
      for (const { value } of junk) expect(() => codec.decode(topic, value)).toThrow(CodecError)
    })

    it('is a mistake of ours to decode what was not learnt', () => {
      expect(() => codec.decode(topic, record.value)).toThrow('was not loaded before')
      expect(() => codec.decode(topic, record.value)).not.toThrow(CodecError)
    })
  })

  it('an address that accepts and never answers', async () => {
    const server: Server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as { port: number }
      await expect(open(`http://127.0.0.1:${port}`)).rejects.toThrow(/does not answer/)
    } finally {
      server.close()
    }
  })
})
