-- The newest trade and the newest usable quote of each market, for lists of many markets at once:
-- reading them from trades and quotes costs a search per market. Both are the greatest of tuples that
-- begin with the order of facts (time, id, version), so repeats and any order give the same row.
-- A time of 0 means that there is none. Read: SELECT market_id, max(trade), max(quote) ... GROUP BY market_id.
--
-- One thing it cannot know: a usable quote that a later record of the same market and instant made
-- unusable stays here until the next usable one. Only a corrected mapping does that.
CREATE TABLE IF NOT EXISTS market_latest (
  market_id String CODEC(ZSTD(1)),
  trade SimpleAggregateFunction(max, Tuple(ts DateTime64(3, 'UTC'), id String, version UInt128, price Decimal(38, 18))) CODEC(ZSTD(1)),
  quote SimpleAggregateFunction(max, Tuple(ts DateTime64(3, 'UTC'), version UInt64, bid Decimal(38, 18), ask Decimal(38, 18))) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree
ORDER BY market_id
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS market_latest_from_trades TO market_latest AS
SELECT market_id, max((ts, id, version, price)) AS trade FROM trades GROUP BY market_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS market_latest_from_quotes TO market_latest AS
SELECT market_id, max((ts, version, bid, ask)) AS quote FROM quotes WHERE usable GROUP BY market_id;
