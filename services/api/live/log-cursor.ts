// The cursor of a client that follows the log. It contains a digest of the log's identity, the positions of the client,
// and a checksum, like the cursors of lists. It is opaque to clients.
import { createHash } from 'node:crypto'
import { encodeCursorContent, decodeCursorContent } from '../cursor.ts'
import { liveTopics, type LiveTopic, type Positions } from './positions.ts'

const version = 1
const digestBytes = 6
/** Maximum length of an encoded offset: offsets are safe integers, which have at most 8 groups of 7 bits. */
const maxVarintBytes = 8
/**
 * The first of the four bytes that encode a PartlySentRecord. It stands where an index in `liveTopics` would stand
 * otherwise.
 */
const partlySentMark = 255

/**
 * The next record of a partition, if some of its messages were sent to the client, but not all.
 */
export interface PartlySentRecord {
  readonly topic: LiveTopic
  readonly partition: number
  /** How many messages of the record were sent. */
  readonly messages: number
}

export type LogCursor =
  | { readonly positions: Positions; readonly partlySent: PartlySentRecord | null }
  /**
   * `garbage`: the text is not a cursor of the log. `other log`: the cursor belongs to a log with another
   * identity.
   */
  | { readonly refusal: 'garbage' | 'other log' }

/** Converts positions of one log to cursors and back. `logId`: the identity of the log. */
export function createLogCursorCodec(logId: string) {
  const digest = createHash('sha256').update(logId).digest().subarray(0, digestBytes)
  const start = Buffer.from([version, ...digest])
  return {
    toCursor(positions: Positions, partlySent: PartlySentRecord | null = null): string {
      const bytes: number[] = [...start]
      for (const [index, topic] of liveTopics.entries()) {
        const offsets = positions.get(topic)
        if (!offsets) continue
        bytes.push(index, offsets.length)
        for (const offset of offsets) pushVarint(bytes, offset)
      }
      if (partlySent) {
        const { topic, partition, messages } = partlySent
        bytes.push(partlySentMark, liveTopics.indexOf(topic), partition, messages)
      }
      return encodeCursorContent(Buffer.from(bytes))
    },
    parse(text: string): LogCursor {
      const bytes = decodeCursorContent(text)
      if (!bytes || bytes[0] !== version || bytes.length < start.length)
        return { refusal: 'garbage' }
      if (!bytes.subarray(0, start.length).equals(start)) return { refusal: 'other log' }
      return parseCursorContent(bytes.subarray(start.length)) ?? { refusal: 'garbage' }
    },
  }
}

export type LogCursorCodec = ReturnType<typeof createLogCursorCodec>

/**
 * Appends the value in groups of 7 bits, lowest group first, as in Protocol Buffers. Divides the value instead of
 * shifting it, because JavaScript shifts only 32 bits.
 */
function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Parses the content of a cursor. The content can be any bytes, because anyone can compute the checksum. */
function parseCursorContent(bytes: Buffer): LogCursor | null {
  const positions = new Map<LiveTopic, readonly number[]>()
  let at = 0

  function readVarint(): number | null {
    let value = 0
    for (let i = 0; i < maxVarintBytes; i += 1) {
      const byte = bytes[at]
      if (byte === undefined) return null
      at += 1
      value += (byte % 128) * 128 ** i
      if (byte < 128) return Number.isSafeInteger(value) ? value : null
    }
    return null
  }

  while (at < bytes.length && bytes[at] !== partlySentMark) {
    const topic = liveTopics[bytes[at] as number]
    const count = bytes[at + 1]
    if (topic === undefined || count === undefined || positions.has(topic)) return null
    at += 2
    const offsets: number[] = []
    while (offsets.length < count) {
      const offset = readVarint()
      if (offset === null) return null
      offsets.push(offset)
    }
    positions.set(topic, offsets)
  }
  if (at === bytes.length) return { positions, partlySent: null }
  const [, index = 0, partition = 0, messages = 0] = bytes.subarray(at)
  const topic = liveTopics[index]
  if (bytes.length !== at + 4 || topic === undefined) return null
  return { positions, partlySent: { topic, partition, messages } }
}
