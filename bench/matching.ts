// Measures the time and the memory to match the open markets of both platforms from scratch, and the time to
// add one market. Checks whether the index misses a match that scoring every pair finds.
//   npm run bench:matching -- [--a 84000] [--b 196000] [--sample 2000]
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { openScratchFile } from '../services/lib/run/scratch-file.ts'
import { createBlockingIndex } from '../services/matcher/blocking.ts'
import { comparePropositions, parseProposition } from '../services/matcher/parse-and-compare.ts'
import { minScore } from '../services/matcher/comparison.ts'
import type { MatcherInput } from '../services/matcher/matcher-input.ts'
import { createMatching, type Matching } from '../services/matcher/matching.ts'
import { describeMachine, ownCpuS, residentMiBOf } from './machine.ts'
import { createManyMarkets, type ManyMarkets } from './matching-scale/matcher-inputs.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    a: { type: 'string', default: '84000' },
    b: { type: 'string', default: '196000' },
    sample: { type: 'string', default: '2000' },
  },
})
const sampleSize = Number(values.sample)
const manyMarkets = createManyMarkets(Number(values.a), Number(values.b))
const { a, b, twins } = manyMarkets
process.stdout.write(
  `${describeMachine()}${a.length} x ${b.length} markets, ${twins.size} pairs of one question\n`,
)

const putHead = ['markets put one by one', 'p50 ms', 'p99 ms', 'slowest ms']

const every = interleaved(a, b)
const kept = every.slice(0, every.length - sampleSize)
const late = every.slice(-sampleSize)
const scratchFile = await openScratchFile(tmpdir())
const matching = matchFromScratch(kept)
putOneMore(matching, late)
tellLinks(matching, manyMarkets)
const worst = announceSearches(manyMarkets)
putAgain(matching, worst)
tellLost(manyMarkets)
await scratchFile.close()

/** Inputs in the order of a log of both platforms. */
function interleaved(
  one: readonly MatcherInput[],
  other: readonly MatcherInput[],
): readonly MatcherInput[] {
  const share = (list: readonly MatcherInput[]): (readonly [number, MatcherInput])[] =>
    list.map((matcherInput, i) => [(i + 0.5) / list.length, matcherInput])
  return [...share(one), ...share(other)]
    .sort(([x], [y]) => x - y)
    .map(([, matcherInput]) => matcherInput)
}

function matchFromScratch(markets: readonly MatcherInput[]): Matching {
  const before = residentMiBOf(process.pid).own
  const startedMs = performance.now()
  const startedCpuS = ownCpuS()
  const state = createMatching(scratchFile.createMap())
  for (const matcherInput of markets) state.put(matcherInput)
  const touched = state.takeAffectedMarkets()
  let links = 0
  for (const id of touched) links += state.linksOf(id).length
  const seconds = (performance.now() - startedMs) / 1000
  const cpuS = ownCpuS() - startedCpuS
  process.stdout.write(
    `\nFrom nothing\n${tableHead(['markets', 'seconds', 'processor seconds', 'processor µs a market', 'links', 'memory MiB', 'before'])}` +
      tableRow([
        markets.length,
        seconds.toFixed(1),
        cpuS.toFixed(1),
        ((cpuS / markets.length) * 1e6).toFixed(0),
        links,
        residentMiBOf(process.pid).own.toFixed(0),
        before.toFixed(0),
      ]),
  )
  return state
}

/** Resolves when the changes of a match set are known. */
function timePut(state: Matching, matcherInput: MatcherInput): number {
  const startedMs = performance.now()
  state.put(matcherInput)
  for (const id of state.takeAffectedMarkets()) state.linksOf(id)
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

function putOneMore(state: Matching, markets: readonly MatcherInput[]): void {
  process.stdout.write(`\n${tableHead(putHead)}`)
  tellTimes(
    `${markets.length} new ones`,
    markets.map((matcherInput) => timePut(state, matcherInput)),
  )
}

function putAgain(state: Matching, markets: readonly MatcherInput[]): void {
  process.stdout.write(`\n${tableHead(putHead)}`)
  const timesMs = markets.map((matcherInput) => {
    state.forgetMarkets([matcherInput.id])
    state.takeAffectedMarkets()
    return timePut(state, matcherInput)
  })
  tellTimes(`the ${markets.length} whose searches bring most, again`, timesMs)
}

function tellLinks(state: Matching, { b: ofB, twins: known }: ManyMarkets): void {
  let right = 0
  let wrong = 0
  for (const { id } of ofB) {
    const [link] = state.linksOf(id)
    const twin = known.get(id)
    if (link === undefined) continue
    if (twin?.a === link.otherMarketId && twin.outcome === link.outcomeIndex) right += 1
    else wrong += 1
  }
  process.stdout.write(
    `\n${tableHead(['pairs of one question', 'linked', 'links that are wrong'])}` +
      tableRow([known.size, right, wrong]),
  )
}

/** The number of candidates per search, and the markets with most candidates. */
function announceSearches({ a: ofA, b: ofB }: ManyMarkets): readonly MatcherInput[] {
  process.stdout.write(
    `\n${tableHead(['searches', 'pairs scored a market', 'p99', 'most', 'largest blocks'])}`,
  )
  const searched: { readonly matcherInput: MatcherInput; readonly found: number }[] = []
  for (const [name, from, to] of [
    ['platform_a among platform_b', ofA, ofB],
    ['platform_b among platform_a', ofB, ofA],
  ] as const) {
    const blocks = createBlockingIndex()
    for (const matcherInput of to) blocks.put(matcherInput.id, parseProposition(matcherInput))
    const counts = from.map((matcherInput) => {
      const found = blocks.find(parseProposition(matcherInput)).length
      searched.push({ matcherInput, found })
      return found
    })
    process.stdout.write(
      tableRow([
        name,
        (counts.reduce((sum, count) => sum + count, 0) / counts.length).toFixed(1),
        percentileOf(counts, 0.99),
        percentileOf(counts, 1),
        blocks
          .marketsPerKey()
          .toSorted((x, y) => y - x)
          .slice(0, 3)
          .join(', '),
      ]),
    )
  }
  return searched
    .sort((x, y) => y.found - x.found)
    .slice(0, 500)
    .map(({ matcherInput }) => matcherInput)
}

/** Scores every pair of a sample in which half of the markets have a counterpart. */
function tellLost({ a: ofA, b: ofB, twins: known }: ManyMarkets): void {
  const twinned = ofB.filter(({ id }) => known.has(id)).slice(0, sampleSize / 2)
  const wanted = new Set(twinned.map(({ id }) => known.get(id)?.a))
  const sampleB = [...twinned, ...ofB.filter((matcherInput) => !twinned.includes(matcherInput))]
  const sampleA = [
    ...ofA.filter(({ id }) => wanted.has(id)),
    ...ofA.filter(({ id }) => !wanted.has(id)),
  ]
  const blocks = createBlockingIndex()
  const propositions = sampleB.slice(0, sampleSize).map((matcherInput) => {
    const proposition = parseProposition(matcherInput)
    blocks.put(matcherInput.id, proposition)
    return { id: matcherInput.id, proposition }
  })
  let matches = 0
  let lost = 0
  const startedMs = performance.now()
  for (const matcherInput of sampleA.slice(0, sampleSize)) {
    const proposition = parseProposition(matcherInput)
    const found = new Set(blocks.find(proposition))
    for (const other of propositions) {
      if (comparePropositions(proposition, other.proposition, false).score < minScore) continue
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
