// The markets on another platform that ask the same question, why they were matched, and the spreads between the
// prices.
import type {
  CandleInterval,
  MatchedMarket,
  MatchReason,
  SpreadPoint,
} from '../clients/typescript/src/client.ts'
import { formatDifference, formatPrice } from './format.ts'
import { LazySpreadChart } from './lazy-charts.tsx'
import { marketLink } from './location.ts'
import { Empty, PlatformOfMarket, Section, Show } from './parts.tsx'
import type { Loaded } from './use-loaded.ts'

export interface MatchData {
  readonly match: MatchedMarket
  /** The spread between the two markets, oldest first. */
  readonly points: readonly SpreadPoint[]
}

export function MatchedMarkets(props: {
  readonly marketId: string
  readonly interval: CandleInterval
  readonly loaded: Loaded<readonly MatchData[]>
}) {
  const { marketId, interval, loaded } = props
  return (
    <Section title="Matched market">
      <Show of={loaded} what="matched market">
        {(found) =>
          found.length === 0 ? (
            <Empty>No market on another platform asks this question.</Empty>
          ) : (
            <>
              {found.map(({ match, points }) => (
                <Matched
                  key={`${match.platform_a.id} ${match.platform_b.id}`}
                  marketId={marketId}
                  interval={interval}
                  match={match}
                  points={points}
                />
              ))}
            </>
          )
        }
      </Show>
    </Section>
  )
}

function Matched(props: MatchData & { readonly marketId: string; readonly interval: string }) {
  const { marketId, interval, match, points } = props
  const other = match.platform_a.id === marketId ? match.platform_b : match.platform_a
  const last = points.at(-1)
  return (
    <article class="match">
      <p>
        <PlatformOfMarket id={other.id} />{' '}
        <a href={marketLink(other.id)} class="clamp">
          {other.question}
        </a>
      </p>
      <p class="quiet">
        Score {match.score}, {match.confidence} confidence
        {match.polarity === 'inverted' && ', inverted: compared with 1 minus its price'}
      </p>
      {last ? (
        <>
          <p class="spread">
            <span class="price">{formatPrice(last.value)}</span> here,{' '}
            <span class="price">{formatPrice(last.other_value)}</span> there:{' '}
            <strong class="price">{formatDifference(last.difference)}</strong>
          </p>
          <LazySpreadChart
            points={points}
            label={`Spread between the two markets over time, in buckets of ${interval}. Last: ${formatDifference(last.difference)}`}
          />
        </>
      ) : (
        <p class="quiet">No time yet at which both markets had a price.</p>
      )}
      <h3>Reasons</h3>
      <ul class="reasons">
        {match.reasons.map((reason) => (
          <Reason key={`${reason.dimension} ${reason.evidence}`} reason={reason} />
        ))}
      </ul>
      <p class="quiet">The matcher does not read the rules: compare them before you trade.</p>
    </article>
  )
}

function Reason({ reason }: { readonly reason: MatchReason }) {
  return (
    <li>
      <strong>Same {reason.dimension}:</strong> {reason.evidence}
    </li>
  )
}
