// The price at a moment that the user chooses, in a form or by a click on the chart.
import { useEffect, useState } from 'preact/hooks'
import { formatPrice, formatTime, parseMomentField, toMomentField } from './format.ts'
import { Problem } from './parts.tsx'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'

export function PriceAt(props: {
  readonly marketId: string
  /** Unix seconds; null before the user has chosen one. */
  readonly atS: number | null
  readonly onChoose: (atS: number) => void
}) {
  const { marketId, atS, onChoose } = props
  const [text, setText] = useState('')
  useEffect(() => {
    if (atS !== null) setText(toMomentField(atS * 1000))
  }, [atS])
  return (
    <div class="price-at">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const ms = parseMomentField(text)
          if (ms !== null) onChoose(Math.floor(ms / 1000))
        }}
      >
        <label>
          <span>Price at (UTC)</span>
          <input
            type="datetime-local"
            step={1}
            required
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Show price</button>
      </form>
      {atS === null ? (
        <p class="quiet">Or click on a candle.</p>
      ) : (
        <PastPrice marketId={marketId} atS={atS} />
      )}
    </div>
  )
}

function PastPrice({ marketId, atS }: { readonly marketId: string; readonly atS: number }) {
  const { data, error, reload } = useLoaded(`price ${marketId} ${atS}`, async (signal) => {
    const { client } = getSession()
    return (await client.getMarketPrice({ market_id: marketId, at_time: atS }, { signal })).data
  })
  if (error !== null) return <Problem error={error} what="price" retry={reload} />
  if (!data) return <p class="quiet">Loading the price…</p>
  return (
    <p role="status">
      <strong class="price">{formatPrice(data.price)}</strong> from a {data.source} at{' '}
      {formatTime(data.timestamp_ms)} UTC
    </p>
  )
}
