// Creates and connects the services for clients that follow the log: streams, the list of trades after a cursor, and
// what they need.
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { createBookStates, type BookStates } from '../history/book-states.ts'
import { createProvisionalTrades, type ProvisionalTrades } from '../history/provisional-trades.ts'
import { createCursorCodecLoader } from './cursor-source.ts'
import { createLiveLog, type LiveLog } from './live-log.ts'
import { createMessageConverter } from './messages.ts'
import { createRecentRecords, type RecentRecords } from './recent-records.ts'
import { createStreams, type Streams, type StreamsOptions } from './streams.ts'
import { createTapeWatermarks } from './tape-watermarks.ts'

export interface LiveOptions extends Pick<
  StreamsOptions,
  'limits' | 'now' | 'onFailure' | 'onCounts' | 'onEnded' | 'checkEveryMs'
> {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Number of partitions of the topic `trades`. */
  readonly partitions: number
  /** Memory for the newest records. */
  readonly maxBytes: number
  /** See LiveLogOptions. */
  readonly maxLogRecords?: number
}

export interface LiveServices {
  /** Must receive the records of all followed topics. */
  readonly recent: RecentRecords
  readonly liveLog: LiveLog
  readonly streams: Streams
  /** Must receive the records of `provisional-trades` and `trades`. */
  readonly provisionalTrades: ProvisionalTrades
  /** Must receive the records of `book-states`. */
  readonly bookStates: BookStates
}

export function createLiveServices(options: LiveOptions): LiveServices {
  const { codec, topicPrefix, partitions } = options
  const recent = createRecentRecords(options.maxBytes)
  const commonOptions = { ...options, recent, loadCursorCodec: createCursorCodecLoader(options) }
  const streams = createStreams({
    ...commonOptions,
    messagesOf: createMessageConverter(codec, topicPrefix),
    watermarks: createTapeWatermarks(codec, topicPrefix, partitions),
  })
  return {
    recent,
    liveLog: createLiveLog(commonOptions),
    streams,
    provisionalTrades: createProvisionalTrades(options),
    bookStates: createBookStates(options),
  }
}
