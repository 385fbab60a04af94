// The matcher role: reads the topic `markets`, keeps all markets in memory, and finds pairs of markets on
// two platforms that ask the same question. The matcher publishes each match that is new, has changed or
// no longer holds as a record of the topic `matches`. Matches depend only on the current markets, so after
// a restart the matcher compares the contents of `matches` with the matches that it computes and appends
// only the differences.
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Match, MatchLink } from '../../schemas/generated/events.ts'
import { matchKey, otherPlatformOf } from '../domain/match.ts'
import { CodecError, type Codec } from '../lib/codec/port.ts'
import { partitionOf } from '../lib/log/partitioner.ts'
import type { EventLog, Follower, Writer } from '../lib/log/port.ts'
import { matchedPlatforms, parseId } from '../platforms/identity.ts'
import { topics } from '../topology.ts'
import { highScore } from './comparison.ts'
import { createEndedMarkets } from './ended-markets.ts'
import { createMatching, type Link } from './matching.ts'
import { toMatcherInput } from './to-matcher-input.ts'

export interface MatcherOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when the matcher cannot continue. */
  readonly onFatal: (error: Error) => void
  readonly observer: MatcherObserver
}

export interface MatcherObserver {
  /**
   * Called after each update of the topic `matches` with the number of markets in memory and of their
   * published matches of high and of medium confidence.
   */
  onCounts(counts: {
    readonly markets: number
    readonly high: number
    readonly medium: number
  }): void
  /**
   * Called for a record of `markets` that cannot be decoded or whose id has an unknown prefix. The matcher makes
   * no dead letter of it, because the projector reads the same topic and does.
   */
  onUndecodable(error: Error): void
}

/** Explains why two markets match or do not match. */
export interface Explanation {
  /** The two questions, in the order of the ids in the request. */
  readonly questions: readonly [string, string]
  readonly score: number
  readonly reasons: readonly { dimension: string; verdict: string; evidence: string }[]
  /**
   * Whether the topic `matches` contains this match. A pair with a high score is not published if another
   * pair with one of the two markets has the same or a higher score.
   */
  readonly isMatch: boolean
}

export interface Matcher {
  /**
   * Resolves when all markets have been read and all matches published, or when `stop` is called before
   * that. Rejects if the start fails.
   */
  start(): Promise<void>
  /** Resolves when the append in progress, if any, has finished and the log is no longer used. */
  stop(): Promise<void>
  /** Compares two markets, given in any order. Returns null if the matcher does not know one of them. */
  explain(id: string, otherId: string): Explanation | null
}

/**
 * Number of market records that are processed before the event loop may run other callbacks. Parsing and
 * comparing a market takes so long that larger groups would delay the HTTP requests of this process.
 */
const marketsPerEventLoopTurn = 100
/**
 * Maximum number of markets whose changed matches are written to the log in one append. After a start all
 * markets with matches are pending, so a single append could become very large.
 */
const marketsPerAppend = 1_000
/** Published matches of markets that have left memory are forgotten after this many markets have left. */
const marketsPerForget = 1_000

/** A match that the topic `matches` contains. */
interface PublishedMatch {
  readonly marketId: string
  readonly link: MatchLink
}

export function createMatcher(options: MatcherOptions): Matcher {
  const { log, codec, topicPrefix, now } = options
  const marketsTopic = `${topicPrefix}markets`
  const matchesTopic = `${topicPrefix}matches`
  const matching = createMatching()
  /** The matches that the topic `matches` contains, by record key; of markets in memory, and perhaps more. */
  const published = new Map<string, PublishedMatch>()
  const endedMarkets = createEndedMarkets(now)
  let leftSinceForget = 0
  let follower: Follower | null = null
  let writer: Writer | null = null
  let markets = 0
  let isCaughtUp = false
  let isStopping = false
  /** Ids of markets whose computed matches have not yet been compared with the published ones. */
  const pendingMarkets = new Set<string>()
  const serialQueue = pLimit(1)

  async function readPublishedMatches(): Promise<void> {
    for (const { partition, low } of await log.ranges(matchesTopic))
      for await (const record of log.read({ topic: matchesTopic, partition, from: low })) {
        applyMatchRecord(codec.decode('matches', record.value))
      }
  }

  function applyMatchRecord(match: Match): void {
    const { market_id: marketId, link } = match
    const key = matchKey(marketId, otherPlatformOf(match))
    if (link) published.set(key, { marketId, link })
    else published.delete(key)
  }

  function applyMarketRecord(value: Buffer): void {
    let market
    try {
      market = codec.decode('markets', value)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      options.observer.onUndecodable(error)
      return
    }
    if (parseId(market.id) === null) {
      options.observer.onUndecodable(new Error(`no platform has the id ${market.id}`))
      return
    }
    const isKnown = matching.has(market.id)
    const hadEnded = endedMarkets.has(market.id)
    if (endedMarkets.note(market)) matching.put(toMatcherInput(market))
    else matching.forget(market.id)
    markets += Number(matching.has(market.id)) - Number(isKnown)
    if (hadEnded && market.status === 'open')
      for (const { marketId, link } of published.values())
        if (link.other_market_id === market.id || marketId === market.id)
          pendingMarkets.add(marketId)
  }

  /** Removes the markets that ended too long ago from memory. Their published matches stay published. */
  function forgetEndedMarkets(): void {
    for (const id of endedMarkets.takeDue()) {
      markets -= Number(matching.has(id))
      matching.forget(id)
      leftSinceForget += 1
    }
    if (leftSinceForget >= marketsPerForget) forgetMatchesOfLeftMarkets()
  }

  function forgetMatchesOfLeftMarkets(): void {
    leftSinceForget = 0
    for (const [key, { marketId, link }] of published)
      if (!matching.has(marketId) && !matching.has(link.other_market_id)) published.delete(key)
  }

  /**
   * Whether at least one of two matched markets has ended and the dimension "window" (the time at which the
   * question is decided) is the only difference between them. The platform moves the deadline of a market
   * that closes early to the time of closing. The match must stay published in this case.
   */
  function differsOnlyInWindow({ marketId, link }: PublishedMatch): boolean {
    const otherMarketId = link.other_market_id
    if (!endedMarkets.has(otherMarketId) && !endedMarkets.has(marketId)) return false
    const { reasons = [] } = matching.explain(otherMarketId, marketId) ?? {}
    const differences = reasons.filter(({ verdict }) => verdict !== 'same')
    return differences.length > 0 && differences.every(({ dimension }) => dimension === 'window')
  }

  /**
   * Compares the computed matches of a market with the published ones and returns the records to append to
   * `matches`. A match is published under the market of the later registered platform, so only matches with
   * markets of earlier registered platforms are compared.
   */
  function matchChangesOf(marketId: string): readonly Match[] {
    const links = matching.linksOf(marketId)
    return matchedPlatforms.flatMap((platform): readonly Match[] => {
      const before = published.get(matchKey(marketId, platform))
      // a published match stays unchanged if one of its markets is no longer in memory
      if (before && !(matching.has(marketId) && matching.has(before.link.other_market_id)))
        return []
      const link = links.find(({ otherMarketId }) => parseId(otherMarketId)?.platform === platform)
      if (before && !link && differsOnlyInWindow(before)) return []
      const after = link ? toMatchLink(link, before?.link ?? null, now()) : null
      if (JSON.stringify(before?.link ?? null) === JSON.stringify(after)) return []
      return [{ market_id: marketId, changed_at_ms: now(), link: after, other_platform: platform }]
    })
  }

  async function publishChangesOf(ids: readonly string[]): Promise<void> {
    // removed before the append, so that a market that changes during the append becomes pending again
    for (const id of ids) pendingMarkets.delete(id)
    const changes = ids.flatMap(matchChangesOf)
    try {
      await writer?.append(
        changes.map((match) => ({
          topic: matchesTopic,
          key: matchKey(match.market_id, match.other_platform),
          partition: partitionOf(match.market_id, topics.matches.partitions),
          value: codec.encode('matches', match),
        })),
      )
    } catch (error) {
      for (const id of ids) pendingMarkets.add(id)
      throw error
    }
    for (const match of changes) applyMatchRecord(match)
  }

  /** Appends the changed matches of all pending markets to the topic `matches`. */
  async function publishPending(): Promise<void> {
    const ids = [...pendingMarkets]
    for (let i = 0; i < ids.length; i += marketsPerAppend)
      await publishChangesOf(ids.slice(i, i + marketsPerAppend))
    const high = [...published.values()].filter(({ link }) => link.score >= highScore).length
    options.observer.onCounts({ markets, high, medium: published.size - high })
  }

  /**
   * Calls `publishPending` as soon as no other call of it is running. Two calls at the same time would append
   * a change twice, because a change gets into `published` only after its append.
   */
  function publish(): Promise<void> {
    return serialQueue(publishPending)
  }

  async function run(): Promise<void> {
    writer = await log.openWriter(`${topicPrefix}matcher`)
    await readPublishedMatches()
    follower = await log.follow(
      { topic: marketsTopic, onFatal: options.onFatal },
      async (batch, signal) => {
        for (const [i, record] of batch.entries()) {
          if (i % marketsPerEventLoopTurn === 0) await setImmediate()
          if (signal.aborted || isStopping) return
          applyMarketRecord(record.value)
        }
        forgetEndedMarkets()
        for (const id of matching.drainAffected()) pendingMarkets.add(id)
        if (isCaughtUp && pendingMarkets.size > 0) await publish()
      },
    )
    if (isStopping) return follower.stop()
    isCaughtUp = true
    forgetMatchesOfLeftMarkets()
    for (const { marketId } of published.values()) pendingMarkets.add(marketId)
    await publish()
  }

  return {
    async start() {
      try {
        await run()
      } catch (error) {
        // after `stop` the log may be closed, so its errors no longer matter
        if (!isStopping) throw error
      }
    },

    async stop() {
      isStopping = true
      await follower?.stop()
      await serialQueue(() => undefined)
      await writer?.close()
    },

    explain(id, otherId) {
      const comparison = matching.explain(id, otherId)
      if (!comparison) return null
      return {
        questions: [matching.questionOf(id), matching.questionOf(otherId)],
        score: comparison.score,
        reasons: comparison.reasons,
        isMatch: [...published.values()].some(
          ({ marketId, link: { other_market_id: other } }) =>
            (marketId === id && other === otherId) || (marketId === otherId && other === id),
        ),
      }
    },
  }
}

/**
 * Converts a computed link to the form in which it is published. The fields have the order of the schema,
 * because `matchChangesOf` compares links as JSON text.
 */
function toMatchLink(link: Link, before: MatchLink | null, nowMs: number): MatchLink {
  const { otherMarketId, outcomeIndex, score, reasons } = link
  return {
    other_market_id: otherMarketId,
    score,
    confidence: score >= highScore ? 'high' : 'medium',
    relation: 'identical',
    outcome_index: outcomeIndex,
    reasons: reasons.map((reason) => ({ ...reason })),
    matched_at_ms: before?.other_market_id === otherMarketId ? before.matched_at_ms : nowMs,
  }
}
