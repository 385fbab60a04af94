-- Which market of platform_a asks the same question as one of platform_b: the newest record of each
-- market of platform_b, by position in its topic. An empty platform_a_id: it has no match any more.
-- `written_at` as in markets.
CREATE TABLE IF NOT EXISTS matches (
  platform_b_id String CODEC(ZSTD(1)),
  platform_a_id String CODEC(ZSTD(1)),
  score Float64 CODEC(ZSTD(1)),
  confidence LowCardinality(String) CODEC(ZSTD(1)),
  relation LowCardinality(String) CODEC(ZSTD(1)),
  outcome_index UInt16 COMMENT 'which outcome of the market of platform_a pays when Yes of that of platform_b does' CODEC(ZSTD(1)),
  reasons Array(Tuple(dimension LowCardinality(String), verdict LowCardinality(String), evidence String)) CODEC(ZSTD(1)),
  matched_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the matches topic' CODEC(ZSTD(1)),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY platform_b_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
