-- What was paid in a candle: where the second outcome was traded, that is its own price times the size, and
-- not the price of the first outcome times the size.
ALTER TABLE candles_1m ADD COLUMN IF NOT EXISTS outcome_notional Decimal(38, 24) DEFAULT notional COMMENT 'dollars: sum of price of the traded outcome * size' CODEC(ZSTD(1)) AFTER notional;
ALTER TABLE candles_1h ADD COLUMN IF NOT EXISTS outcome_notional Decimal(38, 24) DEFAULT notional COMMENT 'dollars: sum of price of the traded outcome * size' CODEC(ZSTD(1)) AFTER notional;

-- Recomputes the candles with such trades. They have the same version as before, and of two rows with the
-- same version the one that was inserted later counts. FINAL and aggregation in order keep little in memory.
INSERT INTO candles_1m (market_id, minute, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
SELECT market_id, toStartOfMinute(ts) AS bucket, argMin(price, (ts, id)), max(price), min(price),
  argMax(price, (ts, id)), sum(size), sum(price * size), sum(if(outcome = 0, price, 1 - price) * size),
  toUInt32(count()), sum(version)
FROM trades FINAL
GROUP BY market_id, bucket HAVING max(outcome) > 0
SETTINGS optimize_aggregation_in_order = 1, max_bytes_before_external_group_by = 1000000000;

INSERT INTO candles_1h (market_id, hour, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
SELECT market_id, toStartOfHour(minute) AS bucket, argMin(open, minute), max(high), min(low),
  argMax(close, minute), sum(volume), sum(notional), sum(outcome_notional), toUInt32(sum(trade_count)), sum(version)
FROM candles_1m FINAL
GROUP BY market_id, bucket HAVING sum(outcome_notional) != sum(notional)
SETTINGS optimize_aggregation_in_order = 1, max_bytes_before_external_group_by = 1000000000;
