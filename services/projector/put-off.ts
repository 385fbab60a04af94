// What trade records call for beyond their rows: candles to recompute and claims to write behind
// them. Collected over some batches, so that the open minute is not read again for each.
import type { FeedProgress } from '../../schemas/generated/events.ts'
import type { StageRecord } from '../platform/run/stage.ts'
import type { TouchedMinutes } from './touched.ts'
import { mergeTouched, touch } from './touched.ts'

interface Claim {
  readonly progress: FeedProgress
  readonly partition: number
  readonly offset: number
}

export interface PutOff {
  readonly touched: TouchedMinutes
  /** The newest claim of each feed in each partition. */
  readonly claims: Map<string, Claim>
  /** First offset in here of each partition of the trades topic. */
  readonly firstOffsets: Map<number, number>
  /** Offset behind the last one in here. */
  readonly nextOffsets: Map<number, number>
  records: number
}

export function createPutOff(): PutOff {
  return {
    touched: new Map(),
    claims: new Map(),
    firstOffsets: new Map(),
    nextOffsets: new Map(),
    records: 0,
  }
}

/** `hasRow`: its trade is one that the table takes. */
export function collect(into: PutOff, record: StageRecord<'trades'>, hasRow: boolean): void {
  const { partition, offset, value } = record
  cover(into, partition, offset, offset + 1)
  into.records += 1
  if (hasRow && value.trade !== null)
    touch(into.touched, value.trade.market_id, value.trade.timestamp_ms, 1)
  if (value.progress !== null) claim(into, { progress: value.progress, partition, offset })
}

export function mergePutOff(into: PutOff, from: PutOff): void {
  mergeTouched(into.touched, from.touched)
  for (const each of from.claims.values()) claim(into, each)
  for (const [partition, first] of from.firstOffsets)
    cover(into, partition, first, from.nextOffsets.get(partition) ?? first)
  into.records += from.records
}

function cover(into: PutOff, partition: number, first: number, next: number): void {
  into.firstOffsets.set(partition, Math.min(first, into.firstOffsets.get(partition) ?? first))
  into.nextOffsets.set(partition, Math.max(next, into.nextOffsets.get(partition) ?? next))
}

function claim(into: PutOff, made: Claim): void {
  const key = `${made.partition} ${made.progress.feed}`
  const known = into.claims.get(key)
  if (known === undefined || known.offset <= made.offset) into.claims.set(key, made)
}
