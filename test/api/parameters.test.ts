// Every parameter of every route outside its type, its list and its bounds. Over a store with nothing
// in it: 422 comes before 404, so no market needs to exist.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { emptyStore, nowS, runApi, type RunningApi } from './running-api.ts'

let api: RunningApi
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

const wallet = `0x${'0'.repeat(40)}`
type Case = readonly [query: string, parameter: string, type: string]

const integers = (name: string): Case[] => [
  ...['1.5', '1e3', '%201', '1%20', '0x10', 'abc', '1_000', '١', 'NaN', '--1', 'true', '1%00'].map(
    (text): Case => [`${name}=${text}`, name, 'int_parsing'],
  ),
  [`${name}=${'9'.repeat(20)}`, name, 'int_parsing_size'],
  [`${name}=-${'9'.repeat(5000)}`, name, 'int_parsing_size'],
  [`${name}=1&${name}=1`, name, 'too_long'],
]
const bounded = (name: string, least: number, most: number): Case[] => [
  ...integers(name),
  [`${name}=${least - 1}`, name, 'greater_than_equal'],
  [`${name}=${most + 1}`, name, 'less_than_equal'],
]
const numbers = (name: string): Case[] => [
  ...['abc', '1,5', '%201', '0x1', '1e', '.', 'NaN', 'Infinity', '-inf'].map((text): Case => [
    `${name}=${text}`,
    name,
    'float_parsing',
  ]),
  [`${name}=1e999`, name, 'finite_number'],
  [`${name}=1&${name}=2`, name, 'too_long'],
]
const listed = (name: string): Case[] => [
  ...['nonsense', 'PLATFORM_A', 'Open', '%00', 'volume,created_at', '%E2%82%AC'].map(
    (text): Case => [`${name}=${text}`, name, 'enum'],
  ),
  [`${name}=a&${name}=b`, name, 'too_long'],
]
const twice = (name: string): Case[] => [[`${name}=a&${name}=b`, name, 'too_long']]
const booleans = (name: string): Case[] => [
  ...['maybe', 'yes', 'no', 't', 'on', '2', '-1', '01', '%20true', 'true%00', 'null'].map(
    (text): Case => [`${name}=${text}`, name, 'bool_parsing'],
  ),
  [`${name}=true&${name}=true`, name, 'too_long'],
]
const lists: Case[] = [
  ...listed('platform'),
  ...listed('status'),
  ...listed('sort_by'),
  ...twice('category'),
  ...twice('tag'),
  ...numbers('min_volume'),
  ...integers('start_ts'),
  ...integers('end_ts'),
  ['start_ts=2&end_ts=1', 'start_ts', 'value_error'],
  ...bounded('limit', 1, 100),
  ...integers('offset'),
  ['offset=-1', 'offset', 'greater_than_equal'],
]

const routes: Record<string, Case[]> = {
  '/v1/markets?': lists,
  '/v1/markets/search?q=rain&': lists,
  '/v1/markets/search?': [
    ['', 'q', 'missing'],
    ['q=', 'q', 'string_too_short'],
    ['q=a', 'q', 'string_too_short'],
    ['q=%20a%20', 'q', 'string_too_short'],
    ['q=%F0%9F%8C%A7', 'q', 'string_too_short'],
    ['q=ab&q=cd', 'q', 'too_long'],
  ],
  '/v1/events?': [
    ['q=a', 'q', 'string_too_short'],
    ...twice('q'),
    ...twice('platform'),
    ...twice('status'),
    ...numbers('min_volume'),
    ...bounded('limit', 1, 200),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
  ],
  '/v1/matching-markets?': [
    ...numbers('min_score'),
    ['min_score=-0.1', 'min_score', 'greater_than_equal'],
    ['min_score=100.1', 'min_score', 'less_than_equal'],
    ...listed('confidence'),
    ['q=a', 'q', 'string_too_short'],
    ...twice('q'),
    ...bounded('limit', 1, 200),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
  ],
  [`/v1/wallets/${wallet}/activity?`]: [
    ...bounded('limit', 1, 500),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
    ...listed('activity_type'),
    ...['trade', 'Trade', 'TRADE,SPLIT', 'DEPOSIT', '%20TRADE'].map((text): Case => [
      `activity_type=${text}`,
      'activity_type',
      'enum',
    ]),
  ],
  [`/v1/wallets/${wallet}/positions?`]: [
    ...bounded('limit', 1, 500),
    ...listed('sort_by'),
    ...['current', 'TOKENS', 'SIZE,INITIAL'].map((text): Case => [
      `sort_by=${text}`,
      'sort_by',
      'enum',
    ]),
    ...booleans('redeemable'),
  ],
  '/v1/markets/pa_1/price?': [
    ...integers('at_time'),
    [`at_time=${nowS + 1}`, 'at_time', 'less_than_equal'],
  ],
  '/v1/markets/pa_1/trades?': [
    ...bounded('limit', 1, 500),
    ...twice('slug'),
    ...twice('cursor'),
    ['cursor=garbage', 'cursor', 'value_error'],
    ['cursor=%00', 'cursor', 'value_error'],
    [`cursor=${'A'.repeat(10_000)}`, 'cursor', 'value_error'],
  ],
  '/v1/markets/pa_1/candles?': [
    ...listed('interval'),
    ...listed('fill'),
    ...integers('start_ts'),
    ...integers('end_ts'),
    ['start_ts=2&end_ts=1', 'start_ts', 'value_error'],
    ...bounded('limit', 1, 5000),
  ],
}

describe('422', () => {
  for (const [path, cases] of Object.entries(routes))
    it(`tells what is wrong with the parameters of ${path}`, async () => {
      expect(cases.length).toBeGreaterThan(4)
      for (const [query, parameter, type] of cases) {
        const { status, body } = await api.get(path + query)
        const faults = (body as ErrorBody).detail.map((d) => [...d.loc, d.type])
        expect([query.slice(0, 60), status, faults]).toEqual([
          query.slice(0, 60),
          422,
          [['query', parameter, type]],
        ])
      }
    })

  it('tells all faults at once, in the order of the parameters', async () => {
    const { body } = await api.get(
      '/v1/markets/search?limit=0&offset=x&q=a&status=gone&platform=c&min_volume=?&start_ts=5&end_ts=4&sort_by=&tag=1&tag=2',
    )
    expect((body as ErrorBody).detail).toEqual([
      {
        loc: ['query', 'q'],
        type: 'string_too_short',
        msg: 'String should have at least 2 characters',
      },
      {
        loc: ['query', 'platform'],
        type: 'enum',
        msg: "Input should be 'platform_a' or 'platform_b'",
      },
      {
        loc: ['query', 'status'],
        type: 'enum',
        msg: "Input should be 'open', 'closed' or 'resolved'",
      },
      {
        loc: ['query', 'tag'],
        type: 'too_long',
        msg: 'Parameter should be given at most once, not 2 times',
      },
      {
        loc: ['query', 'min_volume'],
        type: 'float_parsing',
        msg: 'Input should be a valid number, unable to parse string as a number',
      },
      {
        loc: ['query', 'start_ts'],
        type: 'value_error',
        msg: 'Value error, start_ts should be at or before end_ts',
      },
      {
        loc: ['query', 'limit'],
        type: 'greater_than_equal',
        msg: 'Input should be greater than or equal to 1',
      },
      {
        loc: ['query', 'offset'],
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
    ])
  })

  it('tells a bad cursor and a bad limit together', async () => {
    const { body } = await api.get('/v1/markets/pa_1/trades?cursor=x&limit=501')
    expect((body as ErrorBody).detail.map((d) => d.loc[1])).toEqual(['limit', 'cursor'])
  })
})

describe('what is no fault', () => {
  it.each([
    '/v1/markets?limit=100&offset=0&unknown=1&unknown=2',
    '/v1/markets?platform=&status=&category=&tag=&min_volume=&start_ts=&end_ts=&sort_by=&limit=&offset=',
    '/v1/markets?tag=,&category=%20x%20&min_volume=-1.5e3&start_ts=-5&end_ts=%2B5',
    '/v1/markets?start_ts=5&end_ts=5',
    '/v1/markets?offset=9007199254740991&min_volume=.5',
    `/v1/markets/search?q=${'a'.repeat(5000)}`,
    `/v1/markets/search?q=${'a+'.repeat(5000)}`,
    "/v1/markets/search?q=';DROP+TABLE+markets--",
    '/v1/markets/search?q=%00%00',
    '/v1/markets/search?q=!!',
    '/v1/events?platform=nobody&status=whatever',
    '/v1/events?q=&platform=&status=&min_volume=&limit=&offset=',
  ])('%.100s', async (path) => {
    const { status, body } = await api.get(path)
    expect(status).toBe(200)
    const found = Array.isArray(body) ? body : (body as { events: unknown[] }).events
    expect(found).toEqual([])
  })

  it.each([
    `/v1/markets/pa_1/price?at_time=${nowS}`,
    '/v1/markets/pa_1/price?at_time=-9007199254740991',
    '/v1/markets/pa_1/trades?limit=500&cursor=&slug=',
    '/v1/markets/pa_1/candles?limit=5000&start_ts=-9007199254740991&end_ts=9007199254740991',
  ])('%s comes as far as to look for the market', async (path) => {
    expect((await api.get(path)).status).toBe(404)
  })
})
