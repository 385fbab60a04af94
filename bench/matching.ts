// How long does it take to match the open markets of both platforms from nothing, how much memory,
// and how long to take in one market more? Does the index lose a match that scoring everything finds?
//   npm run bench:matching -- [--a 84000] [--b 196000] [--sample 2000]
import { parseArgs } from 'node:util'
import { createBlocks } from '../services/matcher/blocking.ts'
import { compareClaims, parseClaim } from '../services/matcher/claims.ts'
import { leastScore } from '../services/matcher/comparison.ts'
import type { Listing } from '../services/matcher/listing.ts'
import { createMatching, type Matching } from '../services/matcher/matching.ts'
import { describeMachine, ownCpuS } from './machine.ts'
import { createListings, type ManyListings } from './matching-scale/listings.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    a: { type: 'string', default: '84000' },
    b: { type: 'string', default: '196000' },
    sample: { type: 'string', default: '2000' },
  },
})
const sampleSize = Number(values.sample)
const listings = createListings(Number(values.a), Number(values.b))
const { a, b, twins } = listings
process.stdout.write(
  `${describeMachine()}${a.length} x ${b.length} markets, ${twins.size} pairs of one question\n`,
)

const putHead = ['markets put one by one', 'p50 ms', 'p99 ms', 'slowest ms']

const every = interleaved(a, b)
const kept = every.slice(0, every.length - sampleSize)
const late = every.slice(-sampleSize)
const matching = matchFromNothing(kept)
putOneMore(matching, late)
tellLinks(matching, listings)
const worst = tellSearches(listings)
putAgain(matching, worst)
tellLost(listings)

/** As they would come from a log of both platforms. */
function interleaved(one: readonly Listing[], other: readonly Listing[]): readonly Listing[] {
  const share = (list: readonly Listing[]): (readonly [number, Listing])[] =>
    list.map((listing, i) => [(i + 0.5) / list.length, listing])
  return [...share(one), ...share(other)].sort(([x], [y]) => x - y).map(([, listing]) => listing)
}

function matchFromNothing(markets: readonly Listing[]): Matching {
  const before = process.memoryUsage().rss
  const startedMs = performance.now()
  const startedCpuS = ownCpuS()
  const state = createMatching()
  for (const listing of markets) state.put(listing)
  const touched = state.takeTouched()
  let links = 0
  for (const id of touched) if (state.linkOf(id)) links += 1
  const seconds = (performance.now() - startedMs) / 1000
  const cpuS = ownCpuS() - startedCpuS
  // in KiB
  const peak = process.resourceUsage().maxRSS / 1024
  process.stdout.write(
    `\nFrom nothing\n${tableHead(['markets', 'seconds', 'processor seconds', 'processor µs a market', 'links', 'peak memory MiB', 'of it before'])}` +
      tableRow([
        markets.length,
        seconds.toFixed(1),
        cpuS.toFixed(1),
        ((cpuS / markets.length) * 1e6).toFixed(0),
        links,
        peak.toFixed(0),
        (before / 2 ** 20).toFixed(0),
      ]),
  )
  return state
}

/** Until it is known what has changed. */
function timePut(state: Matching, listing: Listing): number {
  const startedMs = performance.now()
  state.put(listing)
  for (const id of state.takeTouched()) state.linkOf(id)
  return performance.now() - startedMs
}

function tellTimes(name: string, timesMs: readonly number[]): void {
  process.stdout.write(
    tableRow([
      name,
      percentileOf(timesMs, 0.5).toFixed(2),
      percentileOf(timesMs, 0.99).toFixed(2),
      percentileOf(timesMs, 1).toFixed(2),
    ]),
  )
}

function putOneMore(state: Matching, markets: readonly Listing[]): void {
  process.stdout.write(`\n${tableHead(putHead)}`)
  tellTimes(
    `${markets.length} new ones`,
    markets.map((listing) => timePut(state, listing)),
  )
}

function putAgain(state: Matching, markets: readonly Listing[]): void {
  process.stdout.write(`\n${tableHead(putHead)}`)
  const timesMs = markets.map((listing) => {
    state.forget(listing.id)
    state.takeTouched()
    return timePut(state, listing)
  })
  tellTimes(`the ${markets.length} whose searches bring most, again`, timesMs)
}

function tellLinks(state: Matching, { b: ofB, twins: known }: ManyListings): void {
  let right = 0
  let wrong = 0
  for (const { id } of ofB) {
    const link = state.linkOf(id)
    const twin = known.get(id)
    if (link === null) continue
    if (twin?.a === link.a && twin.outcome === link.outcome) right += 1
    else wrong += 1
  }
  process.stdout.write(
    `\n${tableHead(['pairs of one question', 'linked', 'links that are wrong'])}` +
      tableRow([known.size, right, wrong]),
  )
}

/** How many a search brings; the markets whose searches bring most. */
function tellSearches({ a: ofA, b: ofB }: ManyListings): readonly Listing[] {
  process.stdout.write(
    `\n${tableHead(['searches', 'pairs scored a market', 'p99', 'most', 'largest blocks'])}`,
  )
  const searched: { readonly listing: Listing; readonly found: number }[] = []
  for (const [name, from, to] of [
    ['platform_a among platform_b', ofA, ofB],
    ['platform_b among platform_a', ofB, ofA],
  ] as const) {
    const blocks = createBlocks()
    for (const listing of to) blocks.put(listing.id, parseClaim(listing))
    const counts = from.map((listing) => {
      const found = blocks.find(parseClaim(listing)).length
      searched.push({ listing, found })
      return found
    })
    process.stdout.write(
      tableRow([
        name,
        (counts.reduce((sum, count) => sum + count, 0) / counts.length).toFixed(1),
        percentileOf(counts, 0.99),
        percentileOf(counts, 1),
        blocks
          .sizes()
          .toSorted((x, y) => y - x)
          .slice(0, 3)
          .join(', '),
      ]),
    )
  }
  return searched
    .sort((x, y) => y.found - x.found)
    .slice(0, 500)
    .map(({ listing }) => listing)
}

/** Scores every pair of a sample in which half of the markets have their twin. */
function tellLost({ a: ofA, b: ofB, twins: known }: ManyListings): void {
  const twinned = ofB.filter(({ id }) => known.has(id)).slice(0, sampleSize / 2)
  const wanted = new Set(twinned.map(({ id }) => known.get(id)?.a))
  const sampleB = [...twinned, ...ofB.filter((listing) => !twinned.includes(listing))]
  const sampleA = [
    ...ofA.filter(({ id }) => wanted.has(id)),
    ...ofA.filter(({ id }) => !wanted.has(id)),
  ]
  const blocks = createBlocks()
  const claims = sampleB.slice(0, sampleSize).map((listing) => {
    const claim = parseClaim(listing)
    blocks.put(listing.id, claim)
    return { id: listing.id, claim }
  })
  let matches = 0
  let lost = 0
  const startedMs = performance.now()
  for (const listing of sampleA.slice(0, sampleSize)) {
    const claim = parseClaim(listing)
    const found = new Set(blocks.find(claim))
    for (const other of claims) {
      if (compareClaims(claim, other.claim, false).score < leastScore) continue
      matches += 1
      if (!found.has(other.id)) lost += 1
    }
  }
  process.stdout.write(
    `\n${tableHead(['every pair of', 'seconds', 'could match', 'not found by the index'])}` +
      tableRow([
        `${sampleSize} x ${sampleSize}`,
        ((performance.now() - startedMs) / 1000).toFixed(1),
        matches,
        lost,
      ]),
  )
}
