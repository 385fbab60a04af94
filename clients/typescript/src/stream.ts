// Follows /v1/stream: reads its server-sent events, and connects again after the last one if the connection breaks.
import type { RequestOptions } from './answer.ts'
import { ConnectionError, StreamError } from './errors.ts'
import type {
  OpenStreamInput,
  OrderBook,
  StreamCandle,
  StreamHeartbeat,
  StreamMarket,
  StreamMatch,
  StreamProvisionalTrade,
  StreamQuote,
  Trade,
} from './generated/types.ts'
import type { Call } from './paging.ts'
import { backoff, wait, type RetryPolicy } from './retry.ts'

interface Message<Type extends string, Data> {
  readonly type: Type
  /** The position after this message: `after` of a program that goes on later. Null if it has none. */
  readonly id: string | null
  readonly data: Data
}

/** A message of a channel, or a heartbeat: the first message, and then one every 15 seconds. */
export type StreamMessage =
  | Message<'trades', Trade>
  | Message<'quotes', StreamQuote>
  | Message<'books', OrderBook>
  | Message<'candles', StreamCandle>
  | Message<'markets', StreamMarket>
  | Message<'matches', StreamMatch>
  | Message<'provisional_trades', StreamProvisionalTrade>
  | Message<'heartbeat', StreamHeartbeat>

type ErrorMessage = Message<'error', { readonly type: string; readonly msg: string }>

/** A connection that is silent for three heartbeats is broken. */
const longestSilenceMs = 45_000

export async function* followStream(
  call: Call,
  policy: RetryPolicy,
  input: OpenStreamInput,
  options: RequestOptions = {},
  silenceMs = longestSilenceMs,
): AsyncGenerator<StreamMessage, void, undefined> {
  let { after } = input
  for (let failures = 0; ; failures += 1) {
    const { data } = await call('openStream', { ...input, after }, options)
    const messages = readMessages(data as ReadableStream<Uint8Array>, silenceMs, options.signal)
    for await (const message of messages) {
      failures = 0
      after = message.id ?? after
      yield message
    }
    if (failures >= policy.retries)
      throw new ConnectionError(`the stream ended ${failures + 1} times without a message`)
    await wait(backoff(failures), options.signal)
  }
}

/** Ends when the connection does. Throws a StreamError that another connection would have, too. */
async function* readMessages(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parse = createEventParser()
  try {
    for (;;) {
      const chunk = await within(silenceMs, reader.read()).catch(() => null)
      signal?.throwIfAborted()
      if (!chunk?.value) return
      for (const message of parse(decoder.decode(chunk.value, { stream: true }))) {
        if (message.type !== 'error') yield message
        else if (message.data.type === 'invalid_api_key')
          throw new StreamError(message.data.type, message.data.msg)
        else return
      }
    }
  } finally {
    // the connection may be broken
    await reader.cancel().catch(() => {})
  }
}

/** Returns a parser that takes the text of a stream piece by piece, and returns the messages that are complete. */
function createEventParser(): (text: string) => readonly (StreamMessage | ErrorMessage)[] {
  let rest = ''
  let fields: Record<string, string> = {}
  return (text) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    const messages: (StreamMessage | ErrorMessage)[] = []
    for (const line of lines) {
      // s: a text may have characters that are line ends in JavaScript only
      const [, name = '', value = ''] = /^(\w+):? ?(.*)$/s.exec(line) ?? []
      if (name !== '') fields[name] = value
      if (line !== '' || fields['data'] === undefined) continue
      const { event: type, id = null, data } = fields
      messages.push({ type, id, data: JSON.parse(data) } as StreamMessage | ErrorMessage)
      fields = {}
    }
    return messages
  }
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('silent')), ms)
  })
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer))
}
