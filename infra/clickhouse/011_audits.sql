-- How the volume that a platform states for a market compares with the trades that are held of it: the
-- newest record of each market, by position in the topic audits. The auditor reads in it what it has
-- compared already.
CREATE TABLE IF NOT EXISTS audits (
  market_id String CODEC(ZSTD(1)),
  platform LowCardinality(String),
  status LowCardinality(String) COMMENT 'agrees, missing or unexplained',
  unit LowCardinality(String) COMMENT 'contracts or dollars',
  stated Decimal(38, 18) COMMENT 'by the platform' CODEC(ZSTD(1)),
  held Decimal(38, 18) COMMENT 'from table trades' CODEC(ZSTD(1)),
  difference Decimal(38, 18) CODEC(ZSTD(1)),
  trades UInt64 CODEC(ZSTD(1)),
  audited_until_ms Int64 CODEC(ZSTD(1)),
  ended Bool,
  since_ms Nullable(Int64) COMMENT 'null: no difference' CODEC(ZSTD(1)),
  attempts UInt32,
  retry_at_ms Nullable(Int64) COMMENT 'null: not read again' CODEC(ZSTD(1)),
  history_received_at_ms Int64 CODEC(ZSTD(1)),
  audited_at_ms Int64 CODEC(ZSTD(1)),
  version UInt64 COMMENT 'position in the topic audits' CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version)
ORDER BY market_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;
