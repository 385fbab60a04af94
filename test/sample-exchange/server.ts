// Serves a sample exchange of a few objects by the rules that its source relies on.
import { openWeb, type Web } from '../poller/support/test-server.ts'
import type { SampleBook, SampleMarket, SampleTrade } from './wire.ts'

export interface SampleContents {
  readonly markets: readonly SampleMarket[]
  readonly trades: readonly SampleTrade[]
  readonly books: readonly SampleBook[]
}

export function serveSampleExchange(contents: SampleContents): Promise<Web> {
  return openWeb(({ path, query }) => {
    const isAsked = (name: string, value: unknown): boolean =>
      query.get(name)?.split(',').includes(String(value)) ?? true
    const timeS = (value: unknown): number => Date.parse(String(value)) / 1000
    const since = query.get('changed_since')
    switch (path) {
      case '/markets':
        return {
          json: {
            markets: contents.markets.filter(
              ({ id, state, changed }) =>
                isAsked('ids', id) &&
                isAsked('states', state) &&
                (since === null || timeS(changed) >= timeS(since)),
            ),
          },
        }
      case '/trades':
        return {
          json: {
            trades: contents.trades.filter(
              ({ market, time }) =>
                query.get('limit') !== '0' &&
                isAsked('markets', market) &&
                timeS(time) >= Number(query.get('from')) &&
                timeS(time) < Number(query.get('until')),
            ),
          },
        }
      case '/books':
        return {
          json: { books: contents.books.filter(({ market }) => isAsked('markets', market)) },
        }
      default:
        return { status: 404, text: '{}' }
    }
  })
}
