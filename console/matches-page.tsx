// Pairs of markets on two platforms that ask the same question.
import type { MatchConfidence, MatchedMarket } from '../clients/typescript/src/client.ts'
import { linkTo, marketLink } from './location.ts'
import { Empty, More, Page, PlatformOfMarket, Show, Table } from './parts.tsx'
import { SearchForm } from './search-form.tsx'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'

interface Found {
  readonly matches: readonly MatchedMarket[]
  readonly total: number
  readonly cursor: string | null
}

async function findMatches(query: URLSearchParams, cursor: string | null): Promise<Found> {
  const { data } = await getSession().client.listMatchingMarkets({
    q: query.get('q') ?? undefined,
    confidence: (query.get('confidence') ?? undefined) as MatchConfidence | undefined,
    status: 'open',
    limit: 50,
    cursor: cursor ?? undefined,
  })
  return { matches: data.matches, total: data.total, cursor: data.has_more ? data.cursor : null }
}

export function MatchesPage({ query }: { readonly query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const found = useLoaded(`matches ${query.toString()}`, () => findMatches(query, null))
  async function loadMore(): Promise<void> {
    const next = await findMatches(query, found.data?.cursor ?? null)
    found.update(({ matches }) => ({ ...next, matches: [...matches, ...next.matches] }))
  }
  return (
    <Page title="Matching markets">
      <SearchForm
        label="Search matches"
        text={q}
        linkTo={(text) => linkTo(['matches'], { q: text })}
      />
      <Show of={found} what="matches">
        {({ matches, total, cursor }) => (
          <>
            <p class="quiet">
              {total.toLocaleString('en-US')} open pairs that pay in the same case, highest score
              first
            </p>
            {matches.length === 0 ? (
              <Empty>No open pair of markets has these words in its titles.</Empty>
            ) : (
              <Table
                caption="Matching markets"
                head={[['Pair'], ['Score', 'number'], ['Confidence', 'wide'], ['Polarity', 'wide']]}
              >
                {matches.map((match) => (
                  <MatchRow key={`${match.platform_a.id} ${match.platform_b.id}`} match={match} />
                ))}
              </Table>
            )}
            <More hasMore={cursor !== null} load={loadMore} what="matches" />
          </>
        )}
      </Show>
    </Page>
  )
}

function MatchRow({ match }: { readonly match: MatchedMarket }) {
  const sides = [match.platform_a, match.platform_b]
  return (
    <tr>
      <th scope="row">
        {sides.map(({ id, question }) => (
          <span class="side" key={id}>
            <PlatformOfMarket id={id} />
            <a href={marketLink(id)} class="clamp">
              {question}
            </a>
          </span>
        ))}
      </th>
      <td class="number">{match.score}</td>
      <td class="wide">{match.confidence}</td>
      <td class="wide">{match.polarity}</td>
    </tr>
  )
}
