-- The newest book of each market, by position in the books topic. Best level first.
CREATE TABLE IF NOT EXISTS books (
  market_id String CODEC(ZSTD(1)),
  platform Enum8('platform_a' = 1, 'platform_b' = 2),
  ts DateTime64(3, 'UTC') COMMENT 'the time of the book' CODEC(ZSTD(1)),
  bids Array(Tuple(price Decimal(38, 18), size Decimal(18, 6))) CODEC(ZSTD(1)),
  asks Array(Tuple(price Decimal(38, 18), size Decimal(18, 6))) CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the books topic' CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY market_id
SETTINGS index_granularity = 64, fsync_after_insert = 1, fsync_part_directory = 1;

-- Best bid and ask over time, one row per book: what a price between two trades is made of.
CREATE TABLE IF NOT EXISTS quotes (
  market_id String CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  bid Decimal(38, 18) COMMENT '0 where there is none' CODEC(ZSTD(1)),
  ask Decimal(38, 18) COMMENT '1 where there is none' CODEC(ZSTD(1)),
  usable UInt8 DEFAULT bid > 0 AND ask > 0 AND ask < 1 AND ask - bid <= toDecimal128('0.1', 18) COMMENT 'its middle is a price: both sides, a spread of at most 0.10' CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(Delta(8), ZSTD(1)),
  version UInt64 COMMENT 'position in the books topic' CODEC(Delta(8), ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (market_id, ts)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
