// What docs/subscribing.md says of each topic and cannot be derived from topology.ts or its schema.
import type { Topic } from '../../services/topology.ts'

export interface TopicText {
  /** `public`: for other teams. `raw`: may be read, and changes when a platform does. `private`: ours. */
  readonly audience: 'public' | 'raw' | 'private'
  /** How to see that a record says again what an earlier one has said; of private ones why they are. */
  readonly identity: string
  readonly notes: readonly string[]
}

export const topicTexts: Readonly<Record<Topic, TopicText>> = {
  markets: {
    audience: 'public',
    identity:
      '`id` and `origin`; of two records of an `id`, that with the greater `origin.offset` is newer',
    notes: [
      'A record whenever the platform says something else of the market: another price, volume or status. A market is never deleted; it ends as `resolved`.',
      'Read from the beginning to be told every market that ever was, in its newest state, some of them in a few earlier ones before that.',
    ],
  },
  events: {
    audience: 'public',
    identity:
      '`id` and `origin`; of two records of an `id`, that with the greater `origin.offset` is newer',
    notes: [
      'As `markets`. The markets of an event name it in their `event_id`; an event does not list them. It lies in another partition than most of its markets, so it may be told after them.',
    ],
  },
  trades: {
    audience: 'public',
    identity: '`trade.id`',
    notes: [
      'The records of a market come in the order in which they were heard, which is nearly that of time while markets are followed. What happened before the service first ran, and what a gap had left out, comes when it can be had: later than younger trades. Where order matters, sort by (`timestamp_ms`, `id`), the order of `/v1`, and let a claim tell you when a stretch is whole.',
      'Prices and sizes are exact decimals, as text. Read them into a decimal type, not into a float.',
    ],
  },
  books: {
    audience: 'public',
    identity: '`market_id`, `timestamp_ms` and `origin`',
    notes: [
      'Books are polled, the most traded markets every few seconds, others every few minutes ([how often](platforms.md)). A record is a whole book, never a difference. platform_a: when its stamp changed. platform_b: when it changed, and after a minute if it did not, to say that it still stands.',
      'What is older than the retention is gone. Only its best prices live on, behind `/v1`.',
    ],
  },
  'wallet-activity': {
    audience: 'public',
    identity: '`activity.id`',
    notes: [
      "Only wallets that somebody has asked `/v1` about ([which, and for how long](wallets.md)). A wallet's past comes newest first, so sort by `timestamp_ms` and let a claim tell you when it is whole.",
      'A trade of a wallet has the id that it has in `trades`.',
    ],
  },
  matches: {
    audience: 'public',
    identity: '`platform_b_id`; the last record counts',
    notes: [
      "A record when a match is found, changes or is taken back (`link` is null: keep nothing of what was said before). Its key is platform_b's market: it lies in the partition in which that market lies in `markets`.",
    ],
  },
  'raw.markets': {
    audience: 'raw',
    identity: '`body`, `event_body` and `received_at_ms`',
    notes: ['Markets and events have keys of their own, told apart by `kind`.'],
  },
  'raw.trades': {
    audience: 'raw',
    identity: '`market_id`, `body` and `repeat`',
    notes: ['Also what the normalizer leaves out of `trades`, such as trades of a third outcome.'],
  },
  'raw.books': {
    audience: 'raw',
    identity: '`market_id` and `received_at_ms`',
    notes: [
      "`outcome_index` says of which outcome the body is. platform_b's lists bids only, of both outcomes.",
    ],
  },
  'raw.wallets': {
    audience: 'raw',
    identity: 'the wallet, `body` and `repeat`',
    notes: ['Also rows that are none of the six types of `wallet-activity`.'],
  },
  'wallet-requests': {
    audience: 'private',
    identity: 'tells who is being watched, and the poller follows whatever is written there',
    notes: [],
  },
  'poll-checkpoints': {
    audience: 'private',
    identity: 'its states are those of one version of the poller',
    notes: [],
  },
  developers: {
    audience: 'private',
    identity: 'has the emails of all developers, and hashes of their passwords and keys',
    notes: [],
  },
  'dead-letters': {
    audience: 'private',
    identity: 'bytes that a stage could not work on, for the operator',
    notes: [],
  },
}
