// Which recordings go through the pipeline together: as few runs as can be, none of which holds two
// bodies of one market or event, so that every recorded row is compared and none replaces another.
import type { Part } from './recordings.ts'

export interface Run {
  readonly name: string
  readonly parts: readonly Part[]
  /** Constructed market records for markets of which only trades, books or activity are recorded. */
  readonly madeUp: {
    readonly platform_a: readonly object[]
    readonly platform_b: readonly object[]
  }
}

const gammaMarkets = (name: string): Part => ({
  file: `platform_a/gamma-markets/${name}.json`,
  kind: 'markets',
})
const gammaEvents = (name: string): Part => ({
  file: `platform_a/gamma-events/${name}.json`,
  kind: 'events',
})
const clobBooks = (name: string): Part => ({
  file: `platform_a/clob-book/${name}.json`,
  kind: 'books',
})
const dataTrades = (name: string): Part => ({
  file: `platform_a/data-trades/${name}.json`,
  kind: 'trades',
})
const dataActivity = (name: string): Part => ({
  file: `platform_a/data-activity/${name}.json`,
  kind: 'activity',
})
const events = (name: string, ...at: string[]): Part => ({
  file: `platform_b/events/${name}.json`,
  kind: 'events',
  at,
})
const markets = (name: string, ...at: string[]): Part => ({
  file: `platform_b/markets/${name}.json`,
  kind: 'markets',
  at,
})
const trades = (name: string, ...at: string[]): Part => ({
  file: `platform_b/trades/${name}.json`,
  kind: 'trades',
  at,
})
const books = (name: string, ticker: readonly string[]): Part => ({
  file: `platform_b/orderbook/${name}.json`,
  kind: 'books',
  at: ['response'],
  ticker,
})

/** An open market of platform_a with these tokens, first outcome first. */
function marketOfA(
  conditionId: string,
  tokens: readonly string[],
  outcomes: readonly string[] = ['Yes', 'No'],
) {
  return {
    id: `made-up-${conditionId.slice(0, 10)}`,
    conditionId,
    slug: `made-up-${conditionId.slice(0, 10)}`,
    question: `Made up for the recorded trades or book of ${conditionId}`,
    outcomes: JSON.stringify(outcomes),
    outcomePrices: '["0.25", "0.75"]',
    clobTokenIds: JSON.stringify(tokens),
    volumeNum: 1000,
    active: true,
    closed: false,
    createdAt: '2023-01-01T00:00:00Z',
    endDate: '2027-01-01T00:00:00Z',
  }
}

function marketOfB(ticker: string) {
  return {
    ticker,
    event_ticker: ticker.replace(/-[^-]+$/, ''),
    title: `Made up for the recorded trades or book of ${ticker}`,
    status: 'active',
    last_price_dollars: '0.2500',
    yes_bid_dollars: '0.2400',
    yes_ask_dollars: '0.2600',
    volume_fp: '1000.00',
    volume_24h_fp: '1000.00',
    open_interest_fp: '10.00',
    created_time: '2026-01-01T00:00:00Z',
    close_time: '2027-01-01T00:00:00Z',
  }
}

const otherToken = '1'

export const runs: readonly Run[] = [
  {
    name: 'February 2026 and what goes with it',
    parts: [
      gammaMarkets('2026-02-07-raw'),
      gammaEvents('fed-june-gamma-event'),
      clobBooks('fed-june-clob-books'),
      clobBooks('book'),
      dataTrades('trades'),
      events('events_sports_nested'),
      markets('markets_settled', 'markets'),
      markets('2026-02-13-page', 'markets'),
    ],
    madeUp: {
      platform_a: [
        marketOfA('0x1a4f04c2e6c000d9fc524eb12e7333217411a226c34745af140f195c0227cd5f', [
          '23360939988679364027624185518382759743328544433592111535569478055890815567848',
          otherToken,
        ]),
        marketOfA('0xace3c72c24fccb6731433483ece41c780432d84850edccd5a6bf3147ccea62a9', [
          otherToken,
          '36187795093008220558219256261729424135850137511571634448544248306719357578130',
        ]),
        marketOfA(
          '0xad0785e454a8b0d96171b924ed7e1aa158ce87892ec81a44a0387cccdf92a3a7',
          [
            '50439686646826559881210337175926663599989394468197167988269486206046406520312',
            otherToken,
          ],
          ['St. Louis Cardinals', 'Arizona Diamondbacks'],
        ),
        marketOfA(
          '0x5a3d9a107c0e19086f4b306b8c7d25417145c21b7849e255534de555bd8d29a6',
          [
            '50162898951838580735367769240223588384995652175146484676014851603471670849825',
            otherToken,
          ],
          ['Aleksandar Vukic', 'Alexis Galarneau'],
        ),
        marketOfA(
          '0xead4f20a84556c6eeffc5a6275ff8fe2a74cfc433a7381c46d2e1091649c71e5',
          [
            '2899007585167098232052640705708455559358405087271915165067965733663746121040',
            otherToken,
          ],
          ['Akira Santillan', 'Izan Almazan Valiente'],
        ),
      ],
      platform_b: [],
    },
  },
  {
    name: 'June 2025 and single markets',
    parts: [
      gammaEvents('2025-06-events'),
      gammaMarkets('markets'),
      gammaMarkets('gamma_market'),
      gammaMarkets('gamma_market_closed_binary_accepting_false'),
      gammaMarkets('gamma_market_closed_binary_accepting_true'),
      gammaMarkets('gamma_market_closed_nonbinary_legacy'),
      gammaMarkets('gamma_market_closed_zero_zero_legacy'),
      gammaMarkets('gamma_market_sports_market_map_handicap'),
      gammaMarkets('gamma_market_sports_market_money_line'),
      dataTrades('data_api_trades_response'),
      events('open-events-2025-02-24', 'events'),
      events('events_nfl_preseason', 'events'),
      events('events_multivariate_list_response', 'response', 'events'),
      markets('combo_priced_markets', 'combos'),
      { ...markets('combo_priced_markets', 'legs'), of: 'members' },
      { file: 'platform_b/orderbook/combo_orderbooks.json', kind: 'books' },
      markets('markets_list_response', 'response', 'markets'),
    ],
    madeUp: {
      platform_a: [
        marketOfA('0xc8f1cf5d4f26e0fd9c8fe89f2a7b3263b902cf14fde7bfccef525753bb492e47', [
          '71321045863084981365469005770620412523470745398083994982746259498689308907982',
          '99999999999999999999999999999999999999999999999999999999999999999999999999999',
        ]),
      ],
      platform_b: [],
    },
  },
  {
    name: 'answers about one market',
    parts: [
      clobBooks('clob_book_response'),
      dataActivity('activity'),
      dataActivity('activity_all'),
      { ...events('event_single_response', 'response', 'event'), kind: 'named events' },
      { ...events('event_single_response', 'response', 'markets'), kind: 'markets' },
      trades('trades_list_response', 'response', 'trades'),
      trades('trades', 'trades'),
      markets('market_single', 'single', 'market'),
      {
        file: 'platform_b/markets/market_single.json',
        kind: 'books',
        at: ['orderbook'],
        ticker: ['ticker'],
      },
      markets('market_single_response', 'response', 'market'),
      books('orderbook_response', ['_metadata', 'ticker']),
      books('real-sample', ['ticker']),
      books('two-sided', ['ticker']),
    ],
    madeUp: {
      platform_a: [
        marketOfA('0xc8f1cf5d4f26e0fd9c8fe89f2a7b3263b902cf14fde7bfccef525753bb492e47', [
          '12345678901234567890',
          otherToken,
        ]),
        // of the wallet's other markets nothing is known but what its rows say
        marketOfA(
          '0xecba7b1db1c698ab73b3572abfcde327a02b5112676144e049edcc1e1e0f5b0b',
          [
            otherToken,
            '46421815574359643620514688756609814860051932583278915389775335554413697029363',
          ],
          ['France (men)', 'Spain (men)'],
        ),
      ],
      platform_b: [
        'KXETH15M-26JUL250200-00',
        'KXVALORANTGAME-26JUL242300IGZRC-IGZ',
        'KXITFWDOUBLES-26JUL25ARAKATTAYTHO-ARAKAT',
        'KXBTC-26APR2717-T87749.99',
        'KXBTC-26APR2717-B80875',
      ].map(marketOfB),
    },
  },
  {
    name: 'an event and its market, and the event without it',
    parts: [gammaEvents('gamma_event'), events('events_list_response', 'response', 'events')],
    madeUp: { platform_a: [], platform_b: [] },
  },
]

/** What is recorded of addresses that nothing here asks; docs/platforms.md says why. */
export const notAsked: readonly string[] = [
  'platform_a/clob-markets/',
  'platform_a/clob-ws/',
  'platform_a/data-positions/',
  'platform_a/data-trades/captured-sanitized.json',
  'platform_a/gamma-tags/',
  'platform_b/candlesticks/',
  'platform_b/other/',
  'platform_b/series/',
  'platform_b/spec/',
  'platform_b/ws/',
]
