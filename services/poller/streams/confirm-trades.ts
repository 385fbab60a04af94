// Compares the provisional trades of a platform with the trades that requests have returned, and withdraws those that
// requests do not confirm (docs/decisions/064-provisional-trades.md). This module stores no state of its own: at the
// start it reads the records of the last minutes from the topics.
import type { FeedProgress, Platform, Trade } from '../../../schemas/generated/events.ts'
import {
  confirmationKeyOf,
  confirmationMs,
  isTooOldToBeAnnounced,
  maxAnnouncementDelayMs,
  maxProvisionalMs,
} from '../../domain/provisional-trade.ts'
import { compareDecimals, sumDecimals } from '../../domain/money.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import { decodeRecord } from '../../lib/run/stage.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { followTopic, type FollowedTopic } from '../follow-topic.ts'
import type { PollerObserver } from '../observer.ts'
import type { PollerRecord, Publisher } from '../publisher.ts'

const checkMs = 5_000
/**
 * A trade that a request returned is remembered for this long, in case the stream announces it later. A trade that is
 * too old to be announced is not remembered.
 */
const unannouncedMs = 2 * maxAnnouncementDelayMs
/** How far back the topics are read at the start. */
const readMs = maxProvisionalMs + unannouncedMs
/**
 * By how much the time of a trade in a response can be before (`timeBeforeMs`) or after (`timeAfterMs`) its time on the
 * stream. Responses state the time of settlement, some seconds after the trade, in whole seconds.
 */
const timeBeforeMs = 10_000
const timeAfterMs = 60_000

interface Entry {
  /** null: the stream has not announced the trade, at least not yet. */
  provisional: { readonly trade: Trade; readonly partition: number } | null
  /** The trades with the same key that requests have returned, by id. */
  readonly confirming: Map<string, Pick<Trade, 'price' | 'size' | 'outcome_index'>>
  /** The entry is removed after this time (local clock). */
  expiresAtMs: number
}

export interface ConfirmTradesOptions {
  readonly platform: Platform
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly publisher: Publisher
  /** Unix milliseconds. */
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** Runs until the signal aborts or the log fails. */
export async function confirmTrades(options: ConfirmTradesOptions): Promise<never> {
  const { platform, log, codec, topicPrefix, publisher, now, sleep, observer, signal } = options
  /** By confirmation key. */
  const entries = new Map<string, Entry>()
  /** The newest watermark of the tape, by partition. */
  const watermarks = new Map<number, FeedProgress>()
  const followed: FollowedTopic[] = []

  function getOrCreateEntry(key: string): Entry {
    const known = entries.get(key)
    if (known) return known
    const expiresAtMs = now() + unannouncedMs
    const entry: Entry = { provisional: null, confirming: new Map(), expiresAtMs }
    entries.set(key, entry)
    return entry
  }

  function addProvisionalTrade(record: LogRecord): void {
    const decoded = decodeRecord<'provisional-trades'>(codec, topicPrefix, record)
    if (decoded instanceof CodecError) return
    const { trade, withdrawal } = decoded.value
    if (trade?.platform === platform && trade.received_at_ms > now() - maxProvisionalMs) {
      const entry = getOrCreateEntry(confirmationKeyOf(trade))
      entry.provisional ??= { trade, partition: record.partition }
      entry.expiresAtMs = trade.received_at_ms + maxProvisionalMs
    }
    if (withdrawal?.platform !== platform) return
    for (const [key, { provisional }] of entries)
      if (provisional?.trade.id === withdrawal.trade_id) entries.delete(key)
  }

  function addTrade(record: LogRecord): void {
    const decoded = decodeRecord<'trades'>(codec, topicPrefix, record)
    if (decoded instanceof CodecError) return
    const { trade, progress } = decoded.value
    if (progress?.platform === platform && progress.market_id === null)
      watermarks.set(record.partition, progress)
    if (trade?.platform !== platform || trade.received_at_ms < now() - readMs) return
    const key = confirmationKeyOf(trade)
    if (isTooOldToBeAnnounced(trade) && !entries.has(key)) return
    getOrCreateEntry(key).confirming.set(trade.id, trade)
  }

  /**
   * Returns whether the tape is complete until five minutes after the trade, and has no gap around the time of the
   * trade.
   */
  function isTapeCompleteAround({ timestamp_ms: ms }: Trade, partition: number): boolean {
    const watermark = watermarks.get(partition)
    return (
      watermark !== undefined &&
      watermark.complete_until_ms >= ms + confirmationMs &&
      watermark.gaps.every(
        (gap) => gap.until_ms <= ms - timeBeforeMs || gap.from_ms > ms + timeAfterMs,
      )
    )
  }

  async function check(): Promise<void> {
    const nowMs = now()
    const withdrawals: PollerRecord[] = []
    for (const [key, { provisional, confirming, expiresAtMs }] of entries) {
      const isExpired = expiresAtMs <= nowMs
      if (provisional === null) {
        if (isExpired) entries.delete(key)
        continue
      }
      const { trade, partition } = provisional
      const isComplete = isTapeCompleteAround(trade, partition)
      if (!isComplete && !isExpired) continue
      entries.delete(key)
      const isListed = confirming.size > 0
      const reason = isComplete ? 'not_listed' : 'not_decided'
      const result = isListed ? compare(trade, [...confirming.values()]) : reason
      observer.count('provisional_trades', { platform, result })
      if (!isListed) withdrawals.push(toWithdrawal(trade, reason, nowMs))
    }
    await publisher.publish(platform, withdrawals)
  }

  async function followRecentRecords(
    topic: string,
    handle: (record: LogRecord) => void,
  ): Promise<void> {
    const name = topicPrefix + topic
    const positions = await log.offsetsAt(name, now() - readMs)
    const from = new Map(positions.map(({ partition, offset }) => [partition, offset]))
    followed.push(
      await followTopic({ log, topic: name, from, signal }, async (batch) => batch.forEach(handle)),
    )
  }

  async function checkRepeatedly(): Promise<never> {
    for (;;) {
      await sleep(checkMs, signal)
      await check()
    }
  }

  try {
    await followRecentRecords('provisional-trades', addProvisionalTrade)
    await followRecentRecords('trades', addTrade)
    return await Promise.race([checkRepeatedly(), ...followed.map(({ ended }) => ended)])
  } finally {
    await Promise.all(followed.map((topic) => topic.stop()))
  }
}

/**
 * `corrected`: requests show another size or, if one trade confirms the announced one, another price or outcome. If
 * several trades confirm it, their prices are not compared, because each can differ from the announced price.
 */
function compare(
  trade: Trade,
  confirmingTrades: readonly Pick<Trade, 'price' | 'size' | 'outcome_index'>[],
): 'confirmed' | 'corrected' {
  const [first] = confirmingTrades
  const isSameSize =
    compareDecimals(sumDecimals(confirmingTrades.map(({ size }) => size)), trade.size) === 0
  const isSame =
    confirmingTrades.length > 1 ||
    (first?.outcome_index === trade.outcome_index &&
      compareDecimals(first.price, trade.price) === 0)
  return isSameSize && isSame ? 'confirmed' : 'corrected'
}

function toWithdrawal(trade: Trade, reason: string, nowMs: number): PollerRecord {
  const { platform, market_id, id } = trade
  return {
    topic: 'raw.provisional-trades',
    key: market_id,
    value: {
      platform,
      market_id,
      url: '',
      received_at_ms: nowMs,
      sent_at_ms: null,
      body: null,
      tokens: [],
      outcomes: [],
      withdrawal: { trade_id: id, market_id, platform, reason, withdrawn_at_ms: nowMs },
    },
  }
}
