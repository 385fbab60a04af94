// Events: the list, and one event with all its markets.
import type { Event } from '../clients/typescript/src/client.ts'
import { formatPlatform, formatSize } from './format.ts'
import { eventLink, linkTo } from './location.ts'
import { MarketTable } from './market-table.tsx'
import { Empty, Fact, More, Page, Show, Table } from './parts.tsx'
import { SearchForm } from './search-form.tsx'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'

interface Found {
  readonly events: readonly Event[]
  readonly total: number
  readonly cursor: string | null
}

async function findEvents(q: string | null, cursor: string | null): Promise<Found> {
  const { data } = await getSession().client.listEvents({
    q: q ?? undefined,
    status: 'open',
    markets: 'none',
    limit: 50,
    cursor: cursor ?? undefined,
  })
  return { events: data.events, total: data.total, cursor: data.has_more ? data.cursor : null }
}

export function EventsPage({ query }: { readonly query: URLSearchParams }) {
  const q = query.get('q')
  const found = useLoaded(`events ${q}`, () => findEvents(q, null))
  async function loadMore(): Promise<void> {
    const next = await findEvents(q, found.data?.cursor ?? null)
    found.update(({ events }) => ({ ...next, events: [...events, ...next.events] }))
  }
  return (
    <Page title={q === null ? 'Events' : `Events for “${q}”`}>
      <SearchForm
        label="Search events"
        text={q ?? ''}
        linkTo={(text) => linkTo(['events'], { q: text })}
      />
      <Show of={found} what="events">
        {({ events, total, cursor }) => (
          <>
            <p class="quiet">{total.toLocaleString('en-US')} open events, most traded first</p>
            {events.length === 0 ? (
              <Empty>No open event has these words in its title.</Empty>
            ) : (
              <Table
                caption="Events"
                head={[
                  ['Event'],
                  ['Markets', 'number'],
                  ['Volume 24 h', 'number'],
                  ['Volume', 'number wide'],
                  ['Platforms', 'wide'],
                ]}
              >
                {events.map((event) => (
                  <tr key={event.slug}>
                    <th scope="row">
                      <div class="title">
                        <a href={eventLink(event.slug)} class="clamp">
                          {event.title}
                        </a>
                        <span class="notes">{event.category}</span>
                      </div>
                    </th>
                    <td class="number">{event.market_count}</td>
                    <td class="number">{formatSize(event.total_volume_24h)}</td>
                    <td class="number wide">{formatSize(event.total_volume)}</td>
                    <td class="wide">{event.platforms.map(formatPlatform).join(', ')}</td>
                  </tr>
                ))}
              </Table>
            )}
            <More hasMore={cursor !== null} load={loadMore} what="events" />
          </>
        )}
      </Show>
    </Page>
  )
}

export function EventPage({ slug }: { readonly slug: string }) {
  const loaded = useLoaded(`event ${slug}`, async (signal) => {
    const { data } = await getSession().client.getEvent({ slug }, { signal })
    return data
  })
  return (
    <Page title={loaded.data?.title ?? 'Event'} context={<a href={linkTo(['events'])}>Events</a>}>
      <Show of={loaded} what="event">
        {(event) => (
          <>
            <dl class="facts">
              <Fact name="Status" value={event.status} />
              <Fact name="Markets" value={String(event.market_count)} />
              <Fact name="Volume 24 h" value={formatSize(event.total_volume_24h)} />
              <Fact name="Volume" value={formatSize(event.total_volume)} />
              <Fact name="Category" value={event.category ?? 'none'} />
              <Fact name="Platforms" value={event.platforms.map(formatPlatform).join(', ')} />
            </dl>
            {event.markets.length === 0 ? (
              <Empty>This event has no markets.</Empty>
            ) : (
              <MarketTable
                markets={event.markets}
                caption="Markets of the event"
                eventSlug={slug}
              />
            )}
          </>
        )}
      </Show>
    </Page>
  )
}
