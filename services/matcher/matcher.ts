// The matcher: folds every market into memory, finds which are the same question on both platforms,
// and tells of it in the topic `matches`: a match found, changed, or withdrawn. What it tells is a
// function of the markets, so after a crash it compares what is in the topic with what should be.
import { setImmediate } from 'node:timers/promises'
import type { Match, MatchLink } from '../../schemas/generated/events.ts'
import { CodecError, type Codec } from '../platform/codec/port.ts'
import type { EventLog, Follower, Writer } from '../platform/log/port.ts'
import { highScore } from './comparison.ts'
import { createMatching, type Link } from './matching.ts'
import { toListing } from './to-listing.ts'

export interface MatcherOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** The matcher cannot go on. */
  readonly onFatal: (error: Error) => void
  readonly observer: MatcherObserver
}

export interface MatcherObserver {
  /** After each change: markets in memory, and matches told of. */
  onCounts(counts: {
    readonly markets: number
    readonly high: number
    readonly medium: number
  }): void
  /** A record of `markets` that is none. */
  onUndecodable(error: Error): void
}

/** Why two markets match, or do not. */
export interface Explanation {
  /** What the two are called, in the order they were asked for. */
  readonly questions: readonly [string, string]
  readonly score: number
  readonly reasons: readonly { dimension: string; verdict: string; evidence: string }[]
  /** Whether they are told as a match: a better or equally good one may stand in the way. */
  readonly isMatch: boolean
}

export interface Matcher {
  /**
   * Resolves when every market is known and every match is told of, or when it was stopped before;
   * rejects when it cannot begin.
   */
  start(): Promise<void>
  /** Waits for what is being told. */
  stop(): Promise<void>
  /** null: one of them is not known. In any order. */
  explain(id: string, otherId: string): Explanation | null
}

/** Markets taken in before the event loop has its turn. */
const marketsPerTurn = 100
/** Markets whose matches are told of in one append, at most: all of them are many, after a start. */
const marketsPerAppend = 1_000
/** A resolved market is looked after for so long: its result may be corrected, its match amended. */
const forgetAfterS = 30 * 86_400

export function createMatcher(options: MatcherOptions): Matcher {
  const { log, codec, topicPrefix, now } = options
  const marketsTopic = `${topicPrefix}markets`
  const matchesTopic = `${topicPrefix}matches`
  const matching = createMatching()
  /** What the topic says, by platform_b's market. */
  const told = new Map<string, MatchLink>()
  /** Markets that trade no more. */
  const closed = new Set<string>()
  let follower: Follower | null = null
  let writer: Writer | null = null
  let markets = 0
  let isCaughtUp = false
  let isStopping = false
  /** Markets of platform_b that are to be looked at. */
  const pending = new Set<string>()
  let telling: Promise<void> = Promise.resolve()

  async function readTold(): Promise<void> {
    for (const { partition, low } of await log.ranges(matchesTopic))
      for await (const record of log.read({ topic: matchesTopic, partition, from: low })) {
        const { platform_b_id: b, link } = codec.decode('matches', record.value)
        if (link) told.set(b, link)
        else told.delete(b)
      }
  }

  function takeIn(value: Buffer): void {
    let market
    try {
      market = codec.decode('markets', value)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      options.observer.onUndecodable(error)
      return
    }
    const isKnown = matching.has(market.id)
    const endedS = market.status === 'resolved' ? (market.resolved_at ?? market.close_time) : null
    const isOver = endedS !== null && now() / 1000 - endedS > forgetAfterS
    if (isOver) matching.forget(market.id)
    else matching.put(toListing(market))
    markets += Number(matching.has(market.id)) - Number(isKnown)
    if (market.status !== 'open' && !isOver) closed.add(market.id)
    else if (closed.delete(market.id))
      for (const [b, { platform_a_id: a }] of told)
        if (a === market.id || b === market.id) pending.add(b)
  }

  /**
   * Markets close earlier than they should have, each by itself, and their deadlines are then what
   * really was: that takes back no match.
   */
  function hasOnlyClosed(b: string, { platform_a_id: a }: MatchLink): boolean {
    if (!closed.has(a) && !closed.has(b)) return false
    const other = matching.explain(a, b)?.reasons.filter(({ verdict }) => verdict !== 'same') ?? []
    return other.length > 0 && other.every(({ dimension }) => dimension === 'window')
  }

  /** What the topic should say of this market of platform_b and does not. */
  function changeOf(b: string): readonly Match[] {
    const before = told.get(b) ?? null
    // what is no longer looked after stays as it was told
    if (before && !(matching.has(b) && matching.has(before.platform_a_id))) return []
    const link = matching.linkOf(b)
    if (before && !link && hasOnlyClosed(b, before)) return []
    const after = link ? toMatchLink(link, before, now()) : null
    if (JSON.stringify(before) === JSON.stringify(after)) return []
    return [{ platform_b_id: b, changed_at_ms: now(), link: after }]
  }

  async function tellOf(ids: readonly string[]): Promise<void> {
    // what changes while this is appended is pending again
    for (const id of ids) pending.delete(id)
    const changes = ids.flatMap(changeOf)
    try {
      await writer?.append(
        changes.map((match) => ({
          topic: matchesTopic,
          key: match.platform_b_id,
          value: codec.encode('matches', match),
        })),
      )
    } catch (error) {
      for (const id of ids) pending.add(id)
      throw error
    }
    for (const { platform_b_id: b, link } of changes) {
      if (link) told.set(b, link)
      else told.delete(b)
    }
  }

  /** Appends what the topic should say of the pending markets and does not. */
  async function tellNow(): Promise<void> {
    const ids = [...pending]
    for (let i = 0; i < ids.length; i += marketsPerAppend)
      await tellOf(ids.slice(i, i + marketsPerAppend))
    const high = [...told.values()].filter(({ score }) => score >= highScore).length
    options.observer.onCounts({ markets, high, medium: told.size - high })
  }

  /** One at a time: what is compared with what is told must not be on its way already. */
  function tell(): Promise<void> {
    const mine = telling.then(tellNow)
    telling = mine.catch(() => undefined)
    return mine
  }

  async function run(): Promise<void> {
    writer = await log.openWriter(`${topicPrefix}matcher`)
    await readTold()
    follower = await log.follow(
      { topic: marketsTopic, onFatal: options.onFatal },
      async (batch, signal) => {
        for (const [i, record] of batch.entries()) {
          if (i % marketsPerTurn === 0) await setImmediate()
          if (signal.aborted || isStopping) return
          takeIn(record.value)
        }
        for (const id of matching.takeTouched()) pending.add(id)
        if (isCaughtUp && pending.size > 0) await tell()
      },
    )
    if (isStopping) return follower.stop()
    isCaughtUp = true
    for (const b of told.keys()) pending.add(b)
    await tell()
  }

  return {
    async start() {
      try {
        await run()
      } catch (error) {
        // the log may be closed by now, and what is stopped needs nothing of it
        if (!isStopping) throw error
      }
    },

    async stop() {
      isStopping = true
      await follower?.stop()
      await telling
      await writer?.close()
    },

    explain(id, otherId) {
      const [a, b] = id.startsWith('pb_') ? [otherId, id] : [id, otherId]
      const comparison = matching.explain(a, b)
      if (!comparison) return null
      return {
        questions: [matching.titleOf(id), matching.titleOf(otherId)],
        score: comparison.score,
        reasons: comparison.reasons,
        isMatch: told.get(b)?.platform_a_id === a,
      }
    },
  }
}

/** With its fields in the order of the schema: links are compared as text. */
function toMatchLink(link: Link, before: MatchLink | null, nowMs: number): MatchLink {
  const { a, outcome, comparison } = link
  return {
    platform_a_id: a,
    score: comparison.score,
    confidence: comparison.score >= highScore ? 'high' : 'medium',
    relation: 'identical',
    outcome_index: outcome,
    reasons: comparison.reasons.map((reason) => ({ ...reason })),
    matched_at_ms: before?.platform_a_id === a ? before.matched_at_ms : nowMs,
  }
}
