// GET /v1/events: events by volume, each with its ten markets of the highest volume.
import type { EventPage, EventsQuery } from '../../../schemas/generated/api.ts'
import { parseEventSortKey, type EventSortKey } from '../catalog/event-indexes.ts'
import { readEvents } from '../event-response.ts'
import { createBodyWriter } from '../json-writer.ts'
import { createPagedParser } from '../paging.ts'
import { findSearchErrors } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<EventsQuery, EventSortKey>({
  query: 'query-events',
  parseKey: () => parseEventSortKey,
})
const toBody = createBodyWriter<EventPage>('event-page')
const marketsEach = { top: 10, none: 0 }

export function eventListRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/events',
    document: {
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'List events',
      description:
        'Returns the events that pass the filters, most traded first. Each has its ten most traded markets, or none with `markets=none`. Events all of whose markets ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out; `/v1/events/{slug}` has them.',
      query: 'query-events',
      response: 'event-page',
      notFound: [],
      hasCompletenessHeaders: false,
      cost: { base: 1, portions: { limit: 50, offset: 25_000, q: 4 } },
    },
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, findSearchErrors)
      const { limit, offset, markets } = query
      return chain(catalog.getCatalogsForList(undefined), (catalogs) => {
        const { total, events: found, last } = catalogs.events.find(query, after)
        return chain(readEvents(context, found, marketsEach[markets], now()), (events) =>
          toBody({ events, total, limit, offset, ...pageEnd(last) }),
        )
      })
    },
  }
}
