// Requests to /v1/wallets: addresses and parameters of every kind, and an unknown wallet, up to the record
// that the poller reads.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import type { ApiOptions } from '../../../services/api/api.ts'
import {
  createFollowedWallets,
  type FollowedWallets,
} from '../../../services/api/wallets/followed-wallets.ts'
import {
  createWalletRequests,
  type WalletRequests,
} from '../../../services/api/wallets/wallet-requests.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { LogError } from '../../../services/lib/log/port.ts'
import { topics } from '../../../services/topology.ts'
import { fakeTimersOnly } from '../../support/fake-timers.ts'
import { ask, askRaw, faultsOf, refusal } from '../api-requests.ts'
import { expectSchema } from '../expect-schema.ts'
import { nowMs, runApi, type Answered, type RunningApi } from '../running-api.ts'
import { until } from '../../support/waiting.ts'
import { createFeedStore, type FeedStore } from './wallet-feed.ts'
import { newWallet } from './wallet-rows.ts'

const address = `0x${'0123456789abcdef'.repeat(3).slice(0, 40)}`
let feeds: FeedStore
let api: RunningApi
beforeAll(async () => {
  feeds = createFeedStore()
  feeds.setWatermark(address)
  api = await runApi(feeds.store)
})
afterAll(() => api.close())

const kinds = ['activity', 'positions'] as const

describe('200', () => {
  it.each([
    ['as it is', address],
    ['in capitals', address.toUpperCase().replace('0X', '0x')],
    ['in capitals, the 0X too', address.toUpperCase()],
    ['with the case of a checksum', address.replace('a', 'A').replace('f', 'F')],
    [
      'with a percent for every character',
      Buffer.from(address).toString('hex').replaceAll(/../g, '%$&'),
    ],
  ])('an address %s', async (_name, written) => {
    for (const kind of kinds) {
      const { status, body } = await api.get(`/v1/wallets/${written}/${kind}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ address, [kind]: [], complete: true })
      expectSchema(kind === 'activity' ? 'wallet-activity-page' : 'wallet-position-page', body)
    }
  })

  it.each(['HEAD', 'GET'] as const)('%s', async (method) => {
    for (const kind of kinds) {
      const headers = { 'X-API-Key': api.apiKey }
      const answer = await ask(api, `/v1/wallets/${address}/${kind}`, { method, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('X-Data-Complete-Until')).toBe(String(nowMs))
      expect(answer.text === '').toBe(method === 'HEAD')
    }
  })

  it.each([
    'activity?limit=1&offset=0',
    'activity?limit=500&offset=9007199254740991',
    'activity?limit=&offset=&activity_type=',
    'activity?activity_type=TRADE&unknown=1&unknown=2',
    'positions?limit=1',
    'positions?limit=500&sort_by=PERCENTPNL&redeemable=true',
    'positions?limit=&sort_by=&redeemable=',
    'positions?offset=x&activity_type=x', // of the other one
    'positions?redeemable=FALSE',
  ])('%s', async (rest) => {
    expect((await api.get(`/v1/wallets/${address}/${rest}`)).status).toBe(200)
  })
})

describe('422', () => {
  const zeros = '0'.repeat(40)
  it.each([
    ['without 0x', zeros],
    ['too short by one', `0x${zeros.slice(1)}`],
    ['too long by one', `0x${zeros}0`],
    ['too short by the x', `0${zeros}`],
    ['not hex', `0x${zeros.slice(1)}g`],
    ['a letter that only looks like one', `0x${zeros.slice(1)}%D0%B0`],
    ['digits of another script', `0x${zeros.slice(1)}%D9%A1`],
    ['a line break behind it', `0x${zeros}%0A`],
    ['a line break in front', `%0A0x${zeros}`],
    ['a line break and more', `0x${zeros}%0d%0aSet-Cookie:%20a=b`],
    ['a blank behind it', `0x${zeros}%20`],
    ['an encoded slash behind it', `0x${zeros}%2F`],
    ['a NUL behind it', `0x${zeros}%00`],
    ['a unified id', `pa_0x${zeros}`],
    ['two of them', `0x${zeros},0x${zeros}`],
    ['a name', 'vitalik.eth'],
    ['a name of JavaScript', '__proto__'],
    ['SQL', "'%20OR%20'1'='1"],
    ['a malformed percent', '0x%zz'],
    ['a percent that is not UTF-8', `0x${zeros}%ff`],
    ['10,000 characters', `0x${'0'.repeat(10_000)}`],
  ])('an address %s', async (_name, written) => {
    for (const kind of kinds)
      expect(refusal(await api.get(`/v1/wallets/${written}/${kind}`))).toEqual([
        422,
        ['path.address value_error'],
      ])
  })

  it('lists the validation errors of the address and of the parameters together', async () => {
    expect(faultsOf(await api.get('/v1/wallets/0x1/activity?offset=-1&limit=0'))).toEqual([
      'path.address value_error',
      'query.limit greater_than_equal',
      'query.offset greater_than_equal',
    ])
    expect(faultsOf(await api.get('/v1/wallets/0x1/positions?sort_by=x&redeemable=maybe'))).toEqual(
      ['path.address value_error', 'query.sort_by enum', 'query.redeemable bool_parsing'],
    )
  })

  it('does not announce the wallet', async () => {
    const looks = feeds.polls()
    for (const kind of kinds) {
      await api.get(`/v1/wallets/0x1/${kind}`)
      await api.get(`/v1/wallets/${address}/${kind}?limit=0`)
    }
    expect(feeds.polls()).toBe(looks)
  })
})

describe('404', () => {
  it.each([
    '/v1/wallets',
    '/v1/wallets/',
    '/v1/wallets/x',
    `/v1/wallets/${address}`,
    `/v1/wallets/${address}/`,
    `/v1/wallets/${address}/trades`,
    `/v1/wallets/${address}/activity/1`,
    '/v1/wallets//activity',
    `/v1/wallets/${address}//activity`,
    `/v1/wallets/${address}%2Factivity`,
  ])('%s', async (path) => {
    const { status, body } = await api.get(path)
    expect([status, body]).toMatchObject([404, { detail: [{ type: 'route_not_found' }] }])
  })
})

describe('405', () => {
  it.each(kinds)('%s takes nothing but GET', async (kind) => {
    for (const method of ['POST', 'DELETE'] as const) {
      const headers = { 'X-API-Key': api.apiKey }
      const answer = await ask(api, `/v1/wallets/${address}/${kind}`, { method, headers })
      expect(refusal(answer)).toEqual([405, ['path method_not_allowed']])
      expect(answer.headers.get('Allow')).toBe('HEAD, GET, OPTIONS')
    }
  })
})

describe('401', () => {
  it.each(kinds)('%s needs a key before anything else', async (kind) => {
    for (const wallet of [address, '0x1']) {
      const answer = await ask(api, `/v1/wallets/${wallet}/${kind}?limit=0`)
      expect(refusal(answer)).toEqual([401, ['header.X-API-Key missing_api_key']])
    }
  })
})

describe('a path', () => {
  it('ends with a slash or without, as every other does', async () => {
    const market = await api.get('/v1/markets/')
    for (const kind of kinds)
      expect((await api.get(`/v1/wallets/${address}/${kind}/`)).status).toBe(market.status)
  })

  it('is no place for a line break of a client that sends one as it is', async () => {
    const answer = await askRaw(api, [
      `GET /v1/wallets/${address}\n/activity HTTP/1.1`,
      `X-API-Key: ${api.apiKey}`,
    ])
    expect(answer).toMatch(/^HTTP\/1.1 400/)
  })
})

describe('an unknown wallet', () => {
  const opened: RunningApi[] = []
  afterEach(async () => {
    jest.useRealTimers()
    for (const one of opened.splice(0)) await one.close()
  })
  const open = async (walletRequests: ApiOptions['walletRequests']): Promise<RunningApi> => {
    const running = await runApi(feeds.store, { walletRequests })
    opened.push(running)
    return running
  }
  const nobodyKnows = (wallet: string) => ({
    activity: {
      address: wallet,
      activity: [],
      limit: 100,
      offset: 0,
      cursor: null,
      has_more: false,
      complete: false,
    },
    positions: {
      address: wallet,
      positions: [],
      limit: 100,
      cursor: null,
      has_more: false,
      complete: false,
    },
  })

  it('is empty, and marked incomplete, after about two seconds', async () => {
    const wallet = newWallet()
    const running = await open({ append: () => Promise.resolve() })
    const startedMs = performance.now()
    const answer = await running.get(`/v1/wallets/${wallet}/activity`)
    expect(performance.now() - startedMs).toBeGreaterThan(1_900)
    expect([answer.status, answer.body]).toEqual([200, nobodyKnows(wallet).activity])
    expect(answer.headers.get('X-Data-Complete-Until')).toBe('0')
    expect(answer.headers.get('X-Data-Gaps')).toBeNull()
  })

  it.each(kinds)('costs the store five queries at most (%s)', async (kind) => {
    let queries = 0
    const store: Store = {
      ...feeds.store,
      query: (sql, params) => {
        queries += 1
        return feeds.store.query(sql, params)
      },
    }
    // the catalog reads the store by itself, and not again during the test
    const running = await runApi(store, { refreshEveryMs: 3_600_000 })
    opened.push(running)
    queries = 0
    const answer = await running.get(`/v1/wallets/${newWallet()}/${kind}`)
    expect([answer.status, answer.headers.get('X-Wallet-Not-Followed')]).toEqual([200, null])
    expect(queries).toBeLessThanOrEqual(5)
    expect(queries).toBeGreaterThan(1)
  })

  it('without quota is empty, at once, and says that it is not followed', async () => {
    const wallets = createFollowedWallets({
      quotas: { perAccount: 9, total: 0 },
      now: () => nowMs,
    })
    const full = await runApi(feeds.store, {
      followedWallets: wallets,
      walletRequests: { append: () => Promise.reject(new Error('nothing is appended')) },
    })
    opened.push(full)
    const wallet = newWallet()
    for (const kind of kinds) {
      const startedMs = performance.now()
      const answer = await full.get(`/v1/wallets/${wallet}/${kind}`)
      expect(performance.now() - startedMs).toBeLessThan(1_000)
      expect([answer.status, answer.body]).toEqual([200, nobodyKnows(wallet)[kind]])
      expect(answer.headers.get('X-Wallet-Not-Followed')).toBe('service_quota;limit=0')
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('X-Wallet-Not-Followed')
    }
    expect(full.observed.failures).toEqual([])
  })

  it('is announced once for requests of both kinds', async () => {
    const wallet = newWallet()
    const announced: string[] = []
    const running = await open({
      append: ({ wallet: requested }) => {
        announced.push(requested)
        return Promise.resolve()
      },
    })
    fakeTimersOnly()
    const path = `/v1/wallets/${wallet}`
    const requested = [
      ...kinds.map((kind) => running.get(`${path}/${kind}`)),
      running.get(`/v1/wallets/${wallet.toUpperCase()}/activity?limit=1`),
      running.get(`${path}/positions?redeemable=1`),
    ]
    let isDone = false
    const answers = Promise.all(requested).finally(() => (isDone = true))
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      if (announced.length > 0) jest.advanceTimersByTime(10)
    }
    const [activity, positions] = (await answers) as [Answered, Answered]
    const expected = nobodyKnows(wallet)
    expect([activity.body, positions.body]).toEqual([expected.activity, expected.positions])
    expect(announced).toEqual([wallet])
  })

  it('is complete if the poller answers in time', async () => {
    const wallet = newWallet()
    const running = await open({
      append: ({ wallet: requested }) => {
        setTimeout(() => feeds.setWatermark(requested), 100)
        return Promise.resolve()
      },
    })
    const { body, headers } = await running.get(`/v1/wallets/${wallet}/positions`)
    expect(body).toEqual({ ...nobodyKnows(wallet).positions, complete: true })
    expect(headers.get('X-Data-Complete-Until')).toBe(String(nowMs))
  })

  it('is answered when it cannot be announced, and the failure is reported', async () => {
    const wallet = newWallet()
    const failure = new LogError('the disk is full', { retriable: true })
    const running = await open({ append: () => Promise.reject(failure) })
    const answer = await running.get(`/v1/wallets/${wallet}/activity`)
    expect([answer.status, answer.body]).toEqual([200, nobodyKnows(wallet).activity])
    expect(running.observed.failures).toEqual([failure])
    expect(answer.text).not.toContain('disk')
  })
})

describe('the record for the poller', () => {
  it('names the wallet, the moment and the account, whose quota every process knows', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'oddslog-wallets-'))
    const log = await openLmdbLog({
      path: join(directory, 'log'),
      topics: { 'pm.wallet-requests': topics['wallet-requests'] },
      now: () => nowMs,
    })
    const codec = await openLocalCodec({ path: join(directory, 'schemas') })
    const openRequests = async (writerName: string): Promise<[WalletRequests, FollowedWallets]> => {
      const followedWallets = createFollowedWallets({
        quotas: { perAccount: 1, total: 9 },
        now: () => nowMs,
      })
      const onFatal = (error: Error): never => {
        throw error
      }
      const options = { log, codec, topicPrefix: 'pm.', writerName, followedWallets, onFatal }
      const made = createWalletRequests(options)
      await made.start()
      return [made, followedWallets]
    }
    const [walletRequests, followedWallets] = await openRequests('api-wallets/1')
    const [elsewhere, followedElsewhere] = await openRequests('api-wallets/2')
    const readAll = async (): Promise<unknown[]> => {
      const records: unknown[] = []
      for (const { topic, partition } of await log.ranges('pm.wallet-requests'))
        for await (const { key, value } of log.read({ topic, partition, from: 0 }))
          records.push([key, codec.decode('wallet-requests', value)])
      return records
    }
    const running = await runApi(feeds.store, { walletRequests, followedWallets })
    try {
      await running.get(`/v1/wallets/${address.toUpperCase()}/activity`)
      const records = await until(readAll, ({ length }) => length > 0)
      const request = { wallet: address, requested_at_ms: nowMs, account_id: expect.any(String) }
      expect(records).toEqual([[address, request]])
      await until(
        () => Promise.resolve(followedElsewhere.requestedAtMs(address)),
        (requestedAtMs) => requestedAtMs === nowMs,
      )
      // the same account, in every process and after a restart
      const [restarted, followedAfterwards] = await openRequests('api-wallets/1')
      const [[, announced]] = records as [[string, WalletRequest]]
      const accountId = announced.account_id ?? ''
      for (const wallets of [followedWallets, followedElsewhere, followedAfterwards]) {
        expect(wallets.quotaExceededBy(newWallet(), accountId)).toEqual({
          quota: 'account_quota',
          limit: 1,
        })
        expect(wallets.quotaExceededBy(newWallet(), 'another')).toBeNull()
      }
      const refused = await running.get(`/v1/wallets/${newWallet()}/positions`)
      expect(refused.headers.get('X-Wallet-Not-Followed')).toBe('account_quota;limit=1')
      for (const requests of [walletRequests, elsewhere, restarted]) {
        await requests.stop()
        await expect(requests.append(announced)).rejects.toThrow(LogError)
      }
    } finally {
      await running.close()
      await log.close()
      await rm(directory, { recursive: true, force: true })
    }
  })
})
