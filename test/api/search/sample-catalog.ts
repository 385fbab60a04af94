// A small catalog of markets like those of both platforms, with volumes and matches. The sentences are
// invented.
import {
  createMarketCatalog,
  type MarketCatalog,
} from '../../../services/api/catalog/market-catalog.ts'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import { createMatchCatalog } from '../../../services/api/catalog/match-catalog.ts'
import type { MarketRow } from '../../../services/api/queries/changed-markets.ts'
import type { MatchRow } from '../../../services/api/queries/changed-matches.ts'
import { searchWords } from '../../../services/domain/text.ts'

type Sample = readonly [id: string, question: string, event: string, tags: string, volume: number]

const samples: readonly Sample[] = [
  ['pa_btc-96k', 'Bitcoin above $96,000 on November 30?', 'Bitcoin on November 30', 'Crypto', 9e4],
  [
    'pb_KXBTCD-T96',
    'Bitcoin price on Nov 30 — $96,000 or above',
    'Bitcoin price on Nov 30',
    'Crypto',
    4e4,
  ],
  ['pa_btc-100k', 'BTC reaches $100k before 2027?', 'Highest BTC before 2027', 'Crypto', 25e4],
  ['pa_btc-5pm', 'Bitcoin up or down from 5PM to 6PM?', 'Bitcoin every hour', 'Crypto', 3e4],
  ['pa_eth-4k', 'Ethereum above 4,000 in December?', 'Ethereum in December', 'Crypto', 6e4],
  [
    'pb_KXETH-4K',
    'Ether price in December — above $4,000',
    'Ether price in December',
    'Crypto',
    8e3,
  ],
  [
    'pa_fed-cut',
    'Fed lowers rates by 25 bps in December?',
    'Fed decision in December',
    'Economy',
    8e5,
  ],
  [
    'pb_KXFED-C25',
    'Federal Reserve in December — 25bps cut',
    'Federal Reserve in December',
    'Economics',
    3e5,
  ],
  [
    'pa_fed-hold',
    'Fed leaves rates unchanged in December?',
    'Fed decision in December',
    'Economy',
    5e5,
  ],
  [
    'pb_KXFEDCHAIR',
    'Next head of the Federal Reserve — Kevin Hassett',
    'Next head of the Federal Reserve',
    'Politics',
    12e4,
  ],
  ['pb_KXCPI-3', 'CPI in November — above 3%', 'CPI in November', 'Economics', 7e4],
  [
    'pa_inflation-3',
    'US inflation above 3 percent in November?',
    'US inflation in November',
    'Economy',
    65e3,
  ],
  [
    'pb_KXU3-55',
    'Unemployment rate in November — above 5.5%',
    'Unemployment rate in November',
    'Economics',
    4e3,
  ],
  ['pa_lal-spread', 'Spread: Lakers (-5.5)', 'Lakers vs. Celtics', 'Sports, NBA', 2e4],
  ['pa_lal-total', 'Lakers vs. Celtics: O/U 225.5', 'Lakers vs. Celtics', 'Sports, NBA', 35e3],
  [
    'pa_gop-senate',
    'Republicans keep the Senate in 2026?',
    'Senate after the midterms',
    'Elections',
    4e5,
  ],
  [
    'pb_SENATE-R',
    'Senate control in 2026 — Republican party',
    'Senate control in 2026',
    'Elections',
    35e4,
  ],
  [
    'pa_dem-house',
    'Democrats win the House in 2026?',
    'House after the midterms',
    'Elections',
    6e5,
  ],
  [
    'pb_HOUSE-D',
    'House control in 2026 — Democratic party',
    'House control in 2026',
    'Elections',
    42e4,
  ],
  ['pa_house-prices', 'House prices fall in 2026?', 'House prices in 2026', 'Economy', 7e5],
  [
    'pa_newsom-28',
    'Gavin Newsom wins the 2028 US presidential election?',
    'Presidential election 2028',
    'Elections',
    15e4,
  ],
  [
    'pb_PRES28-NEWS',
    'Winner of the 2028 presidential election — Gavin Newsom',
    'Presidential election 2028',
    'Elections',
    9e4,
  ],
  [
    'pa_newsom-dem',
    'Gavin Newsom wins the 2028 Democratic nomination?',
    'Democratic nominee 2028',
    'Elections',
    13e4,
  ],
  [
    'pa_vance-28',
    'J.D. Vance wins the 2028 US presidential election?',
    'Presidential election 2028',
    'Elections',
    21e4,
  ],
  [
    'pa_trump-45',
    "Trump's approval above 45% on November 30?",
    'Approval of Trump',
    'Politics',
    55e3,
  ],
  [
    'pa_tariffs',
    "Supreme Court strikes down Trump's tariffs?",
    'Tariffs in court',
    'Politics',
    31e4,
  ],
  [
    'pb_KXSCOTUS-T',
    'SCOTUS ruling on tariffs — against them',
    'SCOTUS ruling on tariffs',
    'Politics',
    99e3,
  ],
  ['pb_KXTRUMPSAY', 'Trump says in his next speech — Golf', 'What Trump says', 'Mentions', 22e3],
  [
    'pb_KXHIGHNY-55',
    'High temperature in NYC on Nov 24 — 55° to 56°',
    'High temperature in NYC',
    'Climate and Weather',
    18e3,
  ],
  [
    'pa_ny-temp',
    'Highest temperature in New York City on November 24: 55-56°F?',
    'Temperature in New York City',
    'Weather',
    12e3,
  ],
  [
    'pb_KXRAINNYC',
    'Rain in New York City in November',
    'Rain in November',
    'Climate and Weather',
    7e3,
  ],
  [
    'pa_uk-pm',
    'Keir Starmer out as UK prime minister by June 30?',
    'Starmer out?',
    'Politics',
    75e3,
  ],
  [
    'pb_KXUKPM-WS',
    'Next prime minister of the United Kingdom — Wes Streeting',
    'Next prime minister',
    'Politics',
    45e3,
  ],
  ['pa_chiefs', 'Chiefs win the Super Bowl in 2027?', 'Super Bowl in 2027', 'Sports, NFL', 9e5],
  [
    'pb_KXSB-KC',
    'Pro football champion 2027 — Kansas City',
    'Pro football champion 2027',
    'Sports',
    7e5,
  ],
  [
    'pa_f1-ver',
    "Max Verstappen wins the F1 drivers' title in 2026?",
    'F1 title in 2026',
    'Sports, F1',
    88e3,
  ],
  [
    'pb_KXF1-VER',
    'Formula 1 champion 2026 — Max Verstappen',
    'Formula 1 champion 2026',
    'Sports',
    66e3,
  ],
  [
    'pb_KXBESTAI',
    'Best artificial intelligence at the end of 2026 — Gemini',
    'Best artificial intelligence',
    'Tech',
    14e4,
  ],
  ['pa_agi', 'OpenAI announces AGI in 2026?', 'AGI in 2026', 'AI, Tech', 27e3],
  [
    'pb_KXOSCAR-SIN',
    'Academy Awards: best picture — Sinners',
    'Academy Awards: best picture',
    'Entertainment',
    5e4,
  ],
  [
    'pa_obrien',
    "Conan O'Brien hosts the next Academy Awards?",
    'Host of the Oscars',
    'Culture',
    15e3,
  ],
  [
    'pa_mcd',
    "McDonald's closes above $300 on December 31?",
    'Share prices on December 31',
    'Finance',
    3e3,
  ],
  ['pa_spx-7000', 'S&P 500 above 7,000 at the end of 2026?', 'S&P 500 in 2026', 'Finance', 44e3],
  [
    'pb_KXINX-7000',
    'S&P 500 on Dec 31, 2026 — 7,000 or above',
    'S&P 500 on Dec 31, 2026',
    'Financials',
    31e3,
  ],
  ['pa_avatar', 'Avatar opens with more than $150m?', 'Opening of Avatar', 'Culture', 11e3],
  [
    'pb_KXAVATAR',
    'Avatar opening weekend — above $150 million',
    'Avatar opening weekend',
    'Entertainment',
    9e3,
  ],
  ['pa_shutdown', 'U.S. government shutdown before February?', 'U.S. government', 'Politics', 95e3],
  ['pa_usdc', 'USDC loses its peg before 2027?', 'USDC before 2027', 'Crypto', 97e3],
]

/** Market of platform_b, market of platform_a. */
const matches: readonly (readonly [string, string])[] = [
  ['pb_KXBTCD-T96', 'pa_btc-96k'],
  ['pb_KXETH-4K', 'pa_eth-4k'],
  ['pb_KXFED-C25', 'pa_fed-cut'],
  ['pb_KXCPI-3', 'pa_inflation-3'],
  ['pb_SENATE-R', 'pa_gop-senate'],
  ['pb_HOUSE-D', 'pa_dem-house'],
  ['pb_PRES28-NEWS', 'pa_newsom-28'],
  ['pb_KXSCOTUS-T', 'pa_tariffs'],
  ['pb_KXHIGHNY-55', 'pa_ny-temp'],
  ['pb_KXSB-KC', 'pa_chiefs'],
  ['pb_KXF1-VER', 'pa_f1-ver'],
  ['pb_KXINX-7000', 'pa_spx-7000'],
  ['pb_KXAVATAR', 'pa_avatar'],
]

export function toMarketRow([id, question, event, tagList, volume]: Sample): MarketRow {
  const slug = id.slice(3)
  const tags = tagList.split(', ')
  return {
    id,
    platform: id.startsWith('pa_') ? 'platform_a' : 'platform_b',
    slug,
    status: 'open',
    labels: ['Yes', 'No'],
    volume_24h: String(volume),
    volume_total: null,
    created_at: null,
    ended_at_ms: null,
    tags,
    category: tags[0] ?? null,
    event_id: null,
    event_slug: null,
    event_title: event,
    words: searchWords(question, slug, ...tags, event),
    received_at_ms: 1,
    version: 1,
  }
}

export function createSampleCatalog(): MarketCatalog {
  const markets = createMarketCatalog(createMarketNumbers())
  markets.update(samples.map(toMarketRow))
  createMatchCatalog(markets).update(matches.map((pair) => sampleMatch(...pair)))
  return markets
}

export function sampleMatch(marketId: string, otherMarketId: string): MatchRow {
  return {
    market_id: marketId,
    other_platform: 'platform_a',
    other_market_id: otherMarketId,
    score: 95,
    confidence: 'high',
    relation: 'identical',
    outcome_index: 0,
    reasons: [],
    matched_at_ms: 0,
    version: 1,
  }
}
