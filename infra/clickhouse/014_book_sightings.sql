-- When the newest book of each market was last found unchanged: the newest record of each market, by position
-- in the topic book-sightings. It says something about the row of `books` with the same time of receipt only.
CREATE TABLE IF NOT EXISTS book_sightings (
  market_id String CODEC(ZSTD(1)),
  book_received_at_ms UInt64 CODEC(ZSTD(1)),
  seen_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the topic book-sightings' CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY market_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
