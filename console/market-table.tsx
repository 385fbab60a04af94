// Markets with prices that change as they happen: on the start page and on the page of an event.
import { useState } from 'preact/hooks'
import type { Market } from '../clients/typescript/src/client.ts'
import { formatAsk, formatBid, formatMinute, formatSize } from './format.ts'
import { marketLink } from './location.ts'
import { ConnectionState, PlatformName, Price, Table } from './parts.tsx'
import { nextPrice, type LivePrice } from './series.ts'
import { getSession } from './session.ts'
import { useStream } from './use-stream.ts'

/** The ids are in the URL of the stream, and many proxies limit URLs to 8 KB. */
const maxFollowed = 100

export function MarketTable(props: {
  readonly markets: readonly Market[]
  readonly caption: string
  /** The event whose markets all of these are. */
  readonly eventSlug?: string
}) {
  const { markets, caption, eventSlug } = props
  const [prices, setPrices] = useState<ReadonlyMap<string, LivePrice>>(new Map())
  const ids = markets.filter(({ status }) => status === 'open').map(({ id }) => id)
  const observe = (id: string, price: number, timestampMs: number): void => {
    const listed = markets.find((market) => market.id === id)?.outcomes[0]?.price
    setPrices((known) =>
      new Map(known).set(id, nextPrice(known.get(id), price, timestampMs, listed)),
    )
  }
  async function loadPrices(): Promise<void> {
    const results = await getSession().client.prices(ids.map((id) => ({ market_id: id })))
    for (const { price } of results)
      if (price) observe(price.market_id, price.price, price.timestamp_ms)
  }
  const which =
    eventSlug === undefined ? { market_ids: ids.slice(0, maxFollowed) } : { event_slug: eventSlug }
  const input = ids.length === 0 ? null : { channels: ['trades', 'quotes'] as const, ...which }
  const connection = useStream(input, {
    // the prices may have changed since the list was loaded
    onBegin: () => void loadPrices().catch(() => {}),
    onMessage(message) {
      if (message.type === 'trades')
        observe(message.data.market_id, message.data.price, message.data.timestamp_ms)
      if (message.type === 'quotes' && message.data.mid_price !== null)
        observe(message.data.market_id, message.data.mid_price, message.data.timestamp_ms)
    },
  })
  return (
    <>
      {input !== null && <ConnectionState connection={connection} />}
      {eventSlug === undefined && ids.length > maxFollowed && (
        <span class="quiet"> The prices of the first {maxFollowed} markets are live.</span>
      )}
      <Table
        caption={caption}
        class="markets"
        head={[
          ['Market'],
          ['Price', 'number'],
          ['Bid', 'number wide'],
          ['Ask', 'number wide'],
          ['Volume 24 h', 'number'],
          ['Closes', 'number wider'],
          ['Platform', 'wide'],
        ]}
      >
        {markets.map((market) => (
          <MarketRow key={market.id} market={market} live={prices.get(market.id)} />
        ))}
      </Table>
    </>
  )
}

function MarketRow({
  market,
  live,
}: {
  readonly market: Market
  readonly live: LivePrice | undefined
}) {
  const [listing, match] = market.platforms
  const [outcome] = market.outcomes
  return (
    <tr>
      <th scope="row">
        <div class="title">
          <a href={marketLink(market.id)} class="clamp">
            {market.question}
          </a>
          <span class="notes">
            {market.status !== 'open' && <span class="badge">{market.status}</span>}
            {match && (
              <span class="badge">
                also on <PlatformName platform={match.platform} />
              </span>
            )}
            {outcome && outcome.label !== 'Yes' && <span class="clamp-1">{outcome.label}</span>}
            {market.category !== null && <span>{market.category}</span>}
          </span>
        </div>
      </th>
      <td class="number">{outcome ? <Price live={live} listed={outcome.price} /> : '–'}</td>
      <td class="number wide">{formatBid(listing?.best_bid ?? 0)}</td>
      <td class="number wide">{formatAsk(listing?.best_ask ?? 1)}</td>
      <td class="number">{formatSize(market.volume_24h)}</td>
      <td class="number wider">
        {market.close_time === null ? '–' : formatMinute(market.close_time * 1000)}
      </td>
      <td class="wide">{listing && <PlatformName platform={listing.platform} />}</td>
    </tr>
  )
}
