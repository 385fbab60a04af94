// One attempt to deliver a message: what counts as delivered, and where no connection is made.
import { createSocket } from 'node:dgram'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { isPrivateLiteral, isPublicAddress } from '../../services/lib/run/public-address.ts'
import { createCheckedLookup, createHostResolver } from '../../services/webhooks/addresses.ts'
import { createSend, type SendOptions, type SendResult } from '../../services/webhooks/send.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function post(url: string, options: Partial<SendOptions> = {}): Promise<SendResult> {
  const send = createSend({ allowPrivate: true, now: () => 0, ...options })
  return send(
    { url, headers: { 'webhook-id': 'msg_1' }, body: '{"ü":1}' },
    new AbortController().signal,
  )
}

describe('the response', () => {
  it.each([200, 202, 204, 299])('%i: delivered', async (status) => {
    const port = await listen((_request, response) => response.writeHead(status).end())
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'delivered' })
  })

  it('410: the receiver wants no more', async () => {
    const port = await listen((_request, response) => response.writeHead(410).end())
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'gone', reason: 'HTTP 410' })
  })

  it.each([
    [500, undefined, null],
    [429, '30', 30_000],
    [503, 'Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
    [404, 'soon', null],
  ])('%i with Retry-After %s: to be repeated', async (status, retryAfter, retryAfterMs) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    const port = await listen((_request, response) => response.writeHead(status, headers).end())
    const expected = { kind: 'failed', reason: `HTTP ${status}`, retryAfterMs }
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual(expected)
  })

  it('a redirect: not followed', async () => {
    const visited: (string | undefined)[] = []
    const port = await listen((request, response) => {
      visited.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const result = await post(`http://127.0.0.1:${port}/hook`)
    expect(result).toMatchObject({ kind: 'failed', reason: 'HTTP 307: redirects are not followed' })
    expect(visited).toEqual(['/hook'])
  })

  it('none: the attempt ends by itself', async () => {
    const port = await listen(() => undefined)
    const result = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })
    expect(result).toMatchObject({ kind: 'failed', reason: 'no response within 0.05 s' })
  })

  it('another protocol: the attempt fails at once', async () => {
    const port = await listen(({ socket }) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
      kind: 'failed',
      reason: 'the receiver ended the request without a response',
      retryAfterMs: null,
    })
  })

  it('a body without end: it is not read', async () => {
    const closed = withResolvers()
    const port = await listen((_request, response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200)
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'delivered' })
    await closed.promise
  })

  it('a connection that is refused or broken', async () => {
    const port = await listen((request) => request.socket.destroy())
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'ECONNRESET' })
    expect(await post('http://127.0.0.1:9/')).toMatchObject({ reason: 'ECONNREFUSED' })
  })

  it('receives the body and the headers', async () => {
    const received = withResolvers<readonly unknown[]>()
    const port = await listen((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const { 'webhook-id': id, 'content-type': type } = request.headers
        received.resolve([request.method, id, type, text])
        response.end()
      })
    })
    await post(`http://127.0.0.1:${port}/`)
    expect(await received.promise).toEqual(['POST', 'msg_1', 'application/json', '{"ü":1}'])
  })
})

function withResolvers<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('addresses that are not public', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    '::1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '::7f00:1',
    '4000::1',
    'no address',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111'])('but %s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
  ])('%s is recognised', async (url) => {
    expect(isPrivateLiteral(new URL(url))).toBe(true)
    const result = await post(url, { allowPrivate: false })
    expect(result).toMatchObject({ reason: 'the host has an address that is not public' })
  })

  it.each([
    ['one', ['127.0.0.1']],
    ['a public and a private one', ['8.8.8.8', '10.0.0.1']],
    ['one in IPv6', ['::1']],
  ])('a name with %s gets no connection', async (_name, addresses) => {
    let requests = 0
    const port = await listen((_request, response) => {
      requests += 1
      response.end()
    })
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const lookup = createCheckedLookup(() => Promise.resolve(found))
    const result = await post(`http://rebinding.example:${port}/`, { allowPrivate: false, lookup })
    expect(result).toMatchObject({ reason: 'the host has an address that is not public' })
    expect(requests).toBe(0)
  })

  it('a name is resolved once: the connection goes to the address that was checked', async () => {
    const answers = ['8.8.8.8', '127.0.0.1']
    const lookup = createCheckedLookup(() =>
      Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]),
    )
    const connected: string[] = []
    const checked: typeof lookup = (hostname, options, callback) =>
      lookup(hostname, options, (error, address, family) => {
        connected.push(JSON.stringify(address))
        callback(error ?? new Error('ends here, without a connection'), address, family)
      })
    await post('http://rebinding.example/', { allowPrivate: false, lookup: checked })
    expect(connected).toEqual([expect.stringContaining('8.8.8.8')])
    expect(answers).toEqual(['127.0.0.1'])
  })

  it('a name without an address', async () => {
    const lookup = createCheckedLookup(() => Promise.resolve([]))
    const result = await post('http://nowhere.example/', { allowPrivate: false, lookup })
    expect(result).toMatchObject({ reason: 'the host name has no address' })
  })

  it.each([
    ['3 (no such name)', 3, 'the host name has no address'],
    ['2 (failure)', 2, /^the name servers failed \(ESERVFAIL\).* tries again$/],
  ])('a name server that answers with code %s', async (_name, responseCode, reason) => {
    const server = createSocket('udp4', (query, { address, port }) => {
      const answer = Buffer.from(query)
      answer.writeUInt16BE(0x8180 + responseCode, 2)
      server.send(answer, port, address)
    })
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
    const lookup = createCheckedLookup(createHostResolver([`127.0.0.1:${server.address().port}`]))
    const result = await post('http://nowhere.example/', { allowPrivate: false, lookup })
    server.close()
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
  })
})
