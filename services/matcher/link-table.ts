// The links between markets, by market. Used by matching.ts. They are in arrays, because markets of similar questions
// have hundreds of thousands of links, of which few are the best one of a market: objects took 200 bytes a link.
import { createColumn } from '../lib/run/column.ts'
import { createMarketNumbers } from '../lib/run/market-numbers.ts'
import type { CandidatePair } from './pair-selection.ts'

export type Link = CandidatePair

export interface LinkTable {
  /** Adds a link of two markets that have none. */
  add(link: Link): void
  /** Returns all links of a market, in the order in which they were added. */
  readonly of: (id: string) => readonly Link[]
  /** Removes all links of a market, also from the linked markets. */
  removeLinksOf(id: string): void
}

/**
 * A link has two ends, the numbers 2n and 2n + 1: an odd end belongs to `marketId` and leads to `otherMarketId`, an even
 * end the reverse. The ends that belong to one market are a linked list. 0 stands for no end, so n begins with 1.
 */
const oppositeOf = (end: number): number => end ^ 1
const isOdd = (end: number): boolean => (end & 1) === 1

export function createLinkTable(): LinkTable {
  /** The markets with links. */
  const markets = createMarketNumbers()
  /** By market: its first and its last end. */
  const heads = createColumn(Uint32Array)
  const tails = createColumn(Uint32Array)
  /** By end: the next one of the same market, and the market to which it belongs. */
  const nexts = createColumn(Uint32Array)
  const owners = createColumn(Uint32Array)
  /** By n. */
  const scores = createColumn(Float64Array)
  const outcomeIndexes = createColumn(Uint32Array)
  const freeLinks: number[] = []
  let nextLink = 1

  function append(end: number, id: string): void {
    const market = markets.assign(id)
    const tail = tails.get(market)
    if (tail === 0) heads.set(market, end)
    else nexts.set(tail, end)
    tails.set(market, end)
    nexts.set(end, 0)
    owners.set(end, market)
  }

  function remove(end: number): void {
    const market = owners.get(end)
    const next = nexts.get(end)
    let before = 0
    for (let other = heads.get(market); other !== end; other = nexts.get(other)) before = other
    if (before === 0) heads.set(market, next)
    else nexts.set(before, next)
    if (next === 0) tails.set(market, before)
    if (heads.get(market) === 0) markets.release(markets.idOf(market))
  }

  /** `id`: the id of the market to which the end belongs. */
  function toLink(end: number, id: string): Link {
    const linkedId = markets.idOf(owners.get(oppositeOf(end)))
    const [marketId, otherMarketId] = isOdd(end) ? [id, linkedId] : [linkedId, id]
    const n = end >>> 1
    return { otherMarketId, marketId, outcomeIndex: outcomeIndexes.get(n), score: scores.get(n) }
  }

  function endsOf(id: string): readonly number[] {
    const market = markets.get(id)
    const ends: number[] = []
    if (market === undefined) return ends
    for (let end = heads.get(market); end !== 0; end = nexts.get(end)) ends.push(end)
    return ends
  }

  return {
    add({ marketId, otherMarketId, outcomeIndex, score }) {
      const n = freeLinks.pop() ?? nextLink++
      scores.set(n, score)
      outcomeIndexes.set(n, outcomeIndex)
      append(2 * n, otherMarketId)
      append(2 * n + 1, marketId)
    },
    of: (id) => endsOf(id).map((end) => toLink(end, id)),
    removeLinksOf(id) {
      for (const end of endsOf(id)) {
        remove(end)
        remove(oppositeOf(end))
        freeLinks.push(end >>> 1)
      }
    },
  }
}

/** Returns the id of the market to which the link leads from market `id`. */
export const linkedMarketOf = ({ marketId, otherMarketId }: Link, id: string): string =>
  marketId === id ? otherMarketId : marketId
