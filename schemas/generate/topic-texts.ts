// Texts of docs/subscribing.md about each topic that cannot be derived from topology.ts or its schema.
import type { Topic } from '../../services/topology.ts'

export interface TopicText {
  /**
   * `public`: for other teams. `raw`: other teams may read it, but its records change when a platform changes its
   * API. `private`: internal.
   */
  readonly audience: 'public' | 'raw' | 'private'
  /**
   * Public and raw topics: the fields that identify a fact, so that consumers can recognise duplicates. Private
   * topics: why the topic is private.
   */
  readonly identity: string
  readonly notes: readonly string[]
}

export const topicTexts: Readonly<Record<Topic, TopicText>> = {
  markets: {
    audience: 'public',
    identity:
      '`id` and `origin`; of two records with one `id`, the one with the greater `origin.offset` is newer',
    notes: [
      'There is a new record as soon as the platform reports a change of the market, for example another status or title. Changes of volumes and prices alone are recorded every minute for the 1,000 most traded markets of a platform, and every ten minutes for the others. A market is never deleted; its last status is `resolved`.',
      'A consumer that reads the topic from the beginning gets the newest state of every market that ever existed. For some markets it gets a few earlier states before the newest one, because compaction has not removed them yet.',
    ],
  },
  events: {
    audience: 'public',
    identity:
      '`id` and `origin`; of two records with one `id`, the one with the greater `origin.offset` is newer',
    notes: [
      'What [`pm.markets`](#pmmarkets) says about the records of a market also holds for the records of an event. Markets refer to their event by `event_id`; an event does not list its markets. An event is in another partition than most of its markets, so its record may be read after theirs.',
    ],
  },
  trades: {
    audience: 'public',
    identity: '`trade.id`',
    notes: [
      'The records of a market are in the order in which they were received. For new trades this is nearly the order of time. Trades from before the first start of the service and trades that fill a gap are appended when they arrive, after newer trades. If order matters, sort by (`timestamp_ms`, `id`), which is the order of `/v1`, and wait for the watermark that covers the time range.',
      'Prices and sizes are exact decimals, written as strings. Parse them into a decimal type, not into a float.',
    ],
  },
  'provisional-trades': {
    audience: 'public',
    identity: '`trade.id`, or `withdrawal.trade_id`',
    notes: [
      'The topic has records only if `STREAM_MARKETS` is above 0, and only trades of markets that the poller knows. Nothing in `trades`, in the tables and in watermarks depends on this topic. A record may be repeated, with the same id.',
      'A provisional trade ends with the first record of `trades` with the same `native_trade_id` and, where the platform has no ids of trades, the same `outcome_index`; with a withdrawal; or 15 minutes after `received_at_ms`. Until then each field of the provisional trade may be wrong; only the trade in `trades` is valid. Where the platform has no ids of trades, the `id` is not that of the trade in `trades`, and several trades can take its place, whose sizes add up to its size. A record may also be read after the trade in `trades` that ends it ([decision 064](decisions/064-provisional-trades.md)).',
    ],
  },
  books: {
    audience: 'public',
    identity: '`market_id`, `timestamp_ms` and `origin`',
    notes: [
      'Books are polled: those of the most traded markets every few seconds, others every few minutes ([intervals](platforms.md#requests-of-the-poller)). A record is a whole book, never a difference. A book with a timestamp is recorded when its timestamp has changed. A book without a timestamp is recorded when it has changed. An unchanged book is recorded again after a week; [`book-sightings`](#pmbook-sightings) says until when it was seen. If there are more changes than `BOOKS_PER_DAY` allows, changes of less traded markets are left out ([decision 032](decisions/032-books-within-a-budget.md)). With `STREAM_MARKETS` above 0, books of the followed markets are also built from the streams: one after each change of the best bid or ask, at most every 250 ms. A book stays valid until the next one of its market.',
      'Books that are older than the retention time are deleted. The best bid and best ask of each deleted book are kept, but only in the store that `/v1` reads.',
    ],
  },
  'book-sightings': {
    audience: 'public',
    identity: '`market_id`; the last record is valid',
    notes: [
      'A book is not recorded again while it does not change. A record of this topic says that the book was requested and was still the same. A market gets at most one record a minute, or one in ten intervals at which its book is requested if that is longer. A record may be read before its book; `book_received_at_ms` says which book is meant.',
    ],
  },
  'book-states': {
    audience: 'public',
    identity: '`market_id`; the last record is valid',
    notes: [
      'The topic has records only if `STREAM_MARKETS` is above 0. There is a record when the state of a book changes, and about every 30 seconds while the market is followed. If a market gets no further record for 90 seconds, the poller has stopped following the market, for example because its process has ended. A record may be read before the book that it is about; `book_received_at_ms` says which book is meant ([decision 069](decisions/069-states-of-order-books.md)).',
    ],
  },
  'wallet-activity': {
    audience: 'public',
    identity: '`activity.id`',
    notes: [
      "The topic contains only wallets that a client has asked `/v1` about ([details](wallets.md#on-demand-fetching)). A wallet's past is appended newest first. Sort by `timestamp_ms`, and wait for the watermark that covers the time range.",
      'A trade of a wallet has the same id as in `trades`.',
    ],
  },
  matches: {
    audience: 'public',
    identity: '`market_id` and `other_platform`; the last record is valid',
    notes: [
      'There is a record when a match is found, changed or withdrawn (`link` is null: discard the earlier records of this key). The number of its partition is that of the market `market_id` in `markets`.',
    ],
  },
  audits: {
    audience: 'public',
    identity: '`market_id`; the last record is valid',
    notes: [
      'The trades of a market are compared with its stated volume when the platform states another volume, at most every ten minutes, and once more after the end of the market. Only markets whose feeds have no gaps are compared, and of whose history all trades were requested ([bounded history](decisions/031-bounded-past.md)). [Decision 017](decisions/017-double-entry.md) has the rules.',
    ],
  },
  'raw.markets': {
    audience: 'raw',
    identity: '`body`, `event_body` and `received_at_ms`',
    notes: ['Markets and events have different keys; `kind` distinguishes them.'],
  },
  'raw.trades': {
    audience: 'raw',
    identity: '`market_id`, `body` and `repeat`',
    notes: [
      'The topic also contains trades that the normalizer drops, such as those of a third outcome.',
    ],
  },
  'raw.books': {
    audience: 'raw',
    identity: '`market_id` and `received_at_ms`',
    notes: [
      '`outcome_index` is the outcome that the body belongs to. The bodies of some platforms contain only bids, for both outcomes.',
    ],
  },
  'raw.streams': {
    audience: 'raw',
    identity: '`market_id` and the first frame',
    notes: [
      'No other topic is derived from this one. Its records show from which messages a book of a stream was built, and how a platform really behaves. If more is received than may be recorded, messages are left out and counted.',
    ],
  },
  'raw.provisional-trades': {
    audience: 'raw',
    identity: '`market_id` and `body`, or `withdrawal.trade_id`',
    notes: [
      'The messages of this topic are also in `raw.streams`. There, the messages of a market are collected for a second, and only as many are recorded as a budget allows.',
    ],
  },
  'raw.wallets': {
    audience: 'raw',
    identity: '`wallet`, `body` and `repeat`',
    notes: [
      'The topic also contains rows whose type is not one of the six types of `wallet-activity`.',
    ],
  },
  'wallet-requests': {
    audience: 'private',
    identity:
      'reveals which wallets each account asks about, and the poller follows every wallet that is written there',
    notes: [],
  },
  'history-requests': {
    audience: 'private',
    identity:
      'reveals which markets each account asks about, and the poller reads all trades of every market that is written there',
    notes: [],
  },
  'poll-checkpoints': {
    audience: 'private',
    identity: 'the format of the states belongs to one version of the poller',
    notes: [],
  },
  developers: {
    audience: 'private',
    identity: 'contains the emails of all developers, and hashes of their passwords and keys',
    notes: [],
  },
  webhooks: {
    audience: 'private',
    identity: 'contains the addresses that accounts want messages sent to',
    notes: [],
  },
  'webhook-messages': {
    audience: 'private',
    identity: 'every message that is written there is signed and sent',
    notes: [],
  },
  'webhook-checkpoints': {
    audience: 'private',
    identity: 'the state of the role webhooks, which no other program may write',
    notes: [],
  },
  'log-identity': {
    audience: 'private',
    identity: 'another record would make the projector refuse its store',
    notes: [],
  },
  'dead-letters': {
    audience: 'private',
    identity: 'contains the bytes of records that a stage could not process, for the operator',
    notes: [],
  },
}
