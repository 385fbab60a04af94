// What a process of the api shows of trades and books while a round of stream faults runs, and a normalizer for it.
import type { Book, Trade } from '../../../schemas/generated/events.ts'
import { createBookStates } from '../../../services/api/history/book-states.ts'
import { createProvisionalTrades } from '../../../services/api/history/provisional-trades.ts'
import { confirmationKeyOf } from '../../../services/domain/provisional-trade.ts'
import { orderBookStateOf } from '../../../services/domain/streamed-book.ts'
import type { LogRecord } from '../../../services/lib/log/port.ts'
import { createRecordTransform } from '../../../services/lib/run/stage.ts'
import { normalize } from '../../../services/normalizer/normalizer.ts'
import { parseId } from '../../../services/platforms/identity.ts'
import type { Simulator } from '../../../simulator/simulator.ts'
import { jsonCodec, type MemoryLog } from '../../poller/support/memory-log.ts'

/** A book is true if it was that of the market at some moment of this time. */
const trueMs = 30_000
/**
 * A book may be shown as current for this long although it is not true: a change that the stream has lost is noticed
 * by the next comparison, in a round after at most 40 s (15 s for a cached response, 15 s between two requests, and
 * 3 s until the comparison). The rest is for a busy machine, because time passes faster than outside.
 */
const unnoticedMs = 90_000
const stepMs = 250

interface NewestBook {
  readonly book: Book
  readonly levels: string
}

export type Reader = Awaited<ReturnType<typeof openReader>>

export async function openReader({
  log,
  simulator,
  now,
}: {
  readonly log: MemoryLog
  readonly simulator: Simulator
  readonly now: () => number
}) {
  const fail = (error: unknown): never => {
    throw error
  }
  const options = { log, codec: jsonCodec, topicPrefix: 'pm.', now, onFailure: fail }
  const provisional = createProvisionalTrades(options)
  const states = createBookStates(options)
  const newest = new Map<string, NewestBook>()
  /** Since when books are shown as current that are not true. */
  const wrongSince = new Map<string, number>()
  let dropped = 0
  let compared = 0
  const followers: { stop(): Promise<void> }[] = []

  async function follow(topic: string, apply: (record: LogRecord) => void): Promise<void> {
    const name = `pm.${topic}`
    followers.push(
      await log.follow({ topic: name, onFatal: fail }, async (batch) => batch.forEach(apply)),
    )
  }

  async function normalizeTopics(): Promise<void> {
    const writer = await log.openWriter('normalizer')
    const toResult = createRecordTransform<'normalizer'>({
      codec: jsonCodec,
      topicPrefix: 'pm.',
      transform: normalize,
    })
    for (const topic of ['pm.raw.trades', 'pm.raw.provisional-trades', 'pm.raw.books'])
      followers.push(
        await log.follow({ topic, onFatal: fail }, async (batch) => {
          const results = batch.map(toResult)
          if (topic === 'pm.raw.trades')
            dropped += results.filter((one) => 'drop' in one && one.drop !== 'awaits_market').length
          const emitted = results.flatMap((one) => ('emit' in one ? one.emit : []))
          if (emitted.length > 0) await writer.append(emitted)
        }),
      )
  }

  function isTrue({ book, levels }: NewestBook): boolean {
    const { nativeId } = parseId(book.market_id)!
    const nowMs = now()
    for (let atMs = nowMs; atMs > nowMs - trueMs; atMs -= stepMs) {
      const truth = simulator.truth.book(nativeId, atMs)
      if (truth === null || toText(truth.bids, truth.asks) === levels) return true
    }
    return false
  }

  const describe = ({ book }: NewestBook): string =>
    `${book.market_id}, received ${now() - book.received_at_ms} ms ago`

  await normalizeTopics()
  await follow('books', ({ value }) => {
    const book = jsonCodec.decode('books', value)
    const pairs = (side: Book['bids']) => side.map(({ price, size }) => [price, size] as const)
    newest.set(book.market_id, { book, levels: toText(pairs(book.bids), pairs(book.asks)) })
  })
  await follow('book-states', states.apply)
  await follow('provisional-trades', provisional.apply)
  await follow('trades', provisional.applyTrade)
  await provisional.start()

  const announcedTrades = (): Trade[] =>
    log.values('provisional-trades').flatMap(({ value: { trade } }) => trade ?? [])
  const withdrawals = () =>
    log.values('provisional-trades').flatMap(({ value: { withdrawal } }) => withdrawal ?? [])
  const listedTrades = (): Trade[] => log.values('trades').flatMap(({ value }) => value.trade ?? [])

  return {
    normalizedTopics: new Set(['pm.trades', 'pm.provisional-trades', 'pm.books']),
    /** The books that have been shown as current for too long although they are not true. */
    wrongCurrentBooks(): readonly string[] {
      const nowMs = now()
      const found: string[] = []
      for (const [id, one] of newest) {
        const receivedAtMs = one.book.received_at_ms
        const times = { receivedAtMs, seenAtMs: receivedAtMs }
        const isCurrent = orderBookStateOf(times, states.of(id), nowMs).state === 'current'
        if (isCurrent) compared += 1
        if (!isCurrent || isTrue(one)) wrongSince.delete(id)
        else if (!wrongSince.has(id)) wrongSince.set(id, nowMs)
        else if (nowMs - (wrongSince.get(id) ?? nowMs) > unnoticedMs) found.push(describe(one))
      }
      return found
    },
    comparedBooks: () => compared,
    /** The newest recorded books that are not true, whatever their state. */
    wrongBooks: (): readonly string[] =>
      [...newest.values()].filter((one) => !isTrue(one)).map(describe),
    /** The trades from before this time that the api shows as provisional. */
    provisionalTrades: (untilMs: number): readonly Trade[] =>
      [...new Set(announcedTrades().map(({ market_id: id }) => id))]
        .flatMap((id) => provisional.of(id))
        .filter(({ timestamp_ms: ms }) => ms < untilMs),
    /** The withdrawn trades that requests have returned, too. */
    withdrawnAndListed(): readonly string[] {
      const listed = new Set(listedTrades().map(confirmationKeyOf))
      const withdrawn = new Set(withdrawals().map(({ trade_id: id }) => id))
      return announcedTrades()
        .filter((trade) => withdrawn.has(trade.id) && listed.has(confirmationKeyOf(trade)))
        .map(({ id }) => id)
    },
    /** The trades that are in `trades` more than once, with the raw records that they were made from. */
    repeatedTrades(): readonly string[] {
      const first = new Map<string, Trade>()
      return listedTrades().flatMap((trade) => {
        const before = first.get(trade.id)
        if (before) return [`${trade.id}: ${describeOrigin(before)}, ${describeOrigin(trade)}`]
        first.set(trade.id, trade)
        return []
      })
    },
    contents: () => ({
      rows: log.values('raw.trades').filter(({ value }) => value.body && !value.awaits_market)
        .length,
      trades: listedTrades().length,
      dropped,
      announced: announcedTrades().length,
      withdrawn: withdrawals().length,
    }),
    async stop(): Promise<void> {
      for (const follower of followers) await follower.stop()
    },
  }
}

function describeOrigin({ origin, received_at_ms: receivedAtMs }: Trade): string {
  return `${origin.topic}/${origin.partition}/${origin.offset} received at ${receivedAtMs}`
}

type Levels = readonly (readonly [price: string, size: string])[]

function toText(bids: Levels, asks: Levels): string {
  const numbers = (side: Levels) => side.map(([price, size]) => [Number(price), Number(size)])
  return JSON.stringify([numbers(bids), numbers(asks)])
}
