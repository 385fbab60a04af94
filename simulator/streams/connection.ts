// One connection of a client: sends the frames of its session, with the faults of the streams.
import type { WebSocket } from 'ws'
import type { Frame, StreamConnection } from './stream.ts'
import type { StreamFaultKind } from './stream-faults.ts'

export interface ConnectionSettings {
  readonly socket: WebSocket
  readonly number: number
  readonly hasFault: (kind: StreamFaultKind, key: string, nowMs: number) => boolean
  /** Called when the client reads too slowly. */
  readonly onOverflow: (nowMs: number) => void
}

/** A client with more unsent bytes than this reads too slowly. */
const maxBufferedBytes = 8 * 1024 * 1024

/** Frames that clients of any platform have to survive. */
const oddFrames = [
  'NO NEW ASSETS',
  '{"event_type":"price_change","type":"orderbook_del',
  '{"event_type":"unheard_of","type":"unheard_of","msg":{}}',
  '[]',
  'null',
  '{"event_type":"last_trade_price","asset_id":"1","market":"0x1","price":"","size":"","side":"","timestamp":""}',
  '{"type":"trade","sid":99,"seq":1,"msg":{"market_ticker":"NOBODY-SUBSCRIBED"}}',
] as const

export function createConnection(settings: ConnectionSettings): StreamConnection {
  const { socket, number, hasFault, onOverflow } = settings
  let frames = 0
  /** The frame that waits for the next one. */
  let held: string | null = null

  function transmit(text: string, nowMs: number): void {
    socket.send(text)
    if (socket.bufferedAmount > maxBufferedBytes) onOverflow(nowMs)
  }

  function send(frame: Frame, nowMs: number): void {
    if (socket.readyState !== socket.OPEN) return
    const has = (kind: StreamFaultKind, key: string): boolean => hasFault(kind, key, nowMs)
    if (has('mute', `${number}`) || has('silent-connection', `${number}`)) return
    if (frame.subject !== undefined && has('silent-market', `${number}/${frame.subject}`)) return
    const key = `${number}/${frames++}`
    if (has('slow-consumer', key)) return onOverflow(nowMs)
    if (has('odd-frame', key)) transmit(oddFrames[frames % oddFrames.length] ?? '', nowMs)
    if (has('lost-frame', key)) return
    const text = frame.write()
    if (frame.isNumbered && has('seq-gap', key)) return
    if (frame.isFirst && has('lost-first-frame', key)) return
    if (held === null && has('reordered', key)) {
      held = text
      return
    }
    transmit(text, nowMs)
    if (held !== null) transmit(held, nowMs)
    held = null
    if (frame.kind === 'trade' && has('duplicate-trade', key)) transmit(frame.write(), nowMs)
  }

  return {
    number,
    send,
    hasFault,
    reply: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
  }
}
