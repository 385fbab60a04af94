// The cursor of a page of trades: opaque to clients, it carries the market and the last trade that
// was shown, with a checksum, so that garbage, a changed letter or another market's cursor is told
// from a good one. It hides nothing and grants nothing.
import { createHash } from 'node:crypto'

/** A trade's place in the order of facts. */
export interface TradePlace {
  readonly timestampMs: number
  readonly id: string
}

const checksumBytes = 6
/** The year 2100. */
const latestMs = 4_102_444_800_000

export function toCursor(marketId: string, { timestampMs, id }: TradePlace): string {
  const content = Buffer.from(JSON.stringify([marketId, timestampMs, id]))
  return Buffer.concat([checksumOf(content), content]).toString('base64url')
}

/** null: not a cursor of this market's trades. */
export function parseCursor(cursor: string, marketId: string): TradePlace | null {
  const bytes = Buffer.from(cursor, 'base64url')
  const content = bytes.subarray(checksumBytes)
  if (!checksumOf(content).equals(bytes.subarray(0, checksumBytes))) return null
  const place = parseContent(content.toString(), marketId)
  // base64 has several spellings of the same bytes; only ours is a cursor
  return place && toCursor(marketId, place) === cursor ? place : null
}

/** A checksum can be computed by anyone: what it covers is looked at as well. */
function parseContent(text: string, marketId: string): TradePlace | null {
  try {
    const [market, timestampMs, id] = JSON.parse(text) as unknown[]
    if (market !== marketId || typeof id !== 'string' || !isTime(timestampMs)) return null
    return { timestampMs, id }
  } catch {
    return null
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= latestMs
}

function checksumOf(content: Buffer): Buffer {
  return createHash('sha256')
    .update('trades cursor 1')
    .update(content)
    .digest()
    .subarray(0, checksumBytes)
}
