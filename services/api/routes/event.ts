// GET /v1/events/{slug}: one event with all its markets.
import type { Event, EventQuery } from '../../../schemas/generated/api.ts'
import { eventNotFound } from '../errors.ts'
import { readEvents } from '../event-response.ts'
import { createBodyWriter } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<EventQuery>('query-event')
const toBody = createBodyWriter<Event>('event')

export function eventRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/events/{slug}',
    document: {
      operationId: 'getEvent',
      tag: 'Events',
      summary: 'Get an event',
      description:
        'Returns one event by its slug, with all its markets, or without them with `markets=none`.',
      query: 'query-event',
      response: 'event',
      notFound: ['event_not_found'],
      hasCompletenessHeaders: false,
    },
    handle({ params, search }) {
      const marketsEach = parseQuery(search).markets === 'all' ? Infinity : 0
      return chain(catalog.findEvent(params['slug'] ?? ''), (entry) => {
        if (!entry) throw eventNotFound()
        return chain(readEvents(context, [entry], marketsEach, now()), ([event]) => {
          if (!event) throw eventNotFound()
          return toBody(event)
        })
      })
    },
  }
}
