// Reads the checkpoint of a tape, which is all that a task needs to follow the tape again: its state, and the
// identities of the rows that will be read again. How long this takes does not depend on the size of the log.
// docs/decisions/034-published-rows-of-tapes.md
import type { Platform } from '../../schemas/generated/events.ts'
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog } from '../lib/log/port.ts'
import { checkpointKey, type TapeRowsPart, type TapeState } from './checkpoints.ts'
import { maxClockDifferenceMs } from './feeds/published-trades.ts'
import { canBeValidPart, tapePartition } from './feeds/tape-rows.ts'
import { createPublishedRows, type PublishedRows } from './windows/published-rows.ts'

interface ReadOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly platform: Platform
  readonly signal: AbortSignal
}

/**
 * The search for the newest state first reads this many offsets at the end of the partition, which are nearly
 * always enough: a running tape writes its state each second.
 */
const firstOffsets = 1_024

/**
 * Reads the newest state of the platform's tape; null if there is none. Searches backwards from the end of its
 * partition, so that older checkpoints of markets are not read.
 */
export async function readTapeState(options: ReadOptions): Promise<TapeState | null> {
  const { log, codec, topicPrefix, platform, signal } = options
  const topic = `${topicPrefix}poll-checkpoints`
  const tapeKey = checkpointKey(platform, 'tape', '')
  const partition = tapePartition(platform)
  const range = (await log.ranges(topic)).find((one) => one.partition === partition)
  const { low = 0, high = 0 } = range ?? {}
  for (let until = high, offsets = firstOffsets; until > low; offsets *= 4) {
    const from = Math.max(low, until - offsets)
    let newest: Buffer | null = null
    for await (const { key, value } of log.read({ topic, partition, from, until })) {
      signal.throwIfAborted()
      if (key === tapeKey) newest = value
    }
    if (newest !== null)
      return JSON.parse(codec.decode('poll-checkpoints', newest).state) as TapeState
    until = from
  }
  return null
}

/**
 * Returns the published rows that the tape will read again; null if the checkpoint does not contain all of
 * them.
 */
export async function readTapeRows(
  options: ReadOptions & { readonly tape: TapeState },
): Promise<PublishedRows | null> {
  const { log, codec, topicPrefix, platform, tape, signal } = options
  if (tape.rows === undefined) return null
  const { firstPart, nextPart, sinceMs } = tape.rows
  const topic = `${topicPrefix}poll-checkpoints`
  const partition = tapePartition(platform)
  const keyPrefix = checkpointKey(platform, 'tape-rows', '')
  const positions = await log.offsetsAt(topic, sinceMs - maxClockDifferenceMs)
  const from = positions.find((one) => one.partition === partition)?.offset ?? 0
  const published = createPublishedRows()
  const found = new Set<number>()
  for await (const { key, value } of log.read({ topic, partition, from })) {
    signal.throwIfAborted()
    if (key?.startsWith(keyPrefix) !== true) continue
    // after several restarts in a short time, most of the parts are no longer valid
    if (!canBeValidPart(Number(key.slice(keyPrefix.length)), tape.rows)) continue
    const part = JSON.parse(codec.decode('poll-checkpoints', value).state) as TapeRowsPart
    if (part.number < firstPart || part.number >= nextPart) continue
    found.add(part.number)
    for (const [digest, timeMs, count] of part.rows)
      published.note([{ row: { marketNativeId: '', key: digest, timeMs }, repeat: count - 1 }])
  }
  return found.size === nextPart - firstPart ? published : null
}
