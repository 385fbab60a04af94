// The server takes the longest URL that a parameter can need, and rejects longer ones. Where it accepts WebSockets, a
// request that offers another upgrade is an ordinary request, body included.
import { once } from 'node:events'
import { request, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from '@jest/globals'
import { openHttpServer } from '../../../services/lib/run/http-server.ts'

type Server = Awaited<ReturnType<typeof openHttpServer>>
let server: Server

async function open(handler: RequestListener, upgrade?: (socket: Socket) => void): Promise<void> {
  const options = { host: '127.0.0.1', port: 0, handler }
  server = await openHttpServer(
    upgrade ? { ...options, upgrade: (_request, socket) => upgrade(socket as Socket) } : options,
  )
}
afterEach(() => server.close())

const echo: RequestListener = (req, res) => {
  void text(req).then((body) => res.end(`${req.method} ${req.url} ${body}`))
}
const closeSocket = (socket: Socket): void => void socket.end('HTTP/1.1 101 \r\n\r\n')

it('takes 1,000 ids of platform_a with percent-encoded commas, and answers 431 to more than 96 KiB', async () => {
  await open((req, res) => res.end(String(req.url?.length)))
  const id = `pa_0x${'0123456789abcdef'.repeat(4)}`
  const path = `/?ids=${Array.from({ length: 1000 }, () => id).join('%2C')}`
  const answer = await fetch(server.url + path)
  expect([answer.status, await answer.text()]).toEqual([200, String(path.length)])
  expect((await fetch(`${server.url}/?${'x'.repeat(96 * 1024)}`)).status).toBe(431)
})

it.each([
  ['in one piece with its headers', false],
  ['after its headers', true],
])('reads the body %s of a request that offers an upgrade to HTTP/2', async (_when, late) => {
  await open(echo, closeSocket)
  const offer = {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAMAAABk',
    'Content-Length': '5',
  }
  const sent = request(`${server.url}/v1/prices`, { method: 'POST', headers: offer })
  if (late) {
    sent.flushHeaders()
    await once(sent, 'socket').then(([socket]) => once(socket as Socket, 'connect'))
  }
  sent.end('hello')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('POST /v1/prices hello')
})

it('answers the next request on the connection of one that offered an upgrade', async () => {
  await open(echo, closeSocket)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const offer = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n'
  socket.write(
    `GET /first HTTP/1.1\r\n${offer}\r\nGET /second HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  expect((await text(socket)).match(/GET \/\w+/g)).toEqual(['GET /first', 'GET /second'])
})

it('gives the socket of a WebSocket to its owner', async () => {
  const upgraded: Socket[] = []
  await open(echo, (socket) => {
    upgraded.push(socket)
    closeSocket(socket)
  })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 101/)
  expect(upgraded).toHaveLength(1)
})
