// The messages that a reader, or a group of readers, receives for a chunk of records. If several trades of the chunk
// change the same candle, only the last of them has a message with the candle, which includes all of these trades. A
// client that resumes at a cursor before this message receives the last trade again, and with it the candle.
import { bucketStartS } from '../../domain/candle.ts'
import { chain, isPromise, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { StreamCandleReader } from './stream-candles.ts'
import type { CandleChange } from './messages.ts'
import type { StreamEncoding } from './stream-encoding.ts'
import type { CandleChannel } from './subscription.ts'

/** Estimated bytes of the message of a candle. */
const candleBytes = 400
const emptyMessage = Buffer.alloc(0)

export class MessageChunk {
  /** Encoded messages, and functions that read a candle and encode its message. */
  private readonly parts: (Buffer | (() => MaybePromise<Buffer | null>))[] = []
  /** By bucket and market: the index in `parts` of the message of this candle. */
  private readonly candles = new Map<string, number>()
  private readonly encode: StreamEncoding
  /** Number of bytes of all messages; the bytes of candles are estimated. */
  bytes = 0

  constructor(encode: StreamEncoding) {
    this.encode = encode
  }

  add(message: Buffer): void {
    this.parts.push(message)
    this.bytes += message.length
  }

  /** Adds the message of a candle. `id`: the cursor of the message. */
  addCandle(
    { marketIds: [marketId], tradedAtMs }: CandleChange,
    id: string,
    { interval, read }: CandleChannel,
  ): void {
    const startS = bucketStartS(interval, Math.floor(tradedAtMs / 1000))
    const bucket = `${startS} ${marketId}`
    const earlier = this.candles.get(bucket)
    if (earlier === undefined) this.bytes += candleBytes
    else this.parts[earlier] = emptyMessage
    this.candles.set(bucket, this.parts.length)
    this.parts.push(() =>
      chain(read(interval, marketId, startS), (found) =>
        found ? Buffer.concat(found.map((json) => this.encode('candles', id, json))) : null,
      ),
    )
  }

  /**
   * Returns the bytes of all messages; null if a candle cannot be read now, in which case the caller can try again
   * later. Candles that are not in memory are loaded one after the other.
   */
  toBytes(): MaybePromise<Buffer | null> {
    const encoded: Buffer[] = []
    const encodeFrom = (start: number): MaybePromise<Buffer | null> => {
      for (let i = start; i < this.parts.length; i += 1) {
        const part = this.parts[i] ?? emptyMessage
        const bytes = Buffer.isBuffer(part) ? part : part()
        if (isPromise(bytes))
          return bytes.then((loadedBytes) => {
            if (loadedBytes) encoded.push(loadedBytes)
            return loadedBytes && encodeFrom(i + 1)
          })
        if (bytes === null) return null
        encoded.push(bytes)
      }
      return Buffer.concat(encoded)
    }
    return encodeFrom(0)
  }
}

/** The results of a StreamCandleReader, by interval, bucket and market. */
export type CandleReads = Map<string, ReturnType<StreamCandleReader>>

/**
 * Returns a channel that reads each candle only once for all chunks of one turn of the event loop. `candleReads`: the
 * results that were read in this turn.
 */
export function shareCandleReads(
  { interval, read }: CandleChannel,
  candleReads: CandleReads,
): CandleChannel {
  return {
    interval,
    read(of, marketId, startS) {
      const key = `${of} ${startS} ${marketId}`
      let found = candleReads.get(key)
      if (found === undefined) candleReads.set(key, (found = read(of, marketId, startS)))
      return found
    },
  }
}
