// Opens the streams of clients. Sends heartbeats while they are open, and ends streams that are too slow or
// whose key was revoked.
import pLimit from 'p-limit'
import type { LoadCursorCodec } from './cursor-source.ts'
import { createLogReader, type LogReaderOptions } from './log-reader.ts'
import type { MessageConverter } from './messages.ts'
import { newestPositionsOf } from './recent-records.ts'
import { createStartPositions } from './start-positions.ts'
import type { StreamConnection } from './stream-connection.ts'
import { createStreamHub } from './stream-hub.ts'
import { createStreamReader, slowMessage, type StreamReader } from './stream-reader.ts'
import { createStreamSlots, type StreamLimits } from './stream-slots.ts'
import { topicsOf, type Subscription } from './subscription.ts'
import type { TapeWatermarks } from './tape-watermarks.ts'

export interface StreamCounts {
  readonly open: number
  readonly live: number
}

export interface StreamsOptions extends LogReaderOptions {
  readonly messagesOf: MessageConverter
  readonly watermarks: TapeWatermarks
  readonly loadCursorCodec: LoadCursorCodec
  readonly limits: StreamLimits
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  /** Called each time the streams are checked. */
  readonly onCounts?: (counts: StreamCounts) => void
  /** Called when a stream has ended, with the type of its error, or `closed` if the client has closed it. */
  readonly onEnded?: (reason: string) => void
  /** Interval at which the streams are checked, in milliseconds; 1000 if omitted. */
  readonly checkEveryMs?: number
}

export interface StreamRequest {
  readonly subscription: Subscription
  /** A cursor, and its location in the request. Null: the stream begins with the next message. */
  readonly after: { readonly cursor: string; readonly location: readonly string[] } | null
  readonly accountId: string
  /** Whether the key of the request is still valid. */
  readonly isAuthorized: () => boolean
}

export interface OpenedStream {
  /** Begins to send messages. The caller must call either `attachConnection` or `close`, once. */
  attachConnection(connection: StreamConnection): void
  close(): void
}

interface StreamEntry {
  readonly reader: StreamReader
  readonly isAuthorized: () => boolean
}

/**
 * Maximum number of readers that read the log at the same time. It is limited because reading takes processor time
 * from all requests.
 */
const maxConcurrentReads = 2
const heartbeatEveryMs = 15_000
/** A connection that accepts no bytes for this long is closed. */
const slowAfterMs = 30_000

export function createStreams(options: StreamsOptions) {
  const { now, watermarks, checkEveryMs = 1_000, onEnded = () => undefined } = options
  const hub = createStreamHub(options)
  const reader = createLogReader(options)
  const start = createStartPositions(options)
  const slots = createStreamSlots(options.limits)
  const limitReads = pLimit(maxConcurrentReads)
  const open = new Set<StreamEntry>()
  let heartbeatAtMs = now() + heartbeatEveryMs

  /** `cursor`: after the last message that was sent. `isLive`: whether all that the watermarks cover was sent. */
  function toHeartbeat({ encode }: StreamReader, cursor: string | null, isLive: boolean): Buffer {
    const data = { timestamp_ms: now(), watermarks: isLive ? watermarks.all() : [] }
    return encode('heartbeat', cursor, JSON.stringify(data))
  }

  async function sendHeartbeats(): Promise<void> {
    const cursorCodec = await options.loadCursorCodec()
    const known = new Map<string, Map<StreamReader['encode'], Buffer>>()
    for (const stream of open) {
      const { reader: of } = stream
      if (!stream.isAuthorized()) {
        of.end('invalid_api_key', 'The API key of this stream was revoked')
        continue
      }
      const own = of.ownPositions()
      if (own) of.write(toHeartbeat(of, cursorCodec.toCursor(own), false))
      if (!of.isLive()) continue
      const topics = topicsOf(of.subscription)
      const ofTopics = known.get(topics.join()) ?? new Map<StreamReader['encode'], Buffer>()
      known.set(topics.join(), ofTopics)
      const bytes = ofTopics.get(of.encode) ?? toHeartbeat(of, hub.cursorOf(topics), true)
      ofTopics.set(of.encode, bytes)
      hub.sendTo(of, bytes)
    }
  }

  function check(): void {
    const nowMs = now()
    let live = 0
    for (const { reader: of } of open) {
      if (of.isLive()) live += 1
      const blockedSinceMs = of.blockedSinceMs()
      if (blockedSinceMs !== null && nowMs - blockedSinceMs > slowAfterMs)
        of.end('slow_reader', slowMessage)
    }
    options.onCounts?.({ open: open.size, live })
    if (nowMs < heartbeatAtMs) return
    heartbeatAtMs = nowMs + heartbeatEveryMs
    sendHeartbeats().catch(options.onFailure)
  }

  const timer = setInterval(check, checkEveryMs)
  timer.unref()

  return {
    /**
     * Opens a stream. Rejects with a RequestError: 422 for a cursor that cannot be used, 429 or 503 if too many
     * streams are open.
     */
    async open(request: StreamRequest): Promise<OpenedStream> {
      const { subscription, after, accountId, isAuthorized } = request
      const free = slots.acquire(accountId)
      try {
        const topics = topicsOf(subscription)
        const codec = await hub.start(options.loadCursorCodec)
        const given =
          after && (await start.positionsOfCursor(after.cursor, topics, after.location, codec))
        return {
          close: free,
          attachConnection(connection) {
            const made: StreamReader = createStreamReader({
              ...options,
              subscription,
              connection,
              reader,
              limitReads,
              cursorCodec: codec,
              joinHub: (positions) => hub.join(made, positions),
            })
            const stream = { reader: made, isAuthorized }
            open.add(stream)
            connection.onClose(() => {
              open.delete(stream)
              hub.removeReader(made)
              free()
              onEnded(made.close())
            })
            const positions = newestPositionsOf(options.recent, topics)
            for (const [topic, offsets] of given?.positions ?? []) positions.set(topic, offsets)
            made.write(toHeartbeat(made, codec.toCursor(positions, given?.partlySent), !given))
            made.start(positions, given?.partlySent ?? null)
          },
        }
      } catch (error) {
        free()
        throw error
      }
    },
    /** Ends all streams, with an error that tells the clients to connect again. */
    endAllStreams(): void {
      for (const { reader: of } of open)
        of.end('server_stopping', 'The server stops; connect again with the last id')
    },
    stop(): void {
      clearInterval(timer)
      hub.stop()
    },
  }
}

export type Streams = ReturnType<typeof createStreams>
