// The indexed router finds the same routes as the router that it extends.
import Router from '@koa/router'
import { describe, expect, it } from '@jest/globals'
import { IndexedRouter } from '../../services/api/indexed-router.ts'

const routes = [
  ['GET', '/v1/markets'],
  ['GET', '/v1/markets/search'],
  ['GET', '/v1/markets/:market_id'],
  ['GET', '/v1/markets/:market_id/price'],
  ['GET', '/v1/markets/:market_id/trades'],
  ['GET', '/v1/events/:slug'],
  ['POST', '/v1/prices'],
  ['GET', '/v1/wallets/:address/activity'],
] as const

function fill<R extends Router>(router: R): R {
  for (const [method, path] of routes) router.register(path, [method], () => undefined)
  return router
}

describe('the indexed router', () => {
  const [indexed, plain] = [fill(new IndexedRouter()), fill(new Router())]
  const paths = [
    ...routes.map(([, path]) => path.replaceAll(/:\w+/g, 'a.b%2Fc')),
    '/v1/markets/price',
    '/v1/markets/SEARCH',
    '/V1/MARKETS/x/PRICE',
    '/v1/markets/price/price',
    '/v1/markets/search/',
    '/v1/markets/x/price/',
    '/v1/markets/x/price/trades',
    '/v1/markets//price',
    '/v1/markets/',
    '/v1',
    '/',
    '',
    'x',
    '//',
    '/v1/markets/:market_id',
  ]
  it.each(paths)('matches %p as the router does', (path) => {
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE'])
      for (const _again of [1, 2]) {
        const found = indexed.match(path, method)
        const expected = plain.match(path, method)
        const pathsOf = (layers: typeof found.path) => layers.map((layer) => layer.path)
        expect([pathsOf(found.path), pathsOf(found.pathAndMethod), found.route]).toEqual([
          pathsOf(expected.path),
          pathsOf(expected.pathAndMethod),
          expected.route,
        ])
      }
  })
})
