// platform_b has no filter for events whose markets are all paused, so no list of events contains them.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformB } from '../../../services/platforms/platform-b/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { createDiscovery } from '../../../services/poller/feeds/discovery.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'
import { createDeps } from '../support/source.ts'
import {
  openWeb,
  type ReceivedRequest,
  type TestResponse,
  type Web,
} from '../support/test-server.ts'

const market = { ticker: 'KXA-1', event_ticker: 'KXA', status: 'inactive', yes_sub_title: 'One' }
const event = { event_ticker: 'KXA', title: 'Who?', series_ticker: 'KX', markets: [market] }

function respond({ path, query }: ReceivedRequest): TestResponse {
  const isAskedFor = query.get('tickers') === 'KXA' || query.get('status') === 'paused'
  return path === '/events'
    ? { json: { cursor: '', events: isAskedFor ? [event] : [] } }
    : { json: { cursor: '', markets: isAskedFor ? [market] : [] } }
}

describe('a market whose event has only paused markets', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  it('is found by its status, and published once with its event', async () => {
    const web = await openWeb(respond)
    const deps = createDeps()
    const source = createPlatformB({ url: web.url }, deps)
    opened.push(web, source)
    const memory = createPlatformStates()
    const { published, publisher } = createRecordingPublisher()
    const { signal } = new AbortController()
    const common = { ...deps, source, memory, publisher, signal }
    let scans = 0
    const discovery = createDiscovery({
      ...common,
      snapshots: createSnapshotPublisher(common),
      async sleep() {
        scans += 1
        await Promise.resolve()
        if (scans >= 2) throw new Error('paused')
      },
    })
    await expect(discovery.followOpenMarkets()).rejects.toThrow('paused')
    await expect(discovery.followAbsentMarkets()).rejects.toThrow('paused')
    expect(
      published.flatMap(({ topic, key }) => (topic === 'raw.markets' ? [key] : [])).toSorted(),
    ).toEqual(['event/pb_KXA', 'pb_KXA-1'])
    expect(memory.markets.get('pb_KXA-1')?.phase).toBe('open')
    expect(
      web.asked.filter(({ path }) => path === '/events').map(({ query }) => query.get('status')),
    ).not.toContain('paused')
    // Known markets that are in no list are requested by ticker. A paused market is in the list of paused markets.
    expect(
      web.asked.filter(({ path, query }) => path === '/markets' && query.has('tickers')),
    ).toEqual([])
  })
})
