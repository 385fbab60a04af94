// The newest trades of a market, with those that happen while the page is open on top.
import type { Trade } from '../clients/typescript/src/client.ts'
import { formatClock, formatPrice, formatSize } from './format.ts'
import { Empty, Table } from './parts.tsx'

export function TradeList({
  trades,
  nowMs,
}: {
  readonly trades: readonly Trade[]
  readonly nowMs: number
}) {
  if (trades.length === 0) return <Empty>Nobody has traded this market yet.</Empty>
  return (
    <Table
      caption="Trades"
      class="trades"
      head={[['Time (UTC)'], ['Side'], ['Price', 'number'], ['Size', 'number'], ['Traded', 'wide']]}
    >
      {trades.map(({ id, timestamp_ms: ms, side, price, size, outcome, outcome_price: paid }) => (
        <tr key={id}>
          <td class="nowrap">{formatClock(ms, nowMs)}</td>
          <td class={side}>{side}</td>
          <td class="number">{formatPrice(price)}</td>
          <td class="number">{formatSize(size)}</td>
          <td class="wide clamp-1">
            {outcome} at {formatPrice(paid)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
