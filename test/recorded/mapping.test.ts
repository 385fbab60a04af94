// Genuine bodies of both platforms through the normalizer: every object in them is mapped, or counted
// under a stated reason. Needs the recordings beside the project, and is skipped where there are none.
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from '@jest/globals'
import {
  bookIn,
  eventIn,
  resultOf,
  marketIn,
  normalizeBook,
  normalizeListed,
  normalizeTrade,
  tradeIn,
} from '../normalizer/records.ts'
import { describeWithRecordings, recordingsFolder as folder } from '../support/recordings-folder.ts'

const describeRecorded = describeWithRecordings('mapping tests')

type Json = Record<string, unknown>
type Outcome = ReturnType<typeof normalizeListed>

/** What a recorded file holds, without the wrapping that its recorder put around the answer. */
function read(file: string): Json & Json[] {
  const content = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Json
  return (content['response'] ?? content) as Json & Json[]
}

const lines: string[] = []

/** Counts per stage result, and a line of the table that is printed at the end. */
function count(label: string, outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const stageResult of outcomes.map(resultOf))
    counts[stageResult] = (counts[stageResult] ?? 0) + 1
  const results = Object.entries(counts).map(([stageResult, n]) => `${stageResult} ${n}`)
  lines.push(`${label.padEnd(76)} ${String(outcomes.length).padStart(5)} in: ${results.join(', ')}`)
  return counts
}

afterAll(() => {
  if (lines.length > 0) process.stdout.write(`\nrecorded bodies\n${lines.join('\n')}\n`)
})

/** A listed event as the poller publishes it: its markets each with it, itself without them. */
function normalizeTree(platform: 'platform_a' | 'platform_b', { markets, ...event }: Json) {
  return {
    event: normalizeListed(platform, 'event', event),
    markets: ((markets ?? []) as Json[]).map((market) =>
      normalizeListed(platform, 'market', market, event),
    ),
  }
}

const gammaMarkets = (name: string) => {
  const content = read(`platform_a/gamma-markets/${name}.json`)
  const markets = Array.isArray(content) ? content : [content]
  return markets.map((market) => normalizeListed('platform_a', 'market', market))
}

describeRecorded('recorded markets of platform_a', () => {
  it.each([
    ['2025-06-events', { 'emit events': 100 }, { 'emit markets': 231, 'drop placeholder': 60 }],
    ['fed-june-gamma-event', { 'emit events': 1 }, { 'emit markets': 5 }],
    ['gamma_event', { 'emit events': 1 }, { 'emit markets': 2 }],
  ])('events in %s', (name, events, markets) => {
    const file = `platform_a/gamma-events/${name}.json`
    const content = read(file)
    const trees = (Array.isArray(content) ? content : [content]).map((event) =>
      normalizeTree('platform_a', event),
    )
    expect(
      count(
        `${file} events`,
        trees.map((tree) => tree.event),
      ),
    ).toEqual(events)
    expect(
      count(
        `${file} markets`,
        trees.flatMap((tree) => tree.markets),
      ),
    ).toEqual(markets)
  })

  it.each([
    ['2026-02-07-raw', 500],
    ['markets', 5],
    ['gamma_market', 1],
    ['gamma_market_closed_binary_accepting_false', 1],
    ['gamma_market_closed_binary_accepting_true', 1],
    ['gamma_market_closed_nonbinary_legacy', 1],
    ['gamma_market_closed_zero_zero_legacy', 1],
    ['gamma_market_sports_market_map_handicap', 1],
    ['gamma_market_sports_market_money_line', 1],
  ])('markets in %s', (name, expected) => {
    const outcomes = gammaMarkets(name)
    expect(count(`platform_a/gamma-markets/${name}.json`, outcomes)).toEqual({
      'emit markets': expected,
    })
  })

  it.each([
    ['gamma_market', 'open', ['Up', '0.505', 'Down', '0.495'], '2026-03-12T09:25:00Z'],
    [
      'gamma_market_closed_binary_accepting_false',
      'resolved',
      ['Yes', '0', 'No', '1'],
      '2026-03-19T23:20:15Z',
    ],
    [
      'gamma_market_closed_binary_accepting_true',
      'resolved',
      ['Yes', '1', 'No', '0'],
      '2026-05-09T02:07:01Z',
    ],
    [
      'gamma_market_closed_nonbinary_legacy',
      'closed',
      [
        'Long',
        '0.5843311669077693146635445446077281',
        'Short',
        '0.4156688330922306853364554553922719',
      ],
      '2021-01-02T21:45:52Z',
    ],
    [
      'gamma_market_closed_zero_zero_legacy',
      'closed',
      ['Yes', null, 'No', null],
      '2020-11-02T16:31:01Z',
    ],
    [
      'gamma_market_sports_market_map_handicap',
      'resolved',
      ['FaZe', '1', 'illwill', '0'],
      '2026-04-05T19:38:35Z',
    ],
  ])('%s is %s', (name, status, outcomes, closeTime) => {
    const market = marketIn(gammaMarkets(name)[0]!)
    expect(market.status).toBe(status)
    expect(market.outcomes.flatMap((o) => [o.label, o.listed_price])).toEqual(outcomes)
    expect(market.close_time).toBe(Date.parse(closeTime) / 1000)
  })

  it('keeps a disputed market open', () => {
    const events = read('platform_a/gamma-events/2025-06-events.json') as Json[]
    const markets = events.flatMap((event) => normalizeTree('platform_a', event).markets)
    const disputed = markets
      .filter((outcome) => 'emit' in outcome)
      .map(marketIn)
      .find(({ slug }) => slug === 'will-a-new-country-buy-bitcoin-in-2025')
    expect(disputed).toMatchObject({
      id: 'pa_0x50b8b0f741566a420756d975faaf4cc4716229cd5183c3a35b3b20ac2b5050ef',
      question: 'Will a new country buy Bitcoin in 2025?',
      status: 'open',
      outcomes: [{ listed_price: '0.445' }, { listed_price: '0.555' }],
      best_bid: '0.43',
      best_ask: '0.46',
      volume_24h: '836.703054',
      volume_total: '592913.679594',
      created_at: Date.parse('2024-12-31T18:17:18Z') / 1000,
      close_time: Date.parse('2025-12-31T12:00:00Z') / 1000,
      tags: ['Politics', 'Crypto', '2025 Predictions', 'Bitcoin', 'Featured'],
      category: 'Crypto',
      url: 'https://polymarket.com/event/will-a-new-country-buy-bitcoin-in-2025/will-a-new-country-buy-bitcoin-in-2025',
    })
  })
})

describeRecorded('recorded markets of platform_b', () => {
  it.each([
    ['events_sports_nested', { 'emit events': 32 }, { 'emit markets': 245 }],
    ['events_nfl_preseason', { 'emit events': 32 }, { 'emit markets': 64 }],
    ['open-events-2025-02-24', { 'emit events': 1936 }, {}],
    ['events_list_response', { 'emit events': 5 }, {}],
    ['events_multivariate_list_response', { 'drop parlay': 5 }, {}],
    ['event_single_response', { 'emit events': 1 }, { 'emit markets': 1 }],
  ])('events in %s', (name, events, markets) => {
    const file = `platform_b/events/${name}.json`
    const content = read(file)
    const single = { ...(content['event'] as Json), markets: content['markets'] }
    const listed = Array.isArray(content) ? content : ((content['events'] ?? [single]) as Json[])
    const trees = listed.map((event) => normalizeTree('platform_b', event))
    expect(
      count(
        `${file} events`,
        trees.map((tree) => tree.event),
      ),
    ).toEqual(events)
    expect(
      count(
        `${file} markets`,
        trees.flatMap((tree) => tree.markets),
      ),
    ).toEqual(markets)
  })

  it.each([
    ['market_single', { 'emit markets': 1 }],
    ['market_single_response', { 'drop parlay': 1 }],
    ['markets_list_response', { 'drop parlay': 5 }],
    ['markets_settled', { 'emit markets': 44 }],
    ['2026-02-13-page', { 'drop parlay': 200 }],
    ['combo_priced_markets', { 'drop parlay': 12, 'emit markets': 29 }],
  ])('markets in %s', (name, expected) => {
    const file = `platform_b/markets/${name}.json`
    const content = read(file)
    const single = content['single'] as Json | undefined
    const listed = (content['markets'] ??
      (content['combos'] as Json[] | undefined)?.concat(
        Object.values(content['legs'] as Json) as Json[],
      ) ?? [content['market'] ?? single?.['market']]) as Json[]
    const outcomes = listed.map((market) => normalizeListed('platform_b', 'market', market))
    expect(count(file, outcomes)).toEqual(expected)
  })

  it('resolves every settled market to its result', () => {
    const rows = read('platform_b/markets/markets_settled.json')['markets'] as Json[]
    for (const row of rows) {
      const market = marketIn(normalizeListed('platform_b', 'market', row))
      const prices = market.outcomes.map((o) => o.listed_price)
      if (row['status'] === 'finalized') {
        expect(market.status).toBe('resolved')
        expect(prices).toEqual(row['result'] === 'yes' ? ['1', '0'] : ['0', '1'])
        expect(market.resolved_at).toBe(
          Math.floor(Date.parse(row['settlement_ts'] as string) / 1000),
        )
      } else {
        expect(market.status).toBe('closed')
        expect(market.resolved_at).toBeNull()
      }
      // What stands in the place of quotes after the end is none.
      expect([market.best_bid, market.best_ask]).not.toContain('0')
    }
  })

  it('reads the generation of cents, and the year 1 as unknown', () => {
    const content = read('platform_b/events/event_single_response.json')
    const [row] = content['markets'] as Json[]
    const outcome = normalizeListed('platform_b', 'market', row!, content['event'] as Json)
    expect(marketIn(outcome)).toMatchObject({
      id: 'pb_KXELONMARS-99',
      question: 'Will Elon Musk visit Mars before Aug 1, 2099?',
      outcomes: [{ listed_price: '0.06' }, { listed_price: '0.94' }],
      best_bid: '0.06',
      best_ask: '0.07',
      volume_24h: '10',
      volume_total: '35001',
      open_interest: '13679',
      created_at: null,
      close_time: Date.parse('2099-08-01T04:59:00Z') / 1000,
      category: 'World',
      tags: ['World', 'KXELONMARS'],
    })
  })

  it('names children that share a title by their label', () => {
    const events = read('platform_b/events/events_sports_nested.json') as Json[]
    const trees = events.map((event) => normalizeTree('platform_b', event))
    for (const [i, { event, markets }] of trees.entries()) {
      expect(eventIn(event).category).toBe('Sports')
      for (const [j, row] of (events[i]!['markets'] as Json[]).entries()) {
        const market = marketIn(markets[j]!)
        expect(market.event_id).toBe(eventIn(event).id)
        expect(market.question).toContain(row['yes_sub_title'])
        expect(market.question.startsWith(row['title'] as string)).toBe(true)
      }
    }
  })
})

describeRecorded('trades', () => {
  it('of platform_a, one by one', () => {
    const file = 'platform_a/data-trades/trades.json'
    const outcomes = (read(file) as Json[]).map((row) =>
      normalizeTrade('platform_a', `pa_${String(row['conditionId'])}`, row),
    )
    expect(count(file, outcomes)).toEqual({ 'emit trades': 5 })
    const trades = outcomes.map(tradeIn)
    expect(trades[0]).toMatchObject({
      price: '0.031465242', // bought No at 0.968534758
      side: 'sell',
      size: '30974.624038',
      outcome: 'No',
      outcome_index: 1,
      outcome_price: '0.968534758',
      timestamp_ms: 1784327295000,
    })
    expect(trades[3]).toMatchObject({ price: '0.999', side: 'sell', outcome: 'Akira Santillan' })
    expect(new Set(trades.map(({ id }) => id)).size).toBe(5)
  })

  it('of platform_a without outcomes: found by the token, or not guessed', () => {
    const file = 'platform_a/data-trades/data_api_trades_response.json'
    const rows = read(file) as Json[]
    const tokens = [...new Set(rows.map((row) => String(row['asset'])))]
    const map = (known: object) =>
      rows.map((row) =>
        normalizeTrade('platform_a', `pa_${String(row['conditionId'])}`, row, known),
      )
    const found = map({ tokens, outcomes: ['Yes', 'No'] })
    expect(count(`${file} tokens known`, found)).toEqual({ 'emit trades': 3 })
    expect(count(`${file} tokens unknown`, map({}))).toEqual({ 'dead letter unknown_outcome': 3 })
    expect(found.map(tradeIn).map(({ price, side }) => [price, side])).toEqual([
      ['0.55', 'buy'],
      ['0.53', 'sell'],
      ['0.55', 'sell'],
    ])
  })

  it('of the second version of the Data API', () => {
    const file = 'platform_a/data-trades/captured-sanitized.json'
    const rows = read(file)['data'] as Json[]
    const outcomes = rows.map((row) =>
      normalizeTrade('platform_a', `pa_${String(row['condition_id'])}`, row),
    )
    expect(count(file, outcomes)).toEqual({ 'emit trades': 3 })
    expect(outcomes.map(tradeIn).map((t) => [t.price, t.side, t.size, t.outcome])).toEqual([
      ['0.7', 'sell', '92.59', 'T1'],
      ['0.709999959', 'buy', '1.464786', 'T1'],
      ['0.7027418033', 'sell', '244', 'Hanwha Life Esports'],
    ])
  })

  it.each([
    ['trades', ['0.38', 'buy', '12.61', Date.parse('2026-07-25T05:51:39.544Z')], 3],
    ['trades_list_response', ['0.06', 'sell', '1', Date.parse('2026-01-12T15:00:20.897Z')], 5],
  ])('of platform_b in %s', (name, first, expected) => {
    const file = `platform_b/trades/${name}.json`
    const rows = read(file)['trades'] as Json[]
    const outcomes = rows.map((row) =>
      normalizeTrade('platform_b', `pb_${String(row['ticker'])}`, row),
    )
    expect(count(file, outcomes)).toEqual({ 'emit trades': expected })
    const trade = tradeIn(outcomes[0]!)
    expect([trade.price, trade.side, trade.size, trade.timestamp_ms]).toEqual(first)
  })
})

describeRecorded('books', () => {
  it('of both tokens of a market are one book', () => {
    const file = 'platform_a/clob-book/fed-june-clob-books.json'
    const rows = read(file) as Json[]
    const outcomes = rows.map((row, i) =>
      normalizeBook('platform_a', `pa_${String(row['market'])}`, row, i % 2),
    )
    expect(count(file, outcomes)).toEqual({ 'emit books': 10 })
    const books = outcomes.map(bookIn)
    for (let i = 0; i < books.length; i += 2) {
      expect(books[i + 1]).toMatchObject({ bids: books[i]!.bids, asks: books[i]!.asks })
    }
    expect(books[0]).toMatchObject({ timestamp_ms: 1778997825875 })
    expect(books[0]!.bids[0]).toEqual({ price: '0.005', size: '31357.09' })
    expect(books[0]!.asks[0]).toEqual({ price: '0.006', size: '10139.86' })
  })

  it.each([
    ['book', ['0.1', '0.14']],
    ['clob_book_response', ['0.5', '0.51']],
  ])('of platform_a in %s', (name, best) => {
    const file = `platform_a/clob-book/${name}.json`
    const row = read(file)
    const outcome = normalizeBook('platform_a', `pa_${String(row['market'])}`, row)
    expect(count(file, [outcome])).toEqual({ 'emit books': 1 })
    const { bids, asks } = bookIn(outcome)
    expect([bids[0]?.price, asks[0]?.price]).toEqual(best)
  })

  it.each([
    ['real-sample', undefined, '0.01', 33],
    ['two-sided', '0.01', '0.04', null],
    ['orderbook_response', undefined, undefined, 0],
  ])('of platform_b in %s', (name, bid, ask, askLevels) => {
    const file = `platform_b/orderbook/${name}.json`
    const outcome = normalizeBook('platform_b', 'pb_KXBTC', read(file))
    expect(count(file, [outcome])).toEqual({ 'emit books': 1 })
    const { bids, asks } = bookIn(outcome)
    expect([bids[0]?.price, asks[0]?.price]).toEqual([bid, ask])
    if (askLevels !== null) expect(asks.length).toBe(askLevels)
  })

  it('of parlays are dropped like their markets', () => {
    const file = 'platform_b/orderbook/combo_orderbooks.json'
    const outcomes = (read(file) as Json[]).map((row) =>
      normalizeBook('platform_b', `pb_${String(row['ticker'])}`, row),
    )
    expect(count(file, outcomes)).toEqual({ 'drop parlay': 20 })
  })
})
