// One reader of the stream. While it is behind, it reads records from the log and from memory by itself, at the pace of
// its connection. When it has caught up, the hub sends to it, the same bytes as to the other readers of its group.
// docs/decisions/045-streams.md describes the states.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { PartlySentRecord } from './log-cursor.ts'
import type { MutablePositions } from './positions.ts'
import {
  readChunk,
  type ChunkOptions,
  type UnsentChunk,
  type ReadingState,
} from './stream-chunk.ts'
import type { StreamConnection } from './stream-connection.ts'

export interface StreamReaderOptions extends Omit<ChunkOptions, 'encode'> {
  readonly connection: StreamConnection
  /**
   * Lets the reader join the hub. `joined`: the reader has received everything that the hub has sent, and the hub sends
   * to it from now on. `behind`: the reader must continue to read. `ahead`: the reader has received more than the hub
   * has sent; notify() is called when the hub has sent more.
   */
  readonly joinHub: (positions: MutablePositions) => 'joined' | 'behind' | 'ahead'
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}

export type StreamReader = ReturnType<typeof createStreamReader>

export const slowMessage =
  'The connection did not take the messages fast enough; connect again with the last id'

/**
 * Time between two attempts to read candles. The memory of the api may be unable to load candles until it reads the
 * positions of the store again, which it does once a second.
 */
const candleRetryMs = 200

export function createStreamReader(options: StreamReaderOptions) {
  const { subscription, connection, reader, now } = options
  const { encode } = connection
  /** What the reader has received, if it reads by itself; null while the hub sends to it. */
  let ownState: ReadingState | null = null
  let blockedSinceMs: number | null = null
  let isReading = false
  let endedWith: string | null = null
  /**
   * Whether the reader has joined the hub. Stays true while the reader reads by itself because its connection accepted
   * no bytes: if the records that it needs are then removed from memory, the connection is too slow.
   */
  let wasLive = false

  function write(bytes: Buffer): void {
    if (!connection.write(bytes)) blockedSinceMs ??= now()
  }

  function end(type: string, msg: string): void {
    if (endedWith !== null) return
    endedWith = type
    connection.write(encode('error', null, JSON.stringify({ type, msg })))
    connection.end()
  }

  const canRead = (): boolean => endedWith === null && blockedSinceMs === null

  /** Encodes messages; tries again while their candles cannot be read. Resolves with null if the stream has ended. */
  async function encodeWithRetries(toBytes: UnsentChunk['toBytes']): Promise<Buffer | null> {
    while (endedWith === null) {
      const bytes = await toBytes()
      if (bytes) return bytes
      await sleep(candleRetryMs)
    }
    return null
  }

  /** Reads a chunk and sends it. Returns whether the reader must read the next chunk at once. */
  async function readNextChunk(state: ReadingState): Promise<boolean> {
    if (wasLive && !reader.hasRecordsInMemory(state.positions)) {
      end('slow_reader', slowMessage)
      return false
    }
    const { toBytes, after } = await readChunk({ ...options, encode }, state)
    const bytes = await encodeWithRetries(toBytes)
    if (endedWith !== null || !bytes) return false
    if (bytes.length > 0) write(bytes)
    ownState = after
    if (!canRead()) return false
    const joined = options.joinHub(after.positions)
    if (joined === 'joined') {
      ownState = null
      wasLive = true
    }
    return joined === 'behind'
  }

  async function catchUp(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (ownState && canRead() && (await readNextChunk(ownState))) await nextTurn()
    } catch (error) {
      options.onFailure(error)
      end('internal_error', 'The stream cannot go on; connect again with the last id')
    } finally {
      isReading = false
    }
  }

  connection.onDrain(() => {
    blockedSinceMs = null
    void catchUp()
  })

  return {
    subscription,
    encode,
    /** Begins after these positions. */
    start(positions: MutablePositions, partlySent: PartlySentRecord | null): void {
      ownState = { positions, partlySent }
      void catchUp()
    },
    /** Continues to read, if the reader reads by itself. Must be called when the hub has sent more records. */
    notify: (): void => void catchUp(),
    /** Sends bytes of the hub. `positionsAfter`: returns a copy of the positions of the hub after these bytes. */
    send(bytes: Buffer, positionsAfter: () => MutablePositions): void {
      if (ownState || endedWith !== null) return
      write(bytes)
      if (blockedSinceMs !== null) ownState = { positions: positionsAfter(), partlySent: null }
    },
    /**
     * Must be called when the hub does not send the records after the positions to this reader. The reader then reads
     * these records by itself.
     */
    continueFromLog(positions: MutablePositions): void {
      ownState ??= { positions, partlySent: null }
      wasLive = false
    },
    isLive: (): boolean => ownState === null && endedWith === null,
    /**
     * Returns the positions up to which records were sent, if the reader reads by itself. Returns null if the hub sends
     * to the reader, if its connection accepts no bytes, or if a record was sent only partly.
     */
    ownPositions: (): MutablePositions | null =>
      canRead() && ownState?.partlySent === null ? ownState.positions : null,
    /**
     * Must be called when the connection is closed. Returns the type of the error that ended the stream, or
     * `closed` if the client has closed it.
     */
    close: (): string => (endedWith ??= 'closed'),
    /**
     * Returns since when the connection has accepted no bytes, in Unix milliseconds; null if it accepts bytes.
     */
    blockedSinceMs: (): number | null => blockedSinceMs,
    write,
    end,
  }
}
