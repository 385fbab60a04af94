// platform_b: the routes of the Trade API and its errors.
import type { Route, RouteResponse } from '../server/routes.ts'

const base = '/trade-api/v2'

export const get = (name: string, handle: Route['handle']): Route => ({
  method: 'GET',
  name: base + name,
  handle,
})

export const badRequest = (details: string): RouteResponse => ({
  status: 400,
  body: { error: { code: 'bad_request', message: 'bad request', details } },
})
export const notFound: RouteResponse = {
  status: 404,
  body: { error: { code: 'not_found', message: 'not found' } },
}
