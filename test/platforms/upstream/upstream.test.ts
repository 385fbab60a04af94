// One host that misbehaves in every way that the platforms have.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from '@jest/globals'
import { silentObserver } from '../../../services/poller/observer.ts'
import { defaultTuning, type PollerTuning } from '../../../services/poller/tuning.ts'
import { createTokenBucket } from '../../../services/platforms/upstream/token-bucket.ts'
import {
  createUpstream,
  type Upstream,
  type UpstreamRequest,
} from '../../../services/platforms/upstream/upstream.ts'
import {
  openWeb,
  type TestResponse,
  type ReceivedRequest,
  type Web,
} from '../../poller/support/test-server.ts'

const nowMs = Date.UTC(2026, 10, 20)
const never = new AbortController().signal

describe('upstream', () => {
  const opened: (Web | Upstream)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  /** Sends one request; the server sends the responses in turn, and then repeats the last one. */
  async function open(
    answers: readonly (TestResponse | ((asked: ReceivedRequest) => TestResponse))[],
  ) {
    let turn = 0
    const web = await openWeb((asked) => {
      const answer = answers[Math.min(turn, answers.length - 1)] as TestResponse
      turn += 1
      return typeof answer === 'function'
        ? (answer as (a: ReceivedRequest) => TestResponse)(asked)
        : answer
    })
    const tuning: PollerTuning = {
      ...defaultTuning,
      headersTimeoutMs: 200,
      bodyTimeoutMs: 200,
      requestTimeoutMs: 500,
      maxBodyBytes: 1024 * 1024,
    }
    const slept: number[] = []
    const outcomes: string[] = []
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted()
      slept.push(ms)
      await Promise.resolve()
    }
    let clockMs = nowMs
    const now = (): number => clockMs
    const upstream = createUpstream(`${web.url}/base/`, {
      platform: 'platform_a',
      tuning,
      now,
      sleep,
      random: () => 1,
      observer: {
        ...silentObserver,
        count: (_what, labels) => outcomes.push(labels['outcome'] ?? ''),
      },
    })
    opened.push(web, upstream)
    const bucket = createTokenBucket({
      perSecond: 1_000,
      burst: 1_000,
      now,
      sleep: async (ms, signal) => {
        await sleep(ms, signal)
        clockMs += ms
      },
    })
    const ask = (signal = never, more: Partial<UpstreamRequest> = {}) =>
      upstream.send(
        {
          route: '/rows',
          path: '/rows',
          query: [
            ['id', 'a b&c'],
            ['id', '2'],
          ],
          bucket,
          requestClass: 'lists',
          hasExpectedShape: Array.isArray,
          ...more,
        },
        signal,
      )
    return { web, upstream, ask, slept, outcomes }
  }

  const good: TestResponse = { json: [1] }
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it('gives the text as it was, with the address that was asked', async () => {
    const headers = { date: new Date(nowMs).toUTCString() }
    const { web, ask } = await open([{ status: 200, text: ' [1.50]\n', headers }])
    const answer = await ask()
    expect(answer).toEqual({
      url: `${web.url}/base/rows?id=a+b%26c&id=2`,
      text: ' [1.50]\n',
      clockDifferenceMs: 0,
      value: [1.5],
      receivedAtMs: nowMs,
      asOfMs: nowMs,
    })
  })

  it('gives no value that is nested too deep, and the text as it was', async () => {
    const text = `[1,{"deep":${'['.repeat(5_000)}${']'.repeat(5_000)},"flat":2}]`
    const { ask } = await open([{ status: 200, text }])
    const answer = await ask()
    expect(answer.text).toBe(text)
    expect(answer.value).toMatchObject([1, { flat: 2 }])
    expect(JSON.stringify(answer.value).length).toBeLessThan(200)
  })

  it('unpacks gzip', async () => {
    const text = gzipSync('["é"]')
    const { ask } = await open([{ status: 200, text, headers: { 'content-encoding': 'gzip' } }])
    expect((await ask()).value).toEqual(['é'])
  })

  it.each<[string, string, TestResponse]>([
    ['429', '429', { status: 429, text: '{"error":"too many requests"}' }],
    ['500', '500', { status: 500, text: '{"type":"internal error"}' }],
    ['503', '503', { status: 503, text: '' }],
    ['html with 200', 'html', { status: 200, text: '<html></html>', headers: html }],
    ['html with 403', 'html', { status: 403, text: 'denied', headers: html }],
    ['html that says it is json', 'html', { status: 200, text: '<!DOCTYPE html>' }],
    ['half of the json', 'not_json', { status: 200, text: '[{"a":' }],
    ['an empty body', 'not_json', { status: 200, text: '' }],
    ['another shape', 'unexpected_shape', { status: 200, text: '{"error":null}' }],
    ['null', 'unexpected_shape', { status: 200, text: 'null' }],
    ['a cut connection', 'network', { raw: (response) => response.destroy() }],
    [
      'a connection cut in the body',
      'network',
      {
        raw: (response) => {
          response.writeHead(200, { 'content-length': '100' })
          response.write('[1,')
          setTimeout(() => response.destroy(), 20)
        },
      },
    ],
    ['silence', 'network', { raw: () => undefined }],
    ['silence in the body', 'network', { raw: (response) => response.write('[1,') }],
    [
      'broken gzip',
      'network',
      { status: 200, text: 'no gzip', headers: { 'content-encoding': 'gzip' } },
    ],
    [
      'a body that never ends, drop by drop',
      'network',
      {
        raw: (response) => {
          const drip = setInterval(() => response.write(' '), 50)
          response.on('close', () => {
            clearInterval(drip)
          })
        },
      },
    ],
  ])('asks again after %s', async (_name, outcome, bad) => {
    const { ask, outcomes } = await open([bad, good])
    expect((await ask()).value).toEqual([1])
    expect(outcomes).toEqual([outcome, 'ok'])
  })

  it('backs off longer each time and gives up', async () => {
    const { web, ask, slept } = await open([{ status: 500, text: '{}' }])
    await expect(ask()).rejects.toMatchObject({ kind: 'failed', status: 500 })
    expect(web.asked).toHaveLength(5)
    expect(slept).toEqual([500, 1_000, 2_000, 4_000])
  })

  it('waits as long as Retry-After says, but not for ever', async () => {
    const wait = (value: string): TestResponse => ({
      status: 503,
      text: '{}',
      headers: { 'retry-after': value },
    })
    const date = new Date(nowMs + 9_000).toUTCString()
    const { ask, slept } = await open([wait('7'), wait(date), wait('86400'), good])
    await ask()
    expect(slept).toEqual([7_000, 9_000, 120_000])
  })

  it('keeps the whole route group quiet after a 429', async () => {
    const limited: TestResponse = { status: 429, text: '{}', headers: { 'retry-after': '30' } }
    const { ask, slept } = await open([limited, good])
    await ask()
    // Once by itself, once in the bucket, whose clock did not move in the first.
    expect(slept).toEqual([30_000, 30_000])
  })

  it.each([400, 401, 403, 404, 422])('does not ask again after a final %i', async (status) => {
    const { web, ask } = await open([{ status, text: '{"error":"no"}' }])
    await expect(ask()).rejects.toMatchObject({ kind: 'refused', status })
    expect(web.asked).toHaveLength(1)
  })

  it.each([
    ['plain', {}, Buffer.alloc(20 * 1024 * 1024, ' ')],
    ['packed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))],
  ])('does not read 20 MB, %s', async (_name, headers, text) => {
    const { web, ask } = await open([{ status: 200, text, headers }, good])
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large' })
    expect(web.asked).toHaveLength(1)
    // The connection is not spoiled by what was left unread.
    expect((await ask()).value).toEqual([1])
  })

  const at = (ms: number, more: Record<string, string> = {}): TestResponse => ({
    json: [],
    headers: { date: new Date(nowMs + ms).toUTCString(), ...more },
  })

  it('dates an answer by the earlier of its own clock and the platform’s', async () => {
    const { upstream, ask } = await open([at(-30_000), at(30_000)])
    expect(upstream.nowMs()).toBe(nowMs)
    expect((await ask()).asOfMs).toBe(nowMs - 30_000)
    expect(upstream.nowMs()).toBe(nowMs - 30_000)
    expect((await ask()).asOfMs).toBe(nowMs)
  })

  it('knows nothing of the time of an answer without a date', async () => {
    const raw = (response: ServerResponse): void => {
      response.sendDate = false
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    }
    const { ask } = await open([{ raw }])
    expect((await ask()).asOfMs).toBe(-Infinity)
  })

  it.each<[string, string, TestResponse]>([
    ['an hour ahead', 'future', at(3_600_000)],
    ['an hour old', 'stale', at(-3_600_000)],
    ['from a cache', 'cached', at(0, { age: '290' })],
  ])('asks again for evidence after an answer %s', async (_name, outcome, odd) => {
    const { ask, outcomes } = await open([at(0), odd, at(0)])
    await ask()
    expect((await ask(never, { isEvidence: true })).asOfMs).toBe(nowMs)
    expect(outcomes).toEqual(['ok', outcome, 'ok'])
    expect((await ask()).asOfMs).toBe(nowMs)
  })

  it.each<[string, TestResponse, number]>([
    ['an hour ahead', at(3_600_000), nowMs],
    ['an hour old', at(-3_600_000), nowMs - 3_600_000],
    ['from a cache', at(0, { age: '290' }), nowMs - 290_000],
  ])('takes answers that stay %s for what they are', async (_name, odd, asOfMs) => {
    const { ask } = await open([at(0), odd])
    await ask()
    for (let n = 0; n < 3; n += 1)
      expect((await ask(never, { isEvidence: true })).asOfMs).toBe(asOfMs)
  })

  it('never asks the same address again if a cache may know it', async () => {
    const { web, ask } = await open([{ status: 500, text: '{}' }, good])
    await ask(never, { uniqueParameter: '_' })
    await ask(never, { uniqueParameter: '_' })
    expect(new Set(web.asked.map(({ query }) => query.get('_'))).size).toBe(3)
  })

  it('stops at once when it is told to', async () => {
    const stop = new AbortController()
    const { ask } = await open([
      {
        raw: () => {
          stop.abort(new Error('stopped'))
        },
      },
    ])
    await expect(ask(stop.signal)).rejects.toThrow('stopped')
  })
})
