// Events of platform_b that are requested by ticker.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { createDeps, never } from '../../poller/support/source.ts'
import {
  openWeb,
  type ReceivedRequest,
  type TestResponse,
  type Web,
} from '../../poller/support/test-server.ts'

const eventOf = (ticker: string) => ({ event_ticker: ticker, markets: [{ ticker: `${ticker}-1` }] })
const single = ({ path }: ReceivedRequest): TestResponse =>
  path === '/events/KXGONE'
    ? { status: 404, text: '{}' }
    : { json: { event: eventOf(path.slice('/events/'.length)) } }

describe('platform_b events by ticker', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function eventsOf(
    tickers: readonly string[],
    list: (asked: ReceivedRequest) => TestResponse,
  ): Promise<{ readonly found: readonly string[]; readonly paths: readonly string[] }> {
    const web = await openWeb((asked) => (asked.path === '/events' ? list(asked) : single(asked)))
    const source = createPlatformB({ url: web.url }, createDeps())
    opened.push(web, source)
    const groups = await source.events(tickers, never, 'lists')
    return {
      found: groups.map(({ event, markets }) => `${event?.nativeId} ${markets.length}`),
      paths: web.asked.map(({ path }) => path),
    }
  }

  const named = ({ query }: ReceivedRequest): TestResponse => {
    const tickers = query.get('tickers')?.split(',') ?? []
    return { json: { events: tickers.filter((one) => one !== 'KXGONE').map(eventOf), cursor: '' } }
  }

  it('are requested together, with their markets', async () => {
    const tickers = Array.from({ length: 45 }, (_, n) => `KX${n}`)
    const { found, paths } = await eventsOf(tickers, (asked) => {
      expect(asked.query.get('with_nested_markets')).toBe('true')
      return named(asked)
    })
    expect(found).toEqual(tickers.map((ticker) => `${ticker} 1`))
    expect(paths).toEqual(['/events', '/events', '/events'])
  })

  it('are requested one by one if they are not in the list', async () => {
    const { found, paths } = await eventsOf(['KX1', 'KXGONE'], named)
    expect(found).toEqual(['KX1 1'])
    expect(paths).toEqual(['/events', '/events/KXGONE'])
  })

  it.each<[string, TestResponse]>([
    ['ignores the tickers', { json: { events: [eventOf('KXOTHER')], cursor: 'x' } }],
    ['refuses the tickers', { status: 400, text: '{"error":{"code":"bad_request"}}' }],
  ])('are requested one by one if the platform %s', async (_, answer) => {
    const { found, paths } = await eventsOf(['KX1', 'KX2'], () => answer)
    expect(found).toEqual(['KX1 1', 'KX2 1'])
    expect(paths).toEqual(['/events', '/events/KX1', '/events/KX2'])
  })
})
