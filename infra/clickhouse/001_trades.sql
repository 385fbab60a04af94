-- One row per trade, in terms of the first outcome of its market. Written by the projector; read for
-- trades, prices and, by the projector itself, candles.
--
-- Of two records of one trade (market, time, id) the first received wins, so that a replay moves
-- nothing; of two with the same received_at_ms the one later in the topic, so that a corrected mapping
-- replayed from the raw log does replace what was wrong. `version` says it in one number: the
-- complement of received_at_ms in the high 64 bits (4398046511104 = 2^42, the year 2109), the
-- position below. A read must drop the lower versions itself: ORDER BY ... version DESC LIMIT 1 BY.
CREATE TABLE IF NOT EXISTS trades (
  market_id String CODEC(ZSTD(1)),
  ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  id String CODEC(ZSTD(1)),
  price Decimal(38, 18) CODEC(ZSTD(1)),
  size Decimal(18, 6) CODEC(ZSTD(1)),
  side Enum8('buy' = 1, 'sell' = 2) CODEC(ZSTD(1)),
  outcome UInt8 COMMENT 'index of the outcome that was traded, its label is in markets' CODEC(ZSTD(1)),
  received_at_ms UInt64 CODEC(Delta(8), ZSTD(1)),
  position UInt64 EPHEMERAL COMMENT 'offset in the trades topic, kept as toUInt64(version)',
  version UInt128 DEFAULT bitOr(bitShiftLeft(toUInt128(toUInt64(4398046511104) - received_at_ms), 64), toUInt128(position)) CODEC(ZSTD(1)),
  INDEX ts_range ts TYPE minmax GRANULARITY 1
) ENGINE = ReplacingMergeTree(version)
ORDER BY (market_id, ts, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
