// Requests to platform_b that are signed: with either type of key, again for each attempt, with a wrong key and
// with a wrong clock, against the simulator, which checks signatures.
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createRequestSigner, type RequestSigner } from '../../../services/platforms/credentials.ts'
import { credentials } from '../../../services/platforms/platform-b/credentials.ts'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { silentObserver, type PollerObserver } from '../../../services/poller/observer.ts'
import { createSimulator } from '../../../simulator/simulator.ts'
import { createDeps, never, nowMs, nowS } from '../../poller/support/source.ts'
import { openWeb, type TestResponse } from '../../poller/support/test-server.ts'

const id = 'a952bcbe-ec3b-4b5b-b8f9-11dae589608c'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const window = { fromS: nowS - 3_600, untilS: nowS }

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

const signerOf = ({ privateKey }: KeyPairKeyObjectResult): RequestSigner =>
  createRequestSigner(credentials, { id, privateKey })

interface Logged {
  readonly level: string
  readonly message: string
}

function open(url: string, signer: RequestSigner | null, observer: Partial<PollerObserver> = {}) {
  const logged: Logged[] = []
  const outcomes: string[] = []
  const source: Source = createPlatformB(
    { url },
    {
      ...createDeps(),
      signer,
      observer: {
        ...silentObserver,
        log: (level, message) => void logged.push({ level, message }),
        count: (what, { outcome = '' }) => void (what === 'requests' && outcomes.push(outcome)),
        ...observer,
      },
    },
  )
  opened.push(source)
  return { source, logged, outcomes }
}

/** A simulator that responds only to requests that are signed with the key, and its base URL. */
async function simulate({ publicKey }: KeyPairKeyObjectResult, aheadMs = 0): Promise<string> {
  const simulator = createSimulator({
    seed: 'signatures',
    now: () => nowMs + aheadMs,
    historyDays: 1,
    size: 0.1,
    requiredKey: { id, publicKey },
  })
  const server = await simulator.listen({ port: 0, host: '127.0.0.1' })
  opened.push(server)
  return `${server.url}/trade-api/v2`
}

describe('a signed request', () => {
  it.each([
    ['RSA', rsa],
    ['Ed25519', ed25519],
  ])('is accepted with a key of type %s, with and without a query', async (_type, key) => {
    const { source, outcomes } = open(await simulate(key), signerOf(key))
    const answer = await source.tape?.(window, 100, never)
    const [row] = answer?.rows ?? []
    const events = await source.lists[0]?.page(null, 20, never)
    const [market] = events?.groups.flatMap(({ markets }) => markets) ?? []
    if (!row || !market) throw new Error('the simulator has no trades or markets')
    expect(await source.lookup([market.nativeId], never, 'lifecycle')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['ok']))
  })

  it('has a signature of its own in each attempt', async () => {
    const failure: TestResponse = { status: 500, text: '{}' }
    const web = await openWeb(() =>
      web.asked.length < 3 ? failure : { json: { trades: [], cursor: '' } },
    )
    opened.push(web)
    const { source } = open(web.url, signerOf(rsa))
    await source.ping(never)
    const values = (name: string) =>
      new Set(web.asked.map(({ headers }) => headers[`kalshi-access-${name}`]))
    expect(web.asked).toHaveLength(3)
    expect(values('timestamp').size).toBe(3)
    expect(values('signature').size).toBe(3)
    expect(values('key')).toEqual(new Set([id]))
  })

  it('is not sent without credentials', async () => {
    const web = await openWeb(() => ({ json: { trades: [], cursor: '' } }))
    opened.push(web)
    await open(web.url, null).source.ping(never)
    const [asked] = web.asked
    expect(Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith('kalshi'))).toEqual(
      [],
    )
  })
})

describe('a wrong clock', () => {
  it.each([
    ['behind', 600_000],
    ['ahead', -600_000],
  ])(
    'that is ten minutes %s costs one rejected request, which has the time',
    async (_, aheadMs) => {
      const { source, outcomes, logged } = open(await simulate(rsa, aheadMs), signerOf(rsa))
      await source.ping(never)
      await source.tape?.(window, 100, never)
      expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual(['401'])
      expect(logged).toEqual([])
    },
  )
})

describe('a wrong key', () => {
  it.each([
    ['another key of the same type', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['a key of another type', ed25519],
  ])('is reported once, with what to do: %s', async (_, key) => {
    const { source, logged, outcomes } = open(await simulate(rsa), signerOf(key))
    for (let n = 0; n < 2; n += 1)
      await expect(source.ping(never)).rejects.toMatchObject({
        kind: 'failed',
        status: 401,
        message: expect.stringContaining('PLATFORM_B_KEY_ID and PLATFORM_B_PRIVATE_KEY'),
      })
    expect(logged).toEqual([
      {
        level: 'error',
        message: expect.stringMatching(/rejects the signature.*PLATFORM_B_KEY_ID/),
      },
    ])
    expect(new Set(outcomes)).toEqual(new Set(['401']))
  })

  it('makes nobody believe that a market does not exist', async () => {
    const { source } = open(await simulate(rsa), signerOf(ed25519))
    await expect(source.lookup(['KX-1'], never, 'lifecycle')).rejects.toMatchObject({ status: 401 })
  })

  it('that the platform accepts later is reported, too', async () => {
    const web = await openWeb(() =>
      web.asked.length <= 5
        ? { status: 401, text: '{"error":{"code":"authentication_error"}}' }
        : { json: { trades: [], cursor: '' } },
    )
    opened.push(web)
    const { source, logged } = open(web.url, signerOf(rsa))
    await expect(source.ping(never)).rejects.toMatchObject({ status: 401 })
    await source.ping(never)
    expect(logged.map(({ level }) => level)).toEqual(['error', 'info'])
  })
})

describe('a response that repeats the headers of the request', () => {
  it.each([400, 401, 403])('with status %i puts nothing of them into the error', async (status) => {
    const web = await openWeb(({ headers }) => ({ status, text: JSON.stringify(headers) }))
    opened.push(web)
    const { source, logged } = open(web.url, signerOf(rsa))
    const error: unknown = await source.ping(never).catch((reason: unknown) => reason)
    const told = JSON.stringify([String(error), logged])
    expect(told).toContain(String(status))
    const headers = web.asked.flatMap((asked) => Object.entries(asked.headers))
    const secrets = headers.filter(([name]) => /-(key|signature)$/.test(name))
    expect(secrets.length).toBeGreaterThan(1)
    expect(secrets.filter(([, value]) => told.includes(String(value).slice(0, 12)))).toEqual([])
  })
})
