// The live stream of the simulated platform_a: the books of subscribed markets, and changes at a steady rate, of one
// market after the other. Some of the changes are of the best bid.
import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { createPlatformA } from './platform-a.ts'
import { pick } from './route.ts'

/** The number of a market, and when its best bid changed, in Unix milliseconds. */
export type BookChange = readonly [market: number, atMs: number]

/** What the simulated platforms answer to `/book-changes`. */
export interface BookChangeReport {
  /** The numbers of the markets that are subscribed now. */
  readonly subscribed: readonly number[]
  /** Of best bids, since the last request. */
  readonly changes: readonly BookChange[]
}

export interface BookStream {
  /** The changes of best bids since the last call. */
  takeChanges(): readonly BookChange[]
  subscribed(): readonly number[]
}

const stepMs = 5

interface Command {
  readonly operation?: string
  readonly assets_ids?: readonly string[]
}

export function createBookStream(
  server: Server,
  platform: ReturnType<typeof createPlatformA>,
  rates: {
    readonly changesPerS: number
    /** The fraction of the changes that are of the best bid. */
    readonly bestPart: number
  },
): BookStream {
  const { changesPerS, bestPart } = rates
  const sockets = new Map<number, WebSocket>()
  let order: readonly number[] = []
  let changes: BookChange[] = []

  function subscribe(socket: WebSocket, tokens: readonly string[]): void {
    const nowMs = Date.now()
    const added = [...new Set(tokens.map(platform.marketOfToken))]
    for (const market of added) {
      platform.streamedBooks.follow(market, nowMs)
      sockets.set(market, socket)
    }
    const books = added.map((market) =>
      platform.bookText(market, nowMs).replace('{', '{"event_type":"book",'),
    )
    socket.send(`[${books.join(',')}]`)
    order = [...sockets.keys()]
  }

  new WebSocketServer({ server }).on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text === 'PING') return socket.send('PONG')
      const { operation, assets_ids: tokens = [] } = JSON.parse(text) as Command
      if (operation !== 'unsubscribe') return subscribe(socket, tokens)
      for (const token of tokens) sockets.delete(platform.marketOfToken(token))
      order = [...sockets.keys()]
    })
    socket.on('close', () => {
      for (const [market, own] of sockets) if (own === socket) sockets.delete(market)
      order = [...sockets.keys()]
    })
  })

  const startedMs = performance.now()
  let made = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) * changesPerS) / 1000)
    for (; made < due; made += 1) {
      const market = order[made % order.length]
      if (market === undefined) continue
      const nowMs = Date.now()
      const isBest = pick(made, 1000) < bestPart * 1000
      if (isBest) changes.push([market, nowMs])
      sockets.get(market)?.send(platform.bookChangeText(market, nowMs, isBest))
    }
  }, stepMs).unref()

  return {
    takeChanges() {
      const taken = changes
      changes = []
      return taken
    },
    subscribed: () => order,
  }
}
