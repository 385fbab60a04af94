// A platform whose order books change all the time, with the requests and the stream of platform_a. A process of its
// own, so that its processor time does not count. The size of the best bid counts the changes of a book.
// Arguments: number of markets, changes a second. Sends its URL to the parent; answers /changes with all changes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Change } from './change.ts'

const [marketCount = 1, perSecond = 1] = process.argv.slice(2).map(Number)
const markets = Array.from({ length: marketCount }, (_, n) => ({
  id: `m${n}`,
  version: 1,
  atMs: Date.now(),
}))
type Market = (typeof markets)[number]
const changes: Change[] = []
const subscribers = new Map<string, WebSocket>()
const stepMs = 10
const depth = 30

/** It alternates, so that each change is one of the best bid. */
const bidOf = (version: number): string => (version % 2 === 0 ? '0.4' : '0.41')

function bookOf({ id, version, atMs }: Market): object {
  const levels = (first: number, step: number) =>
    Array.from({ length: depth }, (_, n) => ({
      price: ((first + step * n) / 1000).toString(),
      size: '100',
    }))
  return {
    market: id,
    asset_id: `${id}-0`,
    timestamp: String(atMs),
    hash: `${id}/${version}`,
    bids: [...levels(390, -1), { price: bidOf(version), size: String(version) }],
    asks: levels(420, 1),
  }
}

function change(market: Market): void {
  const before = bidOf(market.version)
  market.version += 1
  market.atMs = Date.now()
  changes.push([market.id, market.version, market.atMs])
  const entry = (price: string, size: number) => ({
    asset_id: `${market.id}-0`,
    price,
    size: String(size),
    side: 'BUY',
  })
  const message = {
    event_type: 'price_change',
    market: market.id,
    timestamp: String(market.atMs),
    price_changes: [entry(before, 0), entry(bidOf(market.version), market.version)],
  }
  subscribers.get(market.id)?.send(JSON.stringify(message))
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const send = (value: unknown): void => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(value))
    }
    if (request.url !== '/books') return send(changes)
    const wanted = JSON.parse(Buffer.concat(chunks).toString()) as { readonly token_id: string }[]
    const byToken = new Map(markets.map((market) => [`${market.id}-0`, market]))
    send(wanted.flatMap(({ token_id: token }) => byToken.get(token) ?? []).map(bookOf))
  })
})
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text === 'PING') return socket.send('PONG')
    const { operation, assets_ids: tokens } = JSON.parse(text) as {
      readonly operation?: string
      readonly assets_ids: readonly string[]
    }
    if (operation === 'unsubscribe') return
    const added = markets.filter(({ id }) => tokens.includes(`${id}-0`))
    for (const { id } of added) subscribers.set(id, socket)
    socket.send(JSON.stringify(added.map((one) => ({ event_type: 'book', ...bookOf(one) }))))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`127.0.0.1:${(server.address() as AddressInfo).port}`)
})
const startedMs = Date.now()
setInterval(() => {
  const due = ((Date.now() - startedMs) * perSecond) / 1000
  for (let n = changes.length; n < due; n += 1) change(markets[n % markets.length]!)
}, stepMs)
