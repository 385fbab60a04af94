// Special values of the column `topic` of the table store_positions, which has an offset for each topic and
// partition.

/**
 * The value for candles. Its rows state the offset in each partition of the topic `trades` up to which candles are
 * written. Candles are written later than the rows of the trades.
 */
export const candlePositions = 'candles'
