// The links between markets, by market. Used by matching.ts.
import type { CandidatePair } from './pair-selection.ts'

export type Link = CandidatePair

export interface LinkTable {
  /** Adds a link of two markets that have none. */
  add(link: Link): void
  /** Returns all links of a market. */
  readonly of: (id: string) => readonly Link[]
  /** Removes all links of a market, also from the linked markets. */
  removeLinksOf(id: string): void
}

export function createLinkTable(): LinkTable {
  /**
   * Markets without links are not in this map. A market with a single link has no list, because most linked markets have
   * a single one.
   */
  const linksByMarket = new Map<string, Link | readonly Link[]>()

  const of = (id: string): readonly Link[] => [linksByMarket.get(id) ?? []].flat()

  function set(id: string, links: readonly Link[]): void {
    const [first] = links
    if (first === undefined) linksByMarket.delete(id)
    else linksByMarket.set(id, links.length === 1 ? first : links)
  }

  return {
    add(link) {
      for (const id of [link.marketId, link.otherMarketId]) set(id, [...of(id), link])
    },
    of,
    removeLinksOf(id) {
      for (const link of of(id)) {
        const linkedId = linkedMarketOf(link, id)
        set(
          linkedId,
          of(linkedId).filter((other) => other !== link),
        )
      }
      linksByMarket.delete(id)
    },
  }
}

/** Returns the id of the market to which the link leads from market `id`. */
export const linkedMarketOf = ({ marketId, otherMarketId }: Link, id: string): string =>
  marketId === id ? otherMarketId : marketId
