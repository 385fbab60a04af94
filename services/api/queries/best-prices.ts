// Query: best bid and ask of many markets, from the newest order book of each.
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'

export interface BestPrices {
  /** 0 if there are no bids. */
  readonly bid: Decimal
  /** 1 if there are no asks. */
  readonly ask: Decimal
  readonly received_at_ms: number
  /** Offset in the topic `books`. */
  readonly position: number
}

const sql = `
SELECT market_id, received_at_ms, toFloat64(version) AS position,
  if(empty(bids), '0', toString(tupleElement(bids[1], 'price'))) AS bid,
  if(empty(asks), '1', toString(tupleElement(asks[1], 'price'))) AS ask
FROM books WHERE market_id IN {markets:Array(String)}
ORDER BY market_id, version DESC LIMIT 1 BY market_id`

type Row = BestPrices & { readonly market_id: string }

/** Returns the best bid and ask by market id. Markets without an order book are not in the map. */
export async function queryBestPrices(
  store: Store,
  marketIds: readonly string[],
): Promise<ReadonlyMap<string, BestPrices>> {
  const rows = await queryInChunks(marketIds, (markets) => store.query<Row>(sql, { markets }))
  return new Map(rows.map(({ market_id: id, ...best }) => [id, best]))
}
