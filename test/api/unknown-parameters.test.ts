// Parameters that an operation does not have: named in X-Ignored-Parameters, or refused with a suggestion.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { refusal } from './api-requests.ts'
import { emptyStore, runApi, type RunningApi } from './running-api.ts'

let api: RunningApi
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

const ignoredOf = async (path: string): Promise<[number, string | null]> => {
  const { status, headers } = await api.get(path)
  return [status, headers.get('X-Ignored-Parameters')]
}

describe('an unknown parameter', () => {
  it.each([
    ['/v1/events', null],
    ['/v1/events?limit=5', null],
    ['/v1/events?fields=title&debug=1&fields=x', 'fields, debug'],
    ['/v1/events?', null],
    ['/v1/events?=5', '?'],
    ['/v1/events?%0D%0AX-Other:%201=1&utm_source=1&a,b=1', '?, utm_source'],
    ['/v1/events?ol_5mF3kQ9&passw0rd', '?'],
    [`/v1/events?${'%F0%9F%99%82'.repeat(100)}=1&%FF=1&${'x'.repeat(33)}`, '?'],
  ])('has no effect and is named: %s', async (path, ignored) => {
    expect(await ignoredOf(path)).toEqual([200, ignored])
  })

  it('is one of at most 20 names', async () => {
    const letters = 'bcdfghjklmnpqrstvwxz'.split('')
    const names = letters.flatMap((one) => letters.map((other) => `${one}${other}z`))
    const query = names.map((name) => `${name}=1`).join('&')
    const [, ignored] = await ignoredOf(`/v1/events?${query}`)
    expect(ignored?.split(', ')).toHaveLength(20)
  })

  it('is also named where no parameter exists, and in errors', async () => {
    expect(await ignoredOf('/v1/events/none?expand=1')).toEqual([404, 'expand'])
    expect(await ignoredOf('/v1/markets/pa_1/trades?side=buy')).toEqual([404, 'side'])
    expect(await ignoredOf('/v1/keys?page=1')).toEqual([401, 'page'])
  })
})

describe('a misspelled parameter', () => {
  it.each([
    ['/v1/events?limits=5', 'limits', 'limit'],
    ['/v1/events?Limit=5', 'Limit', 'limit'],
    ['/v1/events?minVolume=5', 'minVolume', 'min_volume'],
    ['/v1/events?ofset=5', 'ofset', 'offset'],
    ['/v1/markets?tags=a', 'tags', 'tag'],
    ['/v1/markets?startTs=1', 'startTs', 'start_ts'],
    ['/v1/markets?sort=volume', 'sort', 'sort_by'],
    ['/v1/markets/search?q=rain&stauts=open', 'stauts', 'status'],
    ['/v1/markets/pa_1/price?time=1', 'time', 'at_time'],
    ['/v1/markets/pa_1/candles?start=1', 'start', 'start_ts'],
    ['/v1/markets/pa_1/trades?Cursor=x', 'Cursor', 'cursor'],
    ['/v1/events?volume=100', 'volume', 'min_volume'],
    ['/v1/matching-markets?ticker=x', 'ticker', 'platform_b_event_ticker'],
  ])('is 422 with the suggestion: %s', async (path, name, intended) => {
    const { status, body } = await api.get(path)
    expect([status, body]).toMatchObject([
      422,
      {
        detail: [
          {
            loc: ['query', name],
            msg: `Unknown parameter; did you mean ${intended}?`,
            type: 'extra_forbidden',
          },
        ],
      },
    ])
  })

  it('is reported with all other errors', async () => {
    const answer = await api.get('/v1/events?limit=0&ofset=5')
    expect(refusal(answer)).toEqual([
      422,
      ['query.limit greater_than_equal', 'query.ofset extra_forbidden'],
    ])
  })

  it('is not a name that could be one of several, or another word', async () => {
    expect(await ignoredOf('/v1/matching-markets?platform=platform_a')).toEqual([200, 'platform'])
    expect(await ignoredOf('/v1/events?fil_x=1&at_time=1&slug=1&interval=1h')).toEqual([
      200,
      'fil_x, at_time, slug, interval',
    ])
  })
})

describe('a time that is not in seconds', () => {
  it.each([
    ['/v1/markets?start_ts=1795361245449', 'start_ts', 1795361245],
    ['/v1/markets/search?q=rain&end_ts=1795361245449', 'end_ts', 1795361245],
    ['/v1/markets/pa_1/candles?start_ts=1795361245449123', 'start_ts', 1795361245],
    ['/v1/markets/pa_1/candles?end_ts=100000000000', 'end_ts', 100000000],
    ['/v1/markets/pa_1/price?at_time=1795361245449', 'at_time', 1795361245],
  ])('is 422 with the time in seconds: %s', async (path, parameter, seconds) => {
    const { status, body } = await api.get(path)
    const msg = `Value error, a time in Unix seconds is expected, not in milliseconds: ${seconds}`
    expect([status, body]).toMatchObject([
      422,
      { detail: [{ loc: ['query', parameter], msg, type: 'value_error' }] },
    ])
  })
})
