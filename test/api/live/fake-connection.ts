// A reader of a stream in the memory of a test, which can stop reading.
import type { StreamConnection } from '../../../services/api/live/stream-connection.ts'
import { toServerSentEvent } from '../../../services/api/live/stream-encoding.ts'
import { createMarketFilter } from '../../../services/api/live/market-filter.ts'
import type { Channel } from '../../../services/api/live/messages.ts'
import type { StreamRequest } from '../../../services/api/live/streams.ts'
import { partitionOfMarket } from './live-world.ts'

export interface ReceivedMessage {
  readonly id: string | null
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Server-sent events, as a client parses them. */
export function parseEvents(text: string): readonly ReceivedMessage[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const fields = new Map(event.split('\n').map((line) => splitLine(line)))
      return {
        id: fields.get('id') ?? null,
        type: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? 'null') as Readonly<Record<string, unknown>>,
      }
    })
}

function splitLine(line: string): readonly [string, string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}

export function createFakeConnection() {
  const chunks: Buffer[] = []
  const drains: (() => void)[] = []
  const closes: (() => void)[] = []
  let isReading = true
  let isEnded = false
  const close = (): void => {
    for (const listener of closes.splice(0)) listener()
  }
  const connection: StreamConnection = {
    encode: toServerSentEvent,
    write(bytes) {
      chunks.push(bytes)
      return isReading
    },
    onDrain: (listener) => void drains.push(listener),
    onClose: (listener) => void closes.push(listener),
    end() {
      isEnded = true
      close()
    },
  }
  return {
    connection,
    chunks,
    close,
    isEnded: (): boolean => isEnded,
    stopReading(): void {
      isReading = false
    },
    readOn(): void {
      isReading = true
      for (const listener of drains) listener()
    },
    messages: (): readonly ReceivedMessage[] => parseEvents(Buffer.concat(chunks).toString()),
    /** Without heartbeats. */
    facts: (): readonly ReceivedMessage[] =>
      parseEvents(Buffer.concat(chunks).toString()).filter(({ type }) => type !== 'heartbeat'),
  }
}

export type FakeConnection = ReturnType<typeof createFakeConnection>

export function aStream(
  changes: {
    readonly channels?: readonly Channel[]
    readonly marketIds?: readonly string[]
    readonly after?: string | null
    readonly accountId?: string
    readonly isAuthorized?: () => boolean
  } = {},
): StreamRequest {
  const { channels = ['trades'], marketIds, after = null, accountId = 'account' } = changes
  const ids = marketIds ? new Set(marketIds) : null
  return {
    subscription: {
      channels: new Set(channels),
      filter: createMarketFilter(ids, undefined, partitionOfMarket),
      key: JSON.stringify([channels, marketIds]),
    },
    after: after === null ? null : { cursor: after, location: ['query', 'after'] },
    accountId,
    isAuthorized: changes.isAuthorized ?? (() => true),
  }
}
