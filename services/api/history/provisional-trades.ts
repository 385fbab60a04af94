// Keeps in memory the trades that streams have announced and requests have not confirmed yet. Clients get them only
// if they ask for them, and separately from confirmed trades (docs/decisions/064-provisional-trades.md). A provisional
// trade is removed in the same turn of the event loop in which the trade that confirms it is applied to the price
// history, so a response never has both.
import type { Trade } from '../../../schemas/generated/events.ts'
import {
  confirmationKeyOf,
  isTooOldToBeAnnounced,
  maxProvisionalMs,
} from '../../domain/provisional-trade.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord } from '../../lib/log/port.ts'
import { createAnnouncedTrades, endedKeyRetentionMs } from './announced-trades.ts'
import { createRecordDecoder } from './records.ts'

export interface ProvisionalTrades {
  /** Returns the offset in each partition from which to follow the topic `provisional-trades`. */
  startPositions(): Promise<ReadonlyMap<number, number>>
  /** Applies a record of the topic `provisional-trades`. */
  apply(this: void, record: LogRecord): void
  /** Applies a record of the topic `trades`. */
  applyTrade(this: void, record: LogRecord): void
  /**
   * Must be called when the topics `provisional-trades` and `trades` are being followed. If trades were announced,
   * reads the earlier records of `trades`, which may have confirmed them. Rejects with a LogError if these records
   * cannot be read.
   */
  start(): Promise<void>
  /** Returns the provisional trades of a market, newest first. */
  of(marketId: string): readonly Trade[]
}

export interface ProvisionalTradesOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /**
   * Called when the records of `trades` that may have confirmed announced trades could not be read. They are read again
   * after the next announced trade.
   */
  readonly onFailure: (error: unknown) => void
}

export function createProvisionalTrades(options: ProvisionalTradesOptions): ProvisionalTrades {
  const { log, codec, topicPrefix, now } = options
  const decoder = createRecordDecoder(codec, topicPrefix)
  const announced = createAnnouncedTrades(now)
  /**
   * `idle`: no trade was announced for a long time, so records of `trades` are not decoded. `reading`: earlier records
   * of `trades`, which may have confirmed announced trades, are being read; until then, announced trades are not
   * returned.
   */
  let state: 'stopped' | 'idle' | 'reading' | 'ready' = 'stopped'
  let lastAddedMs = -Infinity

  /** Reads earlier records of `trades`, which may have confirmed announced trades, from the log. */
  async function readEarlierTrades(): Promise<void> {
    state = 'reading'
    try {
      const topic = `${topicPrefix}trades`
      const fromMs = (announced.oldestReceivedMs() ?? now()) - endedKeyRetentionMs
      for (const { partition, offset } of await log.offsetsAt(topic, fromMs))
        for await (const record of log.read({ topic, partition, from: offset })) confirm(record)
      state = 'ready'
    } catch (error) {
      state = 'idle'
      throw error
    }
  }

  function confirm(record: LogRecord): void {
    const trade = decoder.decodeTrade(record)
    // a trade that was received this long ago can confirm only provisional trades that have expired
    if (!trade || trade.received_at_ms <= now() - maxProvisionalMs - endedKeyRetentionMs) return
    const key = confirmationKeyOf(trade)
    if (!isTooOldToBeAnnounced(trade) || announced.has(key)) announced.end(key)
  }

  function add(trade: Trade): void {
    if (!announced.add(trade)) return
    lastAddedMs = now()
    if (state === 'idle') readEarlierTrades().catch(options.onFailure)
  }

  return {
    async startPositions() {
      const topic = `${topicPrefix}provisional-trades`
      const positions = await log.offsetsAt(topic, now() - maxProvisionalMs)
      return new Map(positions.map(({ partition, offset }) => [partition, offset]))
    },
    apply(record) {
      const change = decoder.decodeProvisionalTrade(record)
      if (change?.trade) add(change.trade)
      else if (change) announced.withdraw(change.market_id, change.id)
    },
    applyTrade(record) {
      if (state === 'ready' && now() - lastAddedMs > maxProvisionalMs) {
        state = 'idle'
        announced.forgetEndedKeys()
      }
      if (state !== 'idle') confirm(record)
    },
    async start() {
      state = 'idle'
      if (announced.oldestReceivedMs() !== null) await readEarlierTrades()
    },
    of: (marketId) => (state === 'ready' ? announced.of(marketId) : []),
  }
}
