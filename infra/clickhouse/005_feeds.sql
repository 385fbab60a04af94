-- How far each feed of trades is complete: the newest claim of each feed in each partition of the
-- trades topic, written after the rows and candles it speaks of. A tape (`platform_a/trades`) has one
-- row in every partition, for the markets that lie there; the history of one market
-- (`platform_a/trades/<market id>`) one in the partition of that market.
CREATE TABLE IF NOT EXISTS feeds (
  feed String CODEC(ZSTD(1)),
  partition UInt16,
  platform Enum8('platform_a' = 1, 'platform_b' = 2),
  market_id String COMMENT 'empty for a tape' CODEC(ZSTD(1)),
  complete_from_ms Int64 COMMENT 'included' CODEC(ZSTD(1)),
  complete_until_ms Int64 COMMENT 'excluded' CODEC(ZSTD(1)),
  gaps String COMMENT 'JSON: [{from_ms, until_ms, reason}], what is missing inside the claim, oldest first' CODEC(ZSTD(1)),
  received_at_ms Int64 COMMENT 'when the poller made the claim' CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the trades topic' CODEC(ZSTD(1)),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (feed, partition)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
