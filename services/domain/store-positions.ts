// Names in the column `topic` of the table store_positions.

/**
 * Not a topic: how far the candles are written, per partition of the topic `trades`. They are written later than
 * the rows of trades.
 */
export const candlePositions = 'candles'
