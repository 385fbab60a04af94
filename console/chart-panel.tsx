// The panel with the candles of a market: the chart, its interval, completeness, the price at a moment, and a table.
import { useState } from 'preact/hooks'
import type { AuditedMarket, Candle, CandleInterval } from '../clients/typescript/src/client.ts'
import { secondsOf } from '../clients/typescript/src/paging.ts'
import { formatMinute, formatPrice, formatSize } from './format.ts'
import { LazyPriceChart } from './lazy-charts.tsx'
import { linkTo } from './location.ts'
import type { MatchData } from './matched-market.tsx'
import { Empty, Section, Show, Table } from './parts.tsx'
import { PriceAt } from './price-at.tsx'
import type { VisibleRange } from './price-drawing.ts'
import { QualityStrip, QualityText } from './quality.tsx'
import { toQualitySegments } from './series.ts'
import type { Loaded } from './use-loaded.ts'
import type { Candles } from './use-market-data.ts'

export const intervals: readonly CandleInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d', '1w']

export function ChartPanel(props: {
  readonly market: AuditedMarket
  readonly interval: CandleInterval
  readonly candles: Loaded<Candles>
  readonly matches: readonly MatchData[]
  readonly nowMs: number
}) {
  const { market, interval, candles, matches, nowMs } = props
  const [range, setRange] = useState<VisibleRange | null>(null)
  const [atS, setAtS] = useState<number | null>(null)
  return (
    <Section title="Price" aside={<Intervals id={market.id} interval={interval} />}>
      <Show of={candles} what="candles">
        {(data) => (
          <>
            {data.candles.length === 0 ? (
              <Empty>No candles: nobody has traded this market yet.</Empty>
            ) : (
              <>
                <LazyPriceChart
                  key={interval}
                  candles={data.candles}
                  points={matches[0]?.points ?? []}
                  label={describeChart(data.candles, interval)}
                  onRange={setRange}
                  onPick={(startTs) => setAtS(startTs + secondsOf[interval] - 1)}
                />
                <QualityStrip
                  segments={toQualitySegments(data.candles, secondsOf[interval], data.completeness)}
                  range={range}
                />
              </>
            )}
            <QualityText
              completeness={data.completeness}
              audit={market.data_quality}
              nowMs={nowMs}
            />
          </>
        )}
      </Show>
      <PriceAt marketId={market.id} atS={atS} onChoose={setAtS} />
      {candles.data && candles.data.candles.length > 0 && (
        <CandleTable candles={candles.data.candles} />
      )}
    </Section>
  )
}

function describeChart(candles: readonly Candle[], interval: string): string {
  const first = candles[0]
  const last = candles.at(-1)
  if (!first || !last) return 'No candles'
  const times = `from ${formatMinute(first.start_ts * 1000)} to ${formatMinute(last.start_ts * 1000)} UTC`
  return `${candles.length} candles of ${interval} ${times}. Last price ${formatPrice(last.close)}. The newest ones with trades are in the table below, too.`
}

function Intervals({ id, interval }: { readonly id: string; readonly interval: CandleInterval }) {
  return (
    <nav class="intervals" aria-label="Interval">
      {intervals.map((one) => (
        <a
          key={one}
          href={linkTo(['market', id], { interval: one })}
          aria-current={one === interval ? 'true' : undefined}
        >
          {one}
        </a>
      ))}
    </nav>
  )
}

const tableRows = 50

/** The newest candles with trades as a table, for screen readers and for copying. */
function CandleTable({ candles }: { readonly candles: readonly Candle[] }) {
  const traded = candles.filter(({ trade_count: count }) => count > 0).slice(-tableRows)
  return (
    <details>
      <summary>Candles as a table</summary>
      <Table
        caption="Candles"
        head={[
          ['Start (UTC)'],
          ['Open', 'number'],
          ['High', 'number'],
          ['Low', 'number'],
          ['Close', 'number'],
          ['Volume', 'number'],
          ['Final'],
        ]}
      >
        {traded.toReversed().map((candle) => (
          <tr key={candle.start_ts}>
            <td class="nowrap">{formatMinute(candle.start_ts * 1000)}</td>
            <td class="number">{formatPrice(candle.open)}</td>
            <td class="number">{formatPrice(candle.high)}</td>
            <td class="number">{formatPrice(candle.low)}</td>
            <td class="number">{formatPrice(candle.close)}</td>
            <td class="number">{formatSize(candle.volume)}</td>
            <td>{candle.is_final ? 'yes' : 'not yet'}</td>
          </tr>
        ))}
      </Table>
    </details>
  )
}
