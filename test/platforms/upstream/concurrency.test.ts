// Known problem 13: the platforms' edges answer clients that open many connections with error pages.
import { afterEach, expect, it } from '@jest/globals'
import { requestClasses, type RequestClass } from '../../../services/platforms/request-class.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createTokenBucket } from '../../../services/platforms/upstream/token-bucket.ts'
import { createUpstream, type Upstream } from '../../../services/platforms/upstream/upstream.ts'
import { createDeps, never } from '../../poller/support/source.ts'
import { openWeb, type Web } from '../../poller/support/test-server.ts'

const opened: (Web | Upstream)[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

it('asks a host no more than four things at a time', async () => {
  let underWay = 0
  let most = 0
  const web = await openWeb(() => ({
    raw: (response) => {
      underWay += 1
      most = Math.max(most, underWay)
      setTimeout(() => {
        underWay -= 1
        response.end('[]')
      }, 20)
    },
  }))
  const deps = createDeps()
  const upstream = createUpstream(web.url, { ...deps, platform: 'platform_a' })
  opened.push(web, upstream)
  const bucket = createTokenBucket({ ...deps, perSecond: 1_000, burst: 100 })
  const request = {
    route: '/rows',
    path: '/rows',
    bucket,
    requestClass: 'tape',
    hasExpectedShape: Array.isArray,
  } as const
  await Promise.all(Array.from({ length: 30 }, () => upstream.send(request, never)))
  expect(web.asked).toHaveLength(30)
  expect(most).toBe(4)
})

it('sends a request when its class may be sent', async () => {
  const web = await openWeb(() => ({ json: [] }))
  let allow = (): void => undefined
  const allowed = new Promise<void>((resolve) => {
    allow = resolve
  })
  const deps = createDeps()
  const waitUntilSendable = (requestClass: string): Promise<void> =>
    requestClass === 'past' ? allowed : Promise.resolve()
  const waiting = { past: 0, lists: 0 }
  const observer = {
    ...silentObserver,
    reportWaitingRequests(_platform: string, requestClass: string, by: number) {
      waiting[requestClass as keyof typeof waiting] += by
    },
  }
  const platform = 'platform_a'
  const upstream = createUpstream(web.url, { ...deps, platform, observer, waitUntilSendable })
  opened.push(web, upstream)
  const bucket = createTokenBucket({ ...deps, perSecond: 1_000, burst: 100 })
  const send = (requestClass: 'past' | 'lists') => {
    const path = `/${requestClass}`
    const request = { route: path, path, bucket, requestClass, hasExpectedShape: Array.isArray }
    return upstream.send(request, never)
  }
  const held = send('past')
  await send('lists')
  expect(web.asked.map(({ path }) => path)).toEqual(['/lists'])
  expect(waiting).toEqual({ past: 1, lists: 0 })
  allow()
  await held
  expect(web.asked.map(({ path }) => path)).toEqual(['/lists', '/past'])
  expect(waiting).toEqual({ past: 0, lists: 0 })
})

it('sends a request of the tape while pages of lists and histories do not end', async () => {
  const web = await openWeb(({ path }) => (path === '/tape' ? { json: [] } : { raw: () => {} }))
  const deps = createDeps()
  const upstream = createUpstream(web.url, { ...deps, platform: 'platform_a' })
  opened.push(web, upstream)
  const bucket = createTokenBucket({ ...deps, perSecond: 1_000, burst: 100 })
  const ending = new AbortController()
  const send = (requestClass: RequestClass) => {
    const path = `/${requestClass}`
    const request = { route: path, path, bucket, requestClass, hasExpectedShape: Array.isArray }
    return upstream.send(request, ending.signal)
  }
  const others = requestClasses.filter((one) => one !== 'tape')
  const endless = others.flatMap((one) => [send(one), send(one)]).map((sent) => sent.catch(() => 0))
  await send('tape')
  ending.abort(new Error('stop'))
  await Promise.all(endless)
})
