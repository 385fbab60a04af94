// The start page: browse and search markets.
import type { Market, MarketStatus, Platform } from '../clients/typescript/src/client.ts'
import { formatPlatform } from './format.ts'
import { linkTo } from './location.ts'
import { MarketTable } from './market-table.tsx'
import { Empty, More, Page, Show } from './parts.tsx'
import { platformNames } from './platforms.ts'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'

const categories =
  'politics world sports crypto economics finance climate science culture health mentions other'.split(
    ' ',
  )
const pageSize = 50

interface Found {
  readonly markets: readonly Market[]
  readonly cursor: string | null
  /** Of all pages; null if the service does not count them. */
  readonly total: number | null
}

async function findMarkets(
  query: URLSearchParams,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Found> {
  const { client } = getSession()
  const given = (name: string): string | undefined => query.get(name) ?? undefined
  const filters = {
    platform: given('platform') as Platform | undefined,
    status: (given('status') ?? 'open') as MarketStatus,
    category: given('category'),
    limit: pageSize,
    cursor,
  }
  const q = given('q')
  const isNewestFirst = given('sort') === 'created_at'
  const { data, headers } =
    q === undefined
      ? await client.listMarkets(
          { ...filters, sort_by: isNewestFirst ? 'created_at' : 'volume' },
          signal ? { signal } : {},
        )
      : await client.searchMarkets(
          { ...filters, q, sort_by: isNewestFirst ? 'created_at' : 'relevance' },
          signal ? { signal } : {},
        )
  const total = headers.get('X-Total-Count')
  return {
    markets: data,
    cursor: headers.get('X-Next-Cursor'),
    total: total === null ? null : Number(total),
  }
}

export function MarketsPage({ query }: { readonly query: URLSearchParams }) {
  const q = query.get('q')
  const found = useLoaded(`markets ${query.toString()}`, (signal) =>
    findMarkets(query, undefined, signal),
  )
  async function loadMore(): Promise<void> {
    const next = await findMarkets(query, found.data?.cursor ?? undefined)
    found.update(({ markets, total }) => ({
      markets: [...markets, ...next.markets],
      cursor: next.cursor,
      total,
    }))
  }
  return (
    <Page title={q === null ? 'Markets' : `Markets for “${q}”`}>
      <Filters query={query} />
      <Show of={found} what="markets">
        {({ markets, cursor, total }) => (
          <>
            {total !== null && (
              <p class="quiet">
                {total.toLocaleString('en-US')} {total === 1 ? 'market' : 'markets'} found
              </p>
            )}
            {markets.length === 0 ? (
              <Empty>
                No market passes these filters. Use fewer words, or look at{' '}
                <a href={linkTo([])}>all open markets</a>.
              </Empty>
            ) : (
              <MarketTable markets={markets} caption="Markets" />
            )}
            <More hasMore={cursor !== null} load={loadMore} what="markets" />
          </>
        )}
      </Show>
    </Page>
  )
}

/** The texts of a choice by their values in the query; the first one is shown if the query has no value. */
type Options = Readonly<Record<string, string>>

function Filters({ query }: { readonly query: URLSearchParams }) {
  function set(name: string, value: string): void {
    const next = Object.fromEntries(query)
    location.hash = linkTo([], { ...next, [name]: value })
  }
  const platforms = platformNames.map((name) => [name, formatPlatform(name)])
  const choices: readonly (readonly [name: string, label: string, options: Options])[] = [
    ['status', 'Status', { '': 'Open', closed: 'Closed', resolved: 'Resolved' }],
    ['platform', 'Platform', { '': 'All', ...Object.fromEntries(platforms) }],
    ['category', 'Category', { '': 'All', ...Object.fromEntries(categories.map((c) => [c, c])) }],
    ['sort', 'Order', { '': query.has('q') ? 'Relevance' : 'Volume', created_at: 'Newest' }],
  ]
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {choices.map(([name, label, options]) => (
        <Choice key={name} name={name} label={label} query={query} set={set} options={options} />
      ))}
    </form>
  )
}

function Choice(props: {
  readonly name: string
  readonly label: string
  readonly query: URLSearchParams
  readonly options: Options
  readonly set: (name: string, value: string) => void
}) {
  const { name, label, query, options, set } = props
  return (
    <label>
      <span>{label}</span>
      <select value={query.get(name) ?? ''} onChange={(e) => set(name, e.currentTarget.value)}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
