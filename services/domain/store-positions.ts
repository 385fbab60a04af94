// The table store_positions states, for each partition of each topic, the offset before which all records have their
// rows in the store. One value of its column `topic` is not the name of a topic.

/**
 * The value of the column `topic` in rows about candles. Such a row states the offset in a partition of the topic
 * `trades` before which all trades are in the candles of the store. Candles need a position of their own, because they
 * are written later than the rows of the trades.
 */
export const candlePositions = 'candles'
