-- Merges of small tables (docs/decisions/079-merges-of-small-tables.md).
--
-- When ClickHouse chooses parts for a merge, it leaves out the newest ones that have less than a hundredth of the bytes
-- of all, down to two parts. For a table of about one megabyte, a merge that was chosen because it unites six parts
-- then unites only the largest one and one small one: each insert rewrites the whole table.
ALTER TABLE trades MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE candles_1m MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE candles_1h MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE candle_marks MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE books MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE quotes MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE wallet_activity MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE store_positions MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Tables with one row for each market, event or feed stay small, and nearly all of their rows are in one part. With a
-- greater base, small parts are merged with each other before they are merged with that part.
ALTER TABLE markets MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE events MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE feeds MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE market_latest MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE market_matches MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE wallet_feeds MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE audits MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE event_markets MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE event_slugs MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE match_markets MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
ALTER TABLE book_sightings MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0, merge_selector_base = 10;
