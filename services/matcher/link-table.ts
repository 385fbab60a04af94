// The links between markets, by market. Used by matching.ts.
import type { CandidatePair } from './pair-selection.ts'

export type Link = CandidatePair

/** Links of a market, by the id of the other market. */
export type LinksByOtherMarket = ReadonlyMap<string, Link>

export interface LinkTable {
  add(link: Link): void
  /** Returns all links of a market. */
  of(id: string): LinksByOtherMarket
  /** Removes all links of a market, also from the linked markets. */
  removeLinksOf(id: string): void
}

export function createLinkTable(): LinkTable {
  /** Most markets have no links and are not in this map, because an empty map takes 180 bytes. */
  const linksByMarket = new Map<string, Map<string, Link>>()

  function put(id: string, otherId: string, link: Link): void {
    const links = linksByMarket.get(id)
    if (links) links.set(otherId, link)
    else linksByMarket.set(id, new Map([[otherId, link]]))
  }

  function remove(id: string, otherId: string): void {
    const links = linksByMarket.get(id)
    links?.delete(otherId)
    if (links?.size === 0) linksByMarket.delete(id)
  }

  return {
    add(link) {
      const { marketId, otherMarketId } = link
      put(marketId, otherMarketId, link)
      put(otherMarketId, marketId, link)
    },
    of: (id) => linksByMarket.get(id) ?? noLinks,
    removeLinksOf(id) {
      for (const otherId of linksByMarket.get(id)?.keys() ?? []) remove(otherId, id)
      linksByMarket.delete(id)
    },
  }
}

const noLinks: LinksByOtherMarket = new Map()
