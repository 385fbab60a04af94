// Measures the processor time of searches in a catalog of many markets, by kind of query, and what filling
// the catalog takes. The markets are generated: half of them of each platform, a fifth of them open. Pairs of
// them are matches.
//   npm run bench:search -- [--markets 280000] [--matches 10000] [--queries 300]
import { parseArgs } from 'node:util'
import { createMarketCatalog } from '../services/api/catalog/market-catalog.ts'
import { createMarketNumbers } from '../services/lib/run/market-numbers.ts'
import type { MarketRow } from '../services/api/queries/changed-markets.ts'
import { searchWords } from '../services/domain/text.ts'
import { describeMachine } from './machine.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '280000' },
    matches: { type: 'string', default: '10000' },
    queries: { type: 'string', default: '300' },
  },
})
const [count, matches, queriesPerKind] = [values.markets, values.matches, values.queries].map(
  Number,
) as [number, number, number]
const { gc } = globalThis
if (!gc) throw new Error('needs --expose-gc')

/** A pseudo-random whole number below `limit` that depends only on the seed. */
function pick(seed: number, limit: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) % limit
}
const syllables =
  'ba be do fa ga ha ki la lo ma mi na ne no pa ra ri ro sa se ta ti to va vi za'.split(' ')
/** One of 30,000 names of people, teams and places; low numbers are more frequent. */
function nameOf(seed: number): string {
  const n = Math.floor(30_000 * (pick(seed, 10_000) / 10_000) ** 3)
  return [7, 11, 13, 17].map((prime) => syllables[pick(n * prime, syllables.length)]).join('')
}
const months = ['January', 'March', 'June', 'September', 'November', 'December']
const templates: readonly ((
  i: number,
) => readonly [question: string, event: string, tag: string])[] = [
  (i) => [
    `Bitcoin above $${80 + pick(i, 60)},${pick(i + 1, 10)}00 on ${months[i % 6]} ${i % 30}?`,
    `Bitcoin on ${months[i % 6]} ${i % 30}`,
    'Crypto',
  ],
  (i) => [
    `ETH price on ${months[i % 6]} ${i % 30} at 5PM — $${2 + (i % 5)},${pick(i, 1000)} or above`,
    `ETH price on ${months[i % 6]} ${i % 30}`,
    'Crypto',
  ],
  (i) => [
    `Will ${nameOf(i)} win against ${nameOf(i + 1)}?`,
    `${nameOf(i)} vs. ${nameOf(i + 1)}`,
    'Sports',
  ],
  (i) => [
    `${nameOf(i)} vs. ${nameOf(i + 1)}: O/U ${pick(i, 250)}.5`,
    `${nameOf(i)} vs. ${nameOf(i + 1)}`,
    'Sports',
  ],
  (i) => [
    `Spread: ${nameOf(i)} (-${pick(i, 20)}.5)`,
    `${nameOf(i)} vs. ${nameOf(i + 1)}`,
    'Sports',
  ],
  (i) => [
    `Highest temperature in ${nameOf(i % 60)} on ${months[i % 6]} ${i % 30}: ${pick(i, 100)}°?`,
    `Temperature in ${nameOf(i % 60)}`,
    'Weather',
  ],
  (i) => [
    `Will ${nameOf(i)} ${nameOf(i + 2)} win the 2028 Republican presidential nomination?`,
    'Republican nominee 2028',
    'Politics',
  ],
  (i) => [
    `Will the Democrats win the ${nameOf(i)} Senate race in 2026?`,
    `${nameOf(i)} Senate race`,
    'Elections',
  ],
  (i) => [
    `Fed decreases interest rates by ${25 * (1 + (i % 3))} bps after the ${months[i % 6]} meeting?`,
    `Fed decision in ${months[i % 6]}`,
    'Economy',
  ],
  (i) => [
    `What will ${nameOf(i % 500)} say during the speech? — ${nameOf(i + 3)}`,
    `What will ${nameOf(i % 500)} say`,
    'Mentions',
  ],
]

function rowOf(i: number): MarketRow {
  const [question, event, tag] = (templates[pick(i, templates.length)] ?? templates[0]!)(i)
  const isA = i % 2 === 0
  const slug = isA
    ? question.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
    : `KX${nameOf(i % 800).toUpperCase()}-26NOV${i % 30}-T${pick(i, 5000)}`
  const isOpen = i % 5 === 0
  return {
    id: `${isA ? 'pa' : 'pb'}_${i}`,
    platform: isA ? 'platform_a' : 'platform_b',
    slug,
    status: isOpen ? 'open' : 'resolved',
    labels: ['Yes', 'No'],
    volume_24h: isOpen ? String(pick(i, 1e6)) : '0',
    volume_total: String(i),
    created_at: 1_790_000_000 - i,
    ended_at_ms: null,
    tags: [tag],
    category: tag,
    event_id: null,
    event_slug: null,
    event_title: event,
    words: searchWords(question, slug, tag, event),
    received_at_ms: 1,
    version: 1,
  }
}

/** Changes a letter in the middle of each word that is long enough to be corrected. */
const mistype = (text: string): string =>
  text.replaceAll(/[a-z]{5,}/g, (word) => `${word.slice(0, 2)}q${word.slice(3)}`)

const wordsOf = (i: number, most: number): string => {
  const { words } = rowOf(pick(i, count))
  return Array.from({ length: 1 + pick(i, most) }, (_, n) => words[pick(i + n, words.length)]).join(
    ' ',
  )
}
const common = [
  'will win',
  'bitcoin',
  'will the democrats win',
  'temperature in november',
  'in',
  'fed',
  '5.5',
  '2026',
  'sports',
  'republican 2028',
]
const kinds: readonly (readonly [string, (i: number) => string])[] = [
  ['1 to 4 words of a market', (i) => wordsOf(i, 4)],
  ['names', (i) => nameOf(i)],
  ['frequent words', (i) => common[i % common.length] ?? ''],
  ['beginnings of 2 to 4 letters', (i) => nameOf(i).slice(0, 2 + (i % 3))],
  ['numbers', (i) => `bitcoin $${80 + pick(i, 60)},${pick(i, 10)}00`],
  [
    'synonyms',
    (i) =>
      [
        'btc 96k',
        'gop 2028',
        'federal reserve december',
        'dems senate',
        'potus nominee',
        'fomc 25bps',
      ][i % 6] ?? '',
  ],
  ['32 words of one letter', () => Array.from({ length: 32 }, (_, i) => i.toString(32)).join(' ')],
  ['a typing error', (i) => mistype(nameOf(i))],
  [
    'typing errors in 2 to 4 words',
    (i) =>
      mistype(
        `${nameOf(i)} ${['republican nomination', 'temperature', 'democrats senate race'][i % 3]}`,
      ),
  ],
]

const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

gc()
const before = process.memoryUsage()
const catalog = createMarketCatalog(createMarketNumbers())
let fillMs = 0
for (let at = 0; at < count; at += 10_000) {
  const size = Math.min(10_000, count - at)
  const text = JSON.stringify(Array.from({ length: size }, (_, i) => rowOf(at + i)))
  fillMs += cpuMs(() => catalog.update(JSON.parse(text) as MarketRow[]))
}
const firstMs = cpuMs(() =>
  catalog.search({ q: 'first', sort_by: 'volume', limit: 20, offset: 0 }, null),
)
gc()
const after = process.memoryUsage()
const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
process.stdout.write(
  `${describeMachine()}${count} markets: ${(fillMs / 1000).toFixed(1)} s to fill the catalog, ` +
    `${firstMs.toFixed(0)} ms for the first search, ${(bytes / count).toFixed(0)} bytes a market\n`,
)

for (let i = 0; i < matches; i += 1) {
  // each market has at most one match, because the two numbers are prime
  const [a, b] = [
    `pa_${((i * 7919) % (count / 2)) * 2}`,
    `pb_${((i * 104729) % (count / 2)) * 2 + 1}`,
  ]
  catalog.linkForSearch(a, [b])
  catalog.linkForSearch(b, [a])
}
// the compiler and the sorted orders: a service that has run for a minute has both
for (const [, queryOf] of kinds)
  for (let i = 0; i < 200; i += 1)
    for (const sort_by of ['volume', 'created_at', 'relevance'] as const)
      catalog.search({ q: queryOf(i * 17 + 5), sort_by, limit: 20, offset: 0 }, null)

process.stdout.write(tableHead(['queries', 'order', 'found', 'p50 ms', 'p99 ms', 'max ms']))
const all: number[] = []
for (const sortBy of ['volume', 'relevance'] as const)
  for (const [name, queryOf] of kinds) {
    const times: number[] = []
    let found = 0
    for (let i = 0; i < queriesPerKind; i += 1) {
      const q = queryOf(i * 31)
      const query = { q, sort_by: sortBy, limit: 20, offset: 0 }
      times.push(cpuMs(() => (found += catalog.search(query, null).total > 0 ? 1 : 0)))
    }
    all.push(...times)
    process.stdout.write(
      row(name, sortBy, `${((100 * found) / queriesPerKind).toFixed(0)}%`, times),
    )
  }
process.stdout.write(row('all', '', '', all))

function row(name: string, order: string, found: string, times: readonly number[]): string {
  const ms = [medianOf(times), percentileOf(times, 0.99), Math.max(...times)]
  return tableRow([name, order, found, ...ms.map((value) => value.toFixed(2))])
}
