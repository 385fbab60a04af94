// GET /v1/events/{slug}: one event with all its markets.
import type { Event } from '../../../schemas/generated/api.ts'
import { eventNotFound } from '../errors.ts'
import { readEvents } from '../event-answer.ts'
import { createJsonWriter } from '../json-writer.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<Event>('event')

export function eventRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/events/{slug}',
    document: {
      operationId: 'getEvent',
      tag: 'Events',
      summary: 'Get an event',
      description: 'One event by its slug, with all its markets.',
      answer: 'event',
      notFound: ['event_not_found'],
      tellsCompleteness: false,
    },
    async answer({ params }) {
      const entry = catalog.events.getBySlug(params['slug'] ?? '')
      if (!entry) throw eventNotFound()
      const [event] = await readEvents(context, [entry], Infinity, now())
      if (!event) throw eventNotFound()
      return { body: toJson(event) }
    },
  }
}
