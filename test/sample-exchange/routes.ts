// The sample exchange for the simulator: a few objects, served by the rules that its source relies on.
import { listOf, ok, type Route, type RouteRequest } from '../../simulator/server/routes.ts'
import { books, markets, trades } from './contents.ts'

const isAsked = ({ query }: RouteRequest, parameter: string, value: unknown): boolean =>
  !query.has(parameter) || listOf(query, parameter).includes(String(value))
const timeS = (value: unknown): number => Date.parse(String(value)) / 1000

export function createRoutes(): readonly Route[] {
  return [
    {
      method: 'GET',
      name: '/sample-exchange/markets',
      handle(request) {
        const since = request.query.get('changed_since')
        const asked = markets.filter(
          ({ id, state, changed }) =>
            isAsked(request, 'ids', id) &&
            isAsked(request, 'states', state) &&
            (since === null || timeS(changed) >= timeS(since)),
        )
        return ok({ markets: asked })
      },
    },
    {
      method: 'GET',
      name: '/sample-exchange/trades',
      handle(request) {
        const { query } = request
        const asked = trades.filter(
          ({ market, time }) =>
            query.get('limit') !== '0' &&
            isAsked(request, 'markets', market) &&
            timeS(time) >= Number(query.get('from')) &&
            timeS(time) < Number(query.get('until')),
        )
        return ok({ trades: asked })
      },
    },
    {
      method: 'GET',
      name: '/sample-exchange/books',
      handle: (request) =>
        ok({ books: books.filter(({ market }) => isAsked(request, 'markets', market)) }),
    },
  ]
}
