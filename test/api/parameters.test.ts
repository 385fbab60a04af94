// Every parameter of every route with a wrong type, an unknown value or out of bounds. Over an empty
// store: 422 comes before 404, so no market needs to exist.
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
const bounded = (name: string, least: number, maxValue: number): Case[] => [
  ...integers(name),
  [`${name}=${least - 1}`, name, 'greater_than_equal'],
  [`${name}=${maxValue + 1}`, name, 'less_than_equal'],
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
const cursors: Case[] = [
  ...twice('cursor'),
  ['cursor=garbage', 'cursor', 'value_error'],
  ['cursor=%00', 'cursor', 'value_error'],
  [`cursor=${'A'.repeat(10_000)}`, 'cursor', 'value_error'],
]
const ids: Case[] = [
  ['ids=rain', 'ids', 'value_error'],
  ['ids=pa_1,pc_1', 'ids', 'value_error'],
  ['ids=pa_1&ids=pa_', 'ids', 'value_error'],
  [`ids=${Array.from({ length: 1001 }, () => 'pa_1').join(',')}`, 'ids', 'too_long'],
  [`ids=pa_${'1'.repeat(510)}`, 'ids', 'string_too_long'],
]
const tooLong = (name: string, most: number): Case[] => [
  [`${name}=${'x'.repeat(most + 1)}`, name, 'string_too_long'],
]
const numbered = (count: number, separator = ','): string =>
  Array.from({ length: count }, (_, i) => `v${i}`).join(separator)
const range: Case[] = [
  ...integers('start_ts'),
  ...integers('end_ts'),
  ['start_ts=2&end_ts=1', 'start_ts', 'value_error'],
  ['start_ts=1795361245449', 'start_ts', 'value_error'],
]
const lists: Case[] = [
  ...listed('platform'),
  ...listed('status'),
  ...listed('sort_by'),
  ...twice('category'),
  ...twice('tag'),
  ...numbers('min_volume'),
  ...range,
  ...bounded('limit', 1, 100),
  ...integers('offset'),
  ['offset=-1', 'offset', 'greater_than_equal'],
  ...cursors,
  ...ids,
  ...tooLong('category', 200),
  ...tooLong('tag', 1_000),
  [`tag=${numbered(21)}`, 'tag', 'too_long'],
]
const searches = [
  ...tooLong('q', 300),
  [`q=${numbered(33, '+')}`, 'q', 'value_error'],
] satisfies Case[]

const routes: Record<string, Case[]> = {
  '/v1/markets?': [
    ...lists,
    ...integers('updated_since'),
    ['updated_since=1795361245449', 'updated_since', 'value_error'],
  ],
  '/v1/markets/search?q=rain&': lists,
  '/v1/markets/search?': [
    ['', 'q', 'missing'],
    ['q=', 'q', 'string_too_short'],
    ['q=a', 'q', 'string_too_short'],
    ['q=%20a%20', 'q', 'string_too_short'],
    ['q=%F0%9F%8C%A7', 'q', 'string_too_short'],
    ['q=ab&q=cd', 'q', 'too_long'],
    ...searches,
  ],
  '/v1/events?': [
    ['q=a', 'q', 'string_too_short'],
    ...twice('q'),
    ...searches,
    ...twice('platform'),
    ...tooLong('platform', 200),
    ...twice('status'),
    ...tooLong('status', 200),
    ...numbers('min_volume'),
    ...listed('markets'),
    ...cursors,
    ...bounded('limit', 1, 200),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
  ],
  '/v1/events/e1?': [...listed('markets')],
  '/v1/matching-markets?': [
    ...listed('status'),
    ...ids,
    ...cursors,
    ...numbers('min_score'),
    ['min_score=-0.1', 'min_score', 'greater_than_equal'],
    ['min_score=100.1', 'min_score', 'less_than_equal'],
    ...listed('confidence'),
    ['q=a', 'q', 'string_too_short'],
    ...twice('q'),
    ...searches,
    ...['platform_a_market_slug', 'platform_b_event_ticker'].flatMap((name): Case[] => [
      [`${name}=${numbered(101)}`, name, 'too_long'],
      [`${name}=a&${name}=${'x'.repeat(301)}`, name, 'string_too_long'],
    ]),
    ...bounded('limit', 1, 200),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
  ],
  '/v1/matching-markets/pa_1/pb_1/spread?': [
    ...listed('interval'),
    ...listed('source'),
    ...range,
    ...bounded('limit', 1, 5000),
  ],
  [`/v1/wallets/${wallet}/activity?`]: [
    ...bounded('limit', 1, 500),
    ...integers('offset'),
    ['offset=-1', 'offset', 'greater_than_equal'],
    ...cursors,
    ...range,
    ...listed('activity_type'),
    ...['trade', 'Trade', 'TRADE,SPLIT', 'DEPOSIT', '%20TRADE'].map((text): Case => [
      `activity_type=${text}`,
      'activity_type',
      'enum',
    ]),
  ],
  [`/v1/wallets/${wallet}/positions?`]: [
    ...bounded('limit', 1, 500),
    ...cursors,
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
  '/v1/markets/pa_1/trades?': [...bounded('limit', 1, 500), ...twice('slug'), ...cursors, ...range],
  '/v1/markets/pa_1/candles?': [
    ...listed('interval'),
    ...listed('source'),
    ...listed('fill'),
    ...range,
    ...bounded('limit', 1, 5000),
  ],
}

describe('200', () => {
  it.each([
    `/v1/markets?tag=${numbered(20)}&offset=1000000000&category=${'x'.repeat(200)}`,
    `/v1/markets/search?q=${numbered(32, '+')}`,
    `/v1/markets/search?q=${'x'.repeat(300)}&tag=${'a,'.repeat(20)}`,
    `/v1/events?q=${numbered(32, '+')}&platform=${'x'.repeat(200)}`,
    `/v1/matching-markets?platform_a_market_slug=${numbered(100)}&q=${'%20'.repeat(50)}ab`,
    `/v1/markets?ids=${Array.from({ length: 1000 }, (_, i) => `pa_${i}`).join(',')}`,
    `/v1/matching-markets?ids=${Array.from({ length: 1000 }, (_, i) => `pb_${i}`).join('&ids=')}`,
  ])('is the answer to what is as large as it may be: %.60s', async (path) => {
    expect((await api.get(path)).status).toBe(200)
  })
})

describe('422', () => {
  it('says what the limit is', async () => {
    const { body } = await api.get(
      `/v1/markets/search?q=${numbered(40, '+')}&tag=${numbered(30)}&category=${'x'.repeat(201)}`,
    )
    expect((body as ErrorBody).detail).toEqual([
      {
        loc: ['query', 'q'],
        type: 'value_error',
        msg: 'Value error, q should have at most 32 different words, not 40',
      },
      {
        loc: ['query', 'category'],
        type: 'string_too_long',
        msg: 'String should have at most 200 characters',
      },
      {
        loc: ['query', 'tag'],
        type: 'too_long',
        msg: 'List should have at most 20 items, not 30',
      },
    ])
  })

  for (const [path, cases] of Object.entries(routes))
    it(`lists the validation errors of the parameters of ${path}`, async () => {
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

  it('lists all validation errors at once, in the order of the parameters', async () => {
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

  it('lists a bad cursor and a bad limit together', async () => {
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
    `/v1/markets/search?q=${'a'.repeat(300)}`,
    `/v1/markets/search?q=${'a+'.repeat(150)}`,
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
    '/v1/markets/pa_1/candles?limit=5000&start_ts=-9007199254740991&end_ts=99999999999',
  ])('%s comes as far as to look for the market', async (path) => {
    expect((await api.get(path)).status).toBe(404)
  })
})
