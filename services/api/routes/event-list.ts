// GET /v1/events: the most traded events, each with its ten most traded markets.
import type { EventPage, EventsQuery } from '../../../schemas/generated/api.ts'
import { readEvents } from '../event-answer.ts'
import { createJsonWriter } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<EventsQuery>('query-events')
const toJson = createJsonWriter<EventPage>('event-page')
const marketsEach = 10

export function eventListRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/events',
    document: {
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'List events',
      description:
        'Events that pass the filters, most traded first, each with its ten most traded markets.',
      query: 'query-events',
      answer: 'event-page',
      notFound: [],
      tellsCompleteness: false,
    },
    async answer({ search }) {
      const query = parseQuery(search)
      const { total, events } = catalog.events.find(query)
      return {
        body: toJson({
          events: await readEvents(context, events, marketsEach, now()),
          total,
          limit: query.limit,
          offset: query.offset,
        }),
      }
    },
  }
}
