-- Which log the rows of this store come from, and how far they are written, per partition of each topic
-- that the projector reads: the tables have the rows of all records before `position`. The projector
-- writes a position after the rows. The api reads only the epoch, from `version`.
CREATE TABLE IF NOT EXISTS store_positions (
  topic LowCardinality(String),
  partition UInt16,
  log_id String COMMENT 'identity of the log, from its topic log-identity',
  position UInt64,
  version UInt64 COMMENT 'epoch * 2^40 + position; a replay that truncates tables begins a new epoch'
) ENGINE = ReplacingMergeTree(version)
ORDER BY (topic, partition)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
