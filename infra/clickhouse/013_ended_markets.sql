-- What the api looks up of markets that ended long ago, which it does not keep in memory
-- (docs/decisions/025-ended-markets-leave-the-api.md): the markets of an event, the events with a slug, and the
-- matches of a market whose platform was registered earlier. Each row was true when it was written. A reader must
-- compare it with the newest record: a market can move to another event, and an event can change its slug.
CREATE TABLE IF NOT EXISTS event_markets (
  event_id String CODEC(ZSTD(1)),
  market_id String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree
ORDER BY (event_id, market_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS event_slugs (
  slug String CODEC(ZSTD(1)),
  event_id String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree
ORDER BY (slug, event_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS match_markets (
  other_market_id String CODEC(ZSTD(1)),
  market_id String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree
ORDER BY (other_market_id, market_id)
SETTINGS index_granularity = 256, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS event_markets_from_markets TO event_markets AS
SELECT assumeNotNull(event_id) AS event_id, id AS market_id FROM markets WHERE isNotNull(event_id);

CREATE MATERIALIZED VIEW IF NOT EXISTS event_slugs_from_markets TO event_slugs AS
SELECT DISTINCT assumeNotNull(event_slug) AS slug, assumeNotNull(event_id) AS event_id FROM markets
WHERE isNotNull(event_id) AND isNotNull(event_slug);

CREATE MATERIALIZED VIEW IF NOT EXISTS event_slugs_from_events TO event_slugs AS
SELECT slug, id AS event_id FROM events;

CREATE MATERIALIZED VIEW IF NOT EXISTS match_markets_from_matches TO match_markets AS
SELECT other_market_id, market_id FROM market_matches WHERE other_market_id != '';

-- The rows that were written before the views existed. A second copy replaces the first.
INSERT INTO event_markets (event_id, market_id)
SELECT assumeNotNull(event_id), id FROM markets WHERE isNotNull(event_id);

INSERT INTO event_slugs (slug, event_id)
SELECT DISTINCT assumeNotNull(event_slug), assumeNotNull(event_id) FROM markets
WHERE isNotNull(event_id) AND isNotNull(event_slug);

INSERT INTO event_slugs (slug, event_id) SELECT slug, id FROM events;

INSERT INTO match_markets (other_market_id, market_id)
SELECT other_market_id, market_id FROM market_matches WHERE other_market_id != '';
