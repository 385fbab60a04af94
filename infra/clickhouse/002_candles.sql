-- Candles of a minute and of an hour, recomputed by the projector from trades (candles_1h from
-- candles_1m) for what a batch touched. Longer intervals are aggregated by whoever reads.
--
-- `version` is the sum of the versions of the trades in the candle: it only grows, by a new trade or
-- by a better record of a known one, so a candle computed from an older state loses whenever its row
-- arrives. Read with FINAL.
CREATE TABLE IF NOT EXISTS candles_1m (
  market_id String CODEC(ZSTD(1)),
  minute DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  open Decimal(38, 18) CODEC(ZSTD(1)),
  high Decimal(38, 18) CODEC(ZSTD(1)),
  low Decimal(38, 18) CODEC(ZSTD(1)),
  close Decimal(38, 18) CODEC(ZSTD(1)),
  volume Decimal(38, 6) COMMENT 'contracts' CODEC(ZSTD(1)),
  notional Decimal(38, 24) COMMENT 'dollars: sum of price * size' CODEC(ZSTD(1)),
  trade_count UInt32 CODEC(ZSTD(1)),
  version UInt128 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (market_id, minute)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS candles_1h (
  market_id String CODEC(ZSTD(1)),
  hour DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  open Decimal(38, 18) CODEC(ZSTD(1)),
  high Decimal(38, 18) CODEC(ZSTD(1)),
  low Decimal(38, 18) CODEC(ZSTD(1)),
  close Decimal(38, 18) CODEC(ZSTD(1)),
  volume Decimal(38, 6) COMMENT 'contracts' CODEC(ZSTD(1)),
  notional Decimal(38, 24) COMMENT 'dollars: sum of price * size' CODEC(ZSTD(1)),
  trade_count UInt32 CODEC(ZSTD(1)),
  version UInt128 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY (market_id, hour)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- How far candles and feeds are written, per partition of the trades topic: all that records before
-- `position` call for is in the tables. The projector's group may be further on (it puts candles off
-- for up to a second); at start the projector reads the records in between again. Private to it.
CREATE TABLE IF NOT EXISTS candle_marks (
  partition UInt16,
  position UInt64,
  version UInt64
) ENGINE = ReplacingMergeTree(version)
ORDER BY partition
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
