-- What wallets did: one row per fact, in terms of the outcome it was done with. Written by the
-- projector from two topics: from trades, as far as they tell their wallet, and from wallet-activity,
-- for wallets that somebody asked about. A trade has the same (wallet, ts, id) in both.
--
-- Of two records of one fact that of wallet-activity wins (it tells the cash), then the first
-- received, then the one later in its topic: `version` says it in one number, the source in its
-- highest bit, then as in trades. Read with FINAL, or ORDER BY ... version DESC LIMIT 1 BY.
-- The transaction's hash is the id up to its last dash.
CREATE TABLE IF NOT EXISTS wallet_activity (
  wallet String CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  id String CODEC(ZSTD(1)),
  type Enum8('TRADE' = 1, 'SPLIT' = 2, 'MERGE' = 3, 'REDEEM' = 4, 'REWARD' = 5, 'CONVERSION' = 6) CODEC(ZSTD(1)),
  platform Enum8('platform_a' = 1, 'platform_b' = 2) CODEC(ZSTD(1)),
  market_id String COMMENT 'empty where there is none' CODEC(ZSTD(1)),
  outcome Nullable(UInt8) COMMENT 'index of the outcome, its label is in markets' CODEC(ZSTD(1)),
  label String COMMENT 'of that outcome, as the platform said it' CODEC(ZSTD(1)),
  side Nullable(Enum8('buy' = 1, 'sell' = 2)) CODEC(ZSTD(1)),
  price Nullable(Decimal(38, 18)) CODEC(ZSTD(1)),
  size Decimal(18, 6) CODEC(ZSTD(1)),
  usdc_size Nullable(Decimal(38, 6)) COMMENT 'dollars that moved; of a row from trades null: price * size' CODEC(ZSTD(1)),
  market_slug String COMMENT 'this and the next two as the platform said them, empty if it did not' CODEC(ZSTD(1)),
  event_slug String CODEC(ZSTD(1)),
  title String CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(Delta(8), ZSTD(1)),
  source Enum8('trades' = 0, 'wallet-activity' = 1) CODEC(ZSTD(1)),
  position UInt64 EPHEMERAL COMMENT 'offset in its topic, kept as toUInt64(version)',
  version UInt128 DEFAULT bitOr(bitShiftLeft(toUInt128(toUInt8(source)), 127), bitOr(bitShiftLeft(toUInt128(toUInt64(4398046511104) - received_at_ms), 64), toUInt128(position))) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (wallet, ts, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- How far each wallet that somebody asked about is complete: the newest claim, by position in the
-- wallet-activity topic, written after the rows that it speaks of.
CREATE TABLE IF NOT EXISTS wallet_feeds (
  wallet String CODEC(ZSTD(1)),
  complete_from_ms Int64 COMMENT 'included; 0: from the beginning' CODEC(ZSTD(1)),
  complete_until_ms Int64 COMMENT 'excluded' CODEC(ZSTD(1)),
  gaps String COMMENT 'JSON: [{from_ms, until_ms, reason}], what is missing inside the claim, oldest first' CODEC(ZSTD(1)),
  received_at_ms Int64 COMMENT 'when the poller made the claim' CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the wallet-activity topic' CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY wallet
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
