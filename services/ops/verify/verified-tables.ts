// The tables that `ops verify` compares, and the columns of each that are hashed.
//
// The hash covers the columns that state a fact. It leaves out `version` (made from offsets, which differ between LMDB
// and Kafka), `written_at`, and `received_at_ms` (when this installation learned the fact). So two installations that
// recorded the same trades have the same hash.
//
// Tables that cannot be rebuilt to the same rows are not verified: `market_latest`, `event_markets`, `event_slugs` and
// `match_markets` keep rows of replaced records, and `candle_marks` and `store_positions` have positions.

interface VerifiedTable {
  /** The sort key. The first column is the owner of the row: a market, a wallet, an event or a feed. */
  readonly key: readonly [owner: string, ...string[]]
  /** The column of the sort key that determines the day of a row; null: each row is the newest state of its owner. */
  readonly time: string | null
  /** The hashed columns after the key. */
  readonly values: readonly string[]
}

const candle = {
  values: ['open', 'high', 'low', 'close', 'volume', 'notional', 'outcome_notional', 'trade_count'],
} as const

const tables = {
  trades: {
    key: ['market_id', 'ts', 'id'],
    time: 'ts',
    values: ['price', 'size', 'side', 'outcome'],
  },
  candles_1m: { key: ['market_id', 'minute'], time: 'minute', ...candle },
  candles_1h: { key: ['market_id', 'hour'], time: 'hour', ...candle },
  quotes: { key: ['market_id', 'ts'], time: 'ts', values: ['bid', 'ask', 'usable'] },
  wallet_activity: {
    key: ['wallet', 'ts', 'id'],
    time: 'ts',
    values: [
      'type',
      'platform',
      'market_id',
      'outcome',
      'label',
      'side',
      'price',
      'size',
      'usdc_size',
      'market_slug',
      'event_slug',
      'title',
      'source',
    ],
  },
  markets: {
    key: ['id'],
    time: null,
    values: [
      'platform',
      'native_id',
      'slug',
      'question',
      'status',
      'outcomes',
      'url',
      'description',
      'best_bid',
      'best_ask',
      'volume_24h',
      'volume_total',
      'open_interest',
      'created_at',
      'close_time',
      'resolved_at',
      'tags',
      'category',
      'event_id',
      'event_slug',
      'event_title',
      'words',
    ],
  },
  events: {
    key: ['id'],
    time: null,
    values: [
      'platform',
      'native_id',
      'slug',
      'title',
      'description',
      'category',
      'tags',
      'url',
      'words',
    ],
  },
  market_matches: {
    key: ['market_id', 'other_platform'],
    time: null,
    values: [
      'other_market_id',
      'score',
      'confidence',
      'relation',
      'outcome_index',
      'reasons',
      'matched_at_ms',
    ],
  },
  books: { key: ['market_id'], time: null, values: ['platform', 'ts', 'bids', 'asks'] },
  book_sightings: {
    key: ['market_id'],
    time: null,
    values: ['book_received_at_ms', 'seen_at_ms'],
  },
  feeds: {
    key: ['feed', 'partition'],
    time: null,
    values: ['platform', 'market_id', 'complete_from_ms', 'complete_until_ms', 'gaps'],
  },
  wallet_feeds: {
    key: ['wallet'],
    time: null,
    values: ['complete_from_ms', 'complete_until_ms', 'gaps'],
  },
  audits: {
    key: ['market_id'],
    time: null,
    values: [
      'platform',
      'status',
      'unit',
      'stated',
      'held',
      'difference',
      'trades',
      'audited_until_ms',
      'ended',
      'since_ms',
      'attempts',
      'retry_at_ms',
      'history_received_at_ms',
      'audited_at_ms',
    ],
  },
} as const satisfies Record<string, VerifiedTable>

export type VerifiedTableName = keyof typeof tables

export const verifiedTables: Readonly<Record<VerifiedTableName, VerifiedTable>> = tables

export const verifiedTableNames = Object.keys(tables) as readonly VerifiedTableName[]

export function isVerifiedTable(name: unknown): name is VerifiedTableName {
  return typeof name === 'string' && Object.hasOwn(tables, name)
}

/** The hashed columns, in the order of the hash. */
export function hashedColumnsOf(table: VerifiedTableName): readonly string[] {
  const { key, values } = verifiedTables[table]
  return [...key, ...values]
}
