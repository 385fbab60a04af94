// The markets of both platforms and the links between them, kept up to date market by market.
import { isLinked, type Candidate } from './assignment.ts'
import { createBlocks, type Blocks } from './blocking.ts'
import { compareClaims, parseClaim } from './claims.ts'
import { leastScore, type Comparison } from './comparison.ts'
import type { Listing } from './listing.ts'
import type { Claim } from './proposition.ts'

export interface Link extends Candidate {
  readonly comparison: Comparison
}

export interface Matching {
  /** Adds a market, or takes in what has changed about it. */
  put(listing: Listing): void
  /** Its links are no longer looked after: what was told of them stays. */
  forget(id: string): void
  /** Markets of platform_b whose link may be another than at the last call. */
  takeTouched(): ReadonlySet<string>
  /** The link of a market of platform_b. */
  linkOf(b: string): Link | null
  /** null: one of them is not known, or both are of one platform. */
  explain(a: string, b: string): Comparison | null
  has(id: string): boolean
  /** With its subtitle; empty: not known. */
  titleOf(id: string): string
}

interface Entry {
  readonly listing: Listing
  readonly claim: Claim
  /** Candidates by the other market. */
  readonly links: Map<string, Link>
}

/** Of platform_b. */
interface SharedEvent {
  readonly markets: Set<string>
  /** Also those that are forgotten: what the others say stays the same. */
  readonly draws: Set<string>
}

export function createMatching(): Matching {
  const entries = new Map<string, Entry>()
  const blocks: Readonly<Record<Listing['platform'], Blocks>> = {
    platform_a: createBlocks(),
    platform_b: createBlocks(),
  }
  const events = new Map<string, SharedEvent>()
  let touched = new Set<string>()
  /** Markets of platform_a of which every candidate is touched. */
  let touchedA = new Set<string>()

  function compare(one: Entry, other: Entry): Comparison {
    const [a, b] = one.listing.platform === 'platform_a' ? [one, other] : [other, one]
    return compareClaims(a.claim, b.claim, canDraw(events.get(b.listing.eventNativeId)))
  }

  /** Whoever shares an end with a candidate of this market may win or lose by it. */
  function touch({ listing: { id, platform }, links }: Entry): void {
    if (platform === 'platform_b') touched.add(id)
    const others = platform === 'platform_b' ? touchedA : touched
    for (const otherId of links.keys()) others.add(otherId)
  }

  function connect(entry: Entry): void {
    const { id, platform } = entry.listing
    const others = blocks[platform === 'platform_a' ? 'platform_b' : 'platform_a']
    for (const otherId of others.find(entry.claim)) {
      const other = entries.get(otherId)
      if (!other) continue
      const comparison = compare(entry, other)
      if (comparison.score < leastScore) continue
      const [a, b] = platform === 'platform_a' ? [id, otherId] : [otherId, id]
      const { score, outcome } = comparison
      const link = { a, b, outcome, score, comparison }
      entry.links.set(otherId, link)
      other.links.set(id, link)
    }
    touch(entry)
  }

  function disconnect(entry: Entry): void {
    touch(entry)
    for (const otherId of entry.links.keys()) entries.get(otherId)?.links.delete(entry.listing.id)
    entry.links.clear()
  }

  /** Its first draw changes what the other markets of an event say, and so does the end of its last. */
  function changeEvent({ platform, eventNativeId }: Listing, change: (event: SharedEvent) => void) {
    if (platform === 'platform_a') return
    const event = events.get(eventNativeId) ?? { markets: new Set(), draws: new Set() }
    const could = canDraw(event)
    change(event)
    if (event.markets.size === 0) events.delete(eventNativeId)
    else events.set(eventNativeId, event)
    if (canDraw(event) === could) return
    for (const id of event.markets) {
      const entry = entries.get(id)
      if (!entry) continue
      disconnect(entry)
      connect(entry)
    }
  }

  function add(entry: Entry): void {
    const { listing, claim } = entry
    const { id, platform } = listing
    entries.set(id, entry)
    blocks[platform].put(id, claim)
    connect(entry)
    changeEvent(listing, ({ markets, draws }) => {
      markets.add(id)
      if (isDraw(claim)) draws.add(id)
      else draws.delete(id)
    })
  }

  function remove(entry: Entry): void {
    const { id, platform } = entry.listing
    disconnect(entry)
    entries.delete(id)
    blocks[platform].remove(id)
  }

  return {
    put(listing) {
      const known = entries.get(listing.id)
      if (known && isSameListing(known.listing, listing)) return
      if (known) remove(known)
      add({ listing, claim: parseClaim(listing), links: new Map() })
      // it leaves its event only for another: one that it stays in has not ended in between
      if (known && known.listing.eventNativeId !== listing.eventNativeId)
        changeEvent(known.listing, ({ markets, draws }) => {
          markets.delete(listing.id)
          draws.delete(listing.id)
        })
    },
    forget(id) {
      const entry = entries.get(id)
      if (!entry) return
      remove(entry)
      changeEvent(entry.listing, ({ markets }) => markets.delete(id))
      touched.delete(id)
    },
    takeTouched() {
      for (const a of touchedA) for (const b of entries.get(a)?.links.keys() ?? []) touched.add(b)
      const taken = touched
      touched = new Set()
      touchedA = new Set()
      return taken
    },
    linkOf(b) {
      const own = entries.get(b)?.links
      const best = bestOf(own?.values() ?? [])
      if (!own || !best) return null
      const rivals = entries.get(best.a)?.links.values() ?? []
      return isLinked(best, own.values()) && isLinked(best, rivals) ? best : null
    },
    explain(a, b) {
      const [one, other] = [entries.get(a), entries.get(b)]
      if (!one || !other || one.listing.platform === other.listing.platform) return null
      return compare(one, other)
    },
    has: (id) => entries.has(id),
    titleOf(id) {
      const { title = '', subtitle = null } = entries.get(id)?.listing ?? {}
      return subtitle === null ? title : `${title} — ${subtitle}`
    },
  }
}

function canDraw(event: SharedEvent | undefined): boolean {
  return event !== undefined && event.draws.size > 0
}

function isDraw(claim: Claim): boolean {
  return claim.kind === 'contest' && claim.measure === 'draw'
}

/** The first of the best. */
function bestOf(links: Iterable<Link>): Link | null {
  let best: Link | null = null
  for (const link of links) if (!best || link.score > best.score) best = link
  return best
}

function isSameListing(a: Listing, b: Listing): boolean {
  return (
    a.title === b.title &&
    a.subtitle === b.subtitle &&
    a.eventTitle === b.eventTitle &&
    a.day === b.day &&
    a.deadline === b.deadline &&
    a.eventNativeId === b.eventNativeId &&
    JSON.stringify(a.outcomes) === JSON.stringify(b.outcomes)
  )
}
