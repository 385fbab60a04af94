// The matcher role: reads the topic `markets`, keeps all markets in memory, and finds pairs of markets on
// two platforms that ask the same question. The matcher publishes each match that is new, has changed or
// no longer holds as a record of the topic `matches`. Matches depend only on the current markets, so after
// a restart the matcher compares the contents of `matches` with the matches that it computes and appends
// only the differences.
import { setImmediate } from 'node:timers/promises'
import type { Market, Match } from '../../schemas/generated/events.ts'
import { matchKey, type MatchExplanation } from '../domain/match.ts'
import { CodecError, type Codec } from '../lib/codec/port.ts'
import { partitionOf } from '../lib/log/partitioner.ts'
import type { EventLog, Follower, NewRecord, Writer } from '../lib/log/port.ts'
import type { CreateScratchMap } from '../lib/run/scratch-file.ts'
import { parseId } from '../platforms/identity.ts'
import { topics } from '../topology.ts'
import { createEndedMarkets } from './ended-markets.ts'
import { createMatchChanges } from './match-changes.ts'
import { createMatchPublisher } from './match-publisher.ts'
import { createMatching } from './matching.ts'
import { createPublishedMatches } from './published-matches.ts'
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
  /** Creates the maps that keep the markets and the matches; in memory if omitted. */
  readonly createMap?: CreateScratchMap | undefined
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
   * Called for a record of `markets` that cannot be decoded or whose id has an unknown prefix. The
   * matcher makes no dead letter of it, because the projector reads the same topic and makes one.
   */
  onUndecodableRecord(error: Error): void
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
  explainPair(id: string, otherId: string): MatchExplanation | null
}

/**
 * Number of market records that are processed before the event loop may run other callbacks. Parsing and
 * comparing a market takes so long that larger groups would delay the HTTP requests of this process.
 */
const marketsPerEventLoopTurn = 100
/**
 * After this many markets have been removed from memory, the matches between removed markets are removed,
 * too. Doing so for each market would be slow, because it checks all matches.
 */
const maxRemovedBeforeForget = 1_000

/**
 * How often matches are published while all markets are read after the start. Only if none was published before:
 * otherwise a match would be withdrawn whose markets have not been read yet.
 */
const publishWhileReadingMs = 30_000

export function createMatcher(options: MatcherOptions): Matcher {
  const { log, codec, topicPrefix, now, createMap } = options
  const marketsTopic = `${topicPrefix}markets`
  const matchesTopic = `${topicPrefix}matches`
  const matching = createMatching(createMap?.())
  const published = createPublishedMatches((id) => matching.has(id), createMap?.())
  const endedMarkets = createEndedMarkets(now)
  /** Markets of the current batch whose newest record says that they ended too long ago. */
  const endedLongAgo = new Set<string>()
  let removedSinceForget = 0
  let follower: Follower | null = null
  let writer: Writer | null = null
  const publisher = createMatchPublisher({
    changesOf: createMatchChanges({ matching, published, endedMarkets, now }),
    async append(changes) {
      await writer?.append(changes.map((match) => toRecord(match, options)))
      for (const match of changes) published.apply(match)
    },
    onPublished: () =>
      options.observer.onCounts({ markets: matching.size(), ...published.counts() }),
  })
  /** When changes are published; -Infinity: always, because all markets have been read. */
  let publishAtMs = Infinity
  let isStopping = false

  function applyMarketRecord(value: Buffer): void {
    const market = readMarket(value, options)
    if (market === null) return
    const hadEnded = endedMarkets.has(market.id)
    if (endedMarkets.note(market)) {
      endedLongAgo.delete(market.id)
      matching.put(toMatcherInput(market))
    } else endedLongAgo.add(market.id)
    if (hadEnded && market.status === 'open')
      for (const id of published.marketIdsOf(market.id)) publisher.add(id)
  }

  /** Removes the markets that ended too long ago from memory. Their published matches stay published. */
  function forgetEndedMarkets(): void {
    const expired = [...endedMarkets.takeExpiredMarkets(), ...endedLongAgo]
    endedLongAgo.clear()
    matching.forgetMarkets(expired)
    removedSinceForget += expired.length
    if (removedSinceForget < maxRemovedBeforeForget) return
    removedSinceForget = 0
    published.forgetMatchesNotInMemory()
  }

  async function run(): Promise<void> {
    writer = await log.openWriter(`${topicPrefix}matcher`)
    for (const { partition, low } of await log.ranges(matchesTopic))
      for await (const record of log.read({ topic: matchesTopic, partition, from: low }))
        published.apply(codec.decode('matches', record.value))
    if (published.marketIds().length === 0) publishAtMs = now() + publishWhileReadingMs
    follower = await log.follow(
      { topic: marketsTopic, onFatal: options.onFatal },
      async (batch, signal) => {
        for (const [i, record] of batch.entries()) {
          if (i % marketsPerEventLoopTurn === 0) await setImmediate()
          if (signal.aborted || isStopping) return
          applyMarketRecord(record.value)
        }
        forgetEndedMarkets()
        for (const id of matching.takeAffectedMarkets()) publisher.add(id)
        if (now() < publishAtMs || !publisher.hasPendingChanges()) return
        if (publishAtMs > -Infinity) publishAtMs = now() + publishWhileReadingMs
        await publisher.publish()
      },
    )
    if (isStopping) return follower.stop()
    publishAtMs = -Infinity
    removedSinceForget = 0
    published.forgetMatchesNotInMemory()
    for (const id of published.marketIds()) publisher.add(id)
    await publisher.publish()
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
      await publisher.waitUntilSettled()
      await writer?.close()
    },

    explainPair(id, otherId) {
      const comparison = matching.explainPair(id, otherId)
      if (!comparison) return null
      return {
        questions: [matching.questionOf(id), matching.questionOf(otherId)],
        score: comparison.score,
        reasons: comparison.reasons,
        isMatch: published.has(id, otherId),
      }
    },
  }
}

function toRecord(match: Match, { codec, topicPrefix }: MatcherOptions): NewRecord {
  return {
    topic: `${topicPrefix}matches`,
    key: matchKey(match.market_id, match.other_platform),
    partition: partitionOf(match.market_id, topics.matches.partitions),
    value: codec.encode('matches', match),
  }
}

/** Returns null, and reports the error, if the record cannot be decoded or is of no known platform. */
function readMarket(value: Buffer, { codec, observer }: MatcherOptions): Market | null {
  try {
    const market = codec.decode('markets', value)
    if (parseId(market.id) !== null) return market
    observer.onUndecodableRecord(new Error(`no platform has the id ${market.id}`))
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    observer.onUndecodableRecord(error)
  }
  return null
}
