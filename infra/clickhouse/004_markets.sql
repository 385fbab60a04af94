-- The newest record of each market and of each event, by position in its topic. `words` are the
-- folded words (services/domain/text.ts) that a search looks at; `written_at` tells a reader what
-- changed since it last looked, and is the one column that is not made from the log: no answer may
-- show it.
CREATE TABLE IF NOT EXISTS markets (
  id String CODEC(ZSTD(1)),
  platform Enum8('platform_a' = 1, 'platform_b' = 2),
  native_id String CODEC(ZSTD(1)),
  slug String CODEC(ZSTD(1)),
  question String CODEC(ZSTD(1)),
  status Enum8('open' = 1, 'closed' = 2, 'resolved' = 3),
  outcomes Array(Tuple(label String, token_id String, listed_price Nullable(Decimal(38, 18)))) COMMENT 'token_id is empty where there is none' CODEC(ZSTD(1)),
  url String CODEC(ZSTD(1)),
  description Nullable(String) CODEC(ZSTD(3)),
  best_bid Nullable(Decimal(38, 18)) COMMENT 'as the platform lists it at received_at_ms' CODEC(ZSTD(1)),
  best_ask Nullable(Decimal(38, 18)) COMMENT 'as the platform lists it at received_at_ms' CODEC(ZSTD(1)),
  volume_24h Decimal(38, 18) CODEC(ZSTD(1)),
  volume_total Nullable(Decimal(38, 18)) CODEC(ZSTD(1)),
  open_interest Nullable(Decimal(38, 18)) CODEC(ZSTD(1)),
  created_at Nullable(Int64) COMMENT 'Unix seconds' CODEC(ZSTD(1)),
  close_time Nullable(Int64) COMMENT 'Unix seconds' CODEC(ZSTD(1)),
  resolved_at Nullable(Int64) COMMENT 'Unix seconds' CODEC(ZSTD(1)),
  tags Array(LowCardinality(String)) CODEC(ZSTD(1)),
  category LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
  event_id Nullable(String) CODEC(ZSTD(1)),
  event_slug Nullable(String) CODEC(ZSTD(1)),
  event_title Nullable(String) CODEC(ZSTD(1)),
  words Array(String) COMMENT 'of question, slug, tags and event title' CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the markets topic' CODEC(ZSTD(1)),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS events (
  id String CODEC(ZSTD(1)),
  platform Enum8('platform_a' = 1, 'platform_b' = 2),
  native_id String CODEC(ZSTD(1)),
  slug String CODEC(ZSTD(1)),
  title String CODEC(ZSTD(1)),
  description Nullable(String) CODEC(ZSTD(3)),
  category LowCardinality(String) CODEC(ZSTD(1)),
  tags Array(LowCardinality(String)) CODEC(ZSTD(1)),
  url String CODEC(ZSTD(1)),
  words Array(String) COMMENT 'of the title' CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the events topic' CODEC(ZSTD(1)),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
