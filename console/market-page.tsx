// A market: its price over time, trades as they happen, order book, completeness, and its match.
import { useEffect, useState } from 'preact/hooks'
import type { AuditedMarket, CandleInterval } from '../clients/typescript/src/client.ts'
import { ChartPanel, intervals } from './chart-panel.tsx'
import { Depth } from './depth.tsx'
import type { Connection } from './follow.ts'
import { formatAsk, formatBid, formatMinute, formatPrice, formatSize } from './format.ts'
import { eventLink, linkTo } from './location.ts'
import { MatchedMarkets } from './matched-market.tsx'
import {
  ConnectionState,
  Empty,
  Fact,
  Page,
  PlatformLink,
  Price,
  Section,
  Show,
  Table,
} from './parts.tsx'
import type { LivePrice } from './series.ts'
import { getSession } from './session.ts'
import { TradeList } from './trade-list.tsx'
import { useLoaded } from './use-loaded.ts'
import { useMarketData } from './use-market-data.ts'

const defaultInterval: CandleInterval = '15m'

export function MarketPage({
  id,
  query,
}: {
  readonly id: string
  readonly query: URLSearchParams
}) {
  const interval = intervals.find((one) => one === query.get('interval')) ?? defaultInterval
  const loaded = useLoaded(`market ${id}`, async (signal) => {
    return (await getSession().client.getMarket({ market_id: id }, { signal })).data
  })
  const market = loaded.data
  const slug = market?.event_slug ?? null
  return (
    <Page
      title={market?.question ?? 'Market'}
      context={
        <>
          <a href={linkTo([])}>Markets</a>
          {slug !== null && (
            <>
              {' / '}
              <a href={eventLink(slug)}>Event</a>
            </>
          )}
          {' / '}
          <code>{id}</code>
        </>
      }
    >
      <Show of={loaded} what="market">
        {(found) => <MarketData key={id} market={found} interval={interval} />}
      </Show>
    </Page>
  )
}

/** Returns the time in Unix milliseconds, and renders again every 5 seconds, so that ages on the page stay right. */
function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

function MarketData(props: { readonly market: AuditedMarket; readonly interval: CandleInterval }) {
  const { market, interval } = props
  const { candles, trades, book, matches, price, connection } = useMarketData(market, interval)
  const nowMs = useNow()
  return (
    <>
      <Summary market={market} price={price} connection={connection} />
      <div class="market">
        <div class="main">
          <ChartPanel
            market={market}
            interval={interval}
            candles={candles}
            matches={matches.data ?? []}
            nowMs={nowMs}
          />
          <Section title="Trades">
            <Show of={trades} what="trades">
              {(list) => <TradeList trades={list} nowMs={nowMs} />}
            </Show>
          </Section>
        </div>
        <div class="side">
          <MatchedMarkets marketId={market.id} interval={interval} loaded={matches} />
          <Section title="Depth">
            <Show of={book} what="order book">
              {({ newest }) =>
                newest ? (
                  <Depth book={newest} nowMs={nowMs} />
                ) : (
                  <Empty>No order book of this market was recorded yet.</Empty>
                )
              }
            </Show>
          </Section>
          <Outcomes market={market} />
          {market.description !== null && market.description !== '' && (
            <details class="panel">
              <summary>Rules</summary>
              <p class="rules">{market.description}</p>
            </details>
          )}
        </div>
      </div>
    </>
  )
}

function Summary(props: {
  readonly market: AuditedMarket
  readonly price: LivePrice | undefined
  readonly connection: Connection
}) {
  const { market, price, connection } = props
  const [outcome] = market.outcomes
  const [listing] = market.platforms
  return (
    <div class="summary">
      <p class="big-price">
        {outcome ? <Price live={price} listed={outcome.price} /> : '–'}
        {outcome && <span class="quiet clamp-1"> {outcome.label}</span>}
      </p>
      <dl class="facts">
        <Fact name="Status" value={market.status} />
        {listing && (
          <Fact
            name="Bid / ask"
            value={`${formatBid(listing.best_bid)} / ${formatAsk(listing.best_ask)}`}
          />
        )}
        <Fact name="Volume 24 h" value={formatSize(market.volume_24h)} />
        {market.volume_total !== null && (
          <Fact name="Volume" value={formatSize(market.volume_total)} />
        )}
        {market.close_time !== null && (
          <Fact name="Closes (UTC)" value={formatMinute(market.close_time * 1000)} />
        )}
      </dl>
      <div class="summary-end">
        {listing && <PlatformLink url={listing.url} platform={listing.platform} />}
        <ConnectionState connection={connection} />
      </div>
    </div>
  )
}

function Outcomes({ market: { outcomes } }: { readonly market: AuditedMarket }) {
  return (
    <Section title="Outcomes" aside={<span class="quiet">{outcomes.length}</span>}>
      <Table caption="Outcomes" class="outcomes" head={[['Outcome'], ['Price', 'number']]}>
        {outcomes.map(({ label, price }, i) => (
          <tr key={i}>
            <th scope="row">{label}</th>
            <td class="number">{formatPrice(price)}</td>
          </tr>
        ))}
      </Table>
      {outcomes.length > 1 && (
        <p class="quiet">Prices, trades and depth on this page are those of the first outcome.</p>
      )}
    </Section>
  )
}
