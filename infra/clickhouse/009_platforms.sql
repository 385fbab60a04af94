-- Platforms by name: the enum of 003 to 008 had two, and another one would have changed five tables.
-- Rows keep their values, and no key has the column. A statement that finds the type changed already
-- does nothing.
ALTER TABLE books MODIFY COLUMN platform LowCardinality(String);
ALTER TABLE markets MODIFY COLUMN platform LowCardinality(String);
ALTER TABLE events MODIFY COLUMN platform LowCardinality(String);
ALTER TABLE feeds MODIFY COLUMN platform LowCardinality(String);
ALTER TABLE wallet_activity MODIFY COLUMN platform LowCardinality(String) CODEC(ZSTD(1));

-- Which market of another platform asks the same question as a market: the newest record of the market
-- and the other platform, by position in its topic. Of the two markets `market_id` is the one whose
-- platform was registered later. An empty other_market_id: the match no longer exists. `written_at` as
-- in markets.
CREATE TABLE IF NOT EXISTS market_matches (
  market_id String CODEC(ZSTD(1)),
  other_platform LowCardinality(String) CODEC(ZSTD(1)),
  other_market_id String CODEC(ZSTD(1)),
  score Float64 CODEC(ZSTD(1)),
  confidence LowCardinality(String) CODEC(ZSTD(1)),
  relation LowCardinality(String) CODEC(ZSTD(1)),
  outcome_index UInt16 COMMENT 'which outcome of the other market pays when the first outcome of the market does' CODEC(ZSTD(1)),
  reasons Array(Tuple(dimension LowCardinality(String), verdict LowCardinality(String), evidence String)) CODEC(ZSTD(1)),
  matched_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the matches topic' CODEC(ZSTD(1)),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (market_id, other_platform)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

-- The key of a table cannot be renamed, so its rows are copied. A second copy replaces the first. The
-- table `matches` stays: several processes may run this file at once, and one could drop it while
-- another still reads.
INSERT INTO market_matches
  (market_id, other_platform, other_market_id, score, confidence, relation, outcome_index, reasons, matched_at_ms, version, written_at)
SELECT platform_b_id, 'platform_a', platform_a_id, score, confidence, relation, outcome_index, reasons, matched_at_ms, version, written_at
FROM matches;
