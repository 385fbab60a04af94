// The order book: the best prices of both sides, and how much can be traded at each of them or better.
import type { OrderBook } from '../clients/typescript/src/client.ts'
import { formatDuration, formatPrice, formatSize } from './format.ts'
import { Empty } from './parts.tsx'
import { toDepth, type DepthRow } from './series.ts'

const rowsOfSide = 8

export function Depth({ book, nowMs }: { readonly book: OrderBook; readonly nowMs: number }) {
  const { bids, asks } = toDepth(book, rowsOfSide)
  if (bids.length === 0 && asks.length === 0) return <Empty>The order book is empty.</Empty>
  return (
    <>
      <table class="depth">
        <caption class="for-screen-readers">Order book</caption>
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col" class="number">
              Total
            </th>
          </tr>
        </thead>
        <tbody class="asks">
          {asks.toReversed().map((row) => (
            <Level key={row.price} row={row} />
          ))}
        </tbody>
        <tbody class="middle">
          <tr>
            <td colSpan={3}>
              {bids.length > 0 && asks.length > 0
                ? `mid ${formatPrice(book.mid_price)}, spread ${formatPrice(book.spread)}`
                : bids.length === 0
                  ? 'no bids'
                  : 'no asks'}
            </td>
          </tr>
        </tbody>
        <tbody class="bids">
          {bids.map((row) => (
            <Level key={row.price} row={row} />
          ))}
        </tbody>
      </table>
      <p class="quiet">
        As of {formatDuration(nowMs - book.as_of_ms)} ago
        {book.state === 'polled' ? '' : `, ${book.state}`}. Sizes are contracts of one dollar.
      </p>
    </>
  )
}

function Level({ row }: { readonly row: DepthRow }) {
  return (
    <tr>
      <td>
        <span class="bar" style={{ width: `${row.share * 100}%` }} aria-hidden="true" />
        <span class="price">{formatPrice(row.price)}</span>
      </td>
      <td class="number">{formatSize(row.size)}</td>
      <td class="number">{formatSize(row.total)}</td>
    </tr>
  )
}
