// Maps a raw record with the present code, and compares the result with the record in the unified topic. Used by the
// replay of a range.
import {
  digestOf,
  findDifferences,
  leavesEarlierRow,
  type Difference,
  type MappedRecord,
} from './facts.ts'
import type { ReadStoredFact, StoredFact } from './newest.ts'

/**
 * - `equal`: the unified topic has the same fact.
 * - `different`: the unified topic has the fact with other values.
 * - `new`: the unified topic has no fact of this raw record.
 * - `superseded`: a newer raw record of the same market or event is valid instead, so nothing is compared.
 * - `irreplaceable`: the unified topic has a fact that the present code would not make, or would make with another
 *   identity. Appending another record cannot undo that fact.
 * - `rejected`: the present code cannot map the record, and there is no fact.
 * - `left_out`: the present code does not need the record, and there is no fact.
 */
export type ComparisonResult = (typeof comparisonResults)[number]

export const comparisonResults = [
  'equal',
  'different',
  'new',
  'superseded',
  'irreplaceable',
  'rejected',
  'left_out',
] as const

export interface Comparison {
  /** Offset of the raw record. */
  readonly offset: number
  readonly result: ComparisonResult
  /** The unified topic of the fact; null if there is none. */
  readonly topic: string | null
  /** The id of the fact; for an order book, the id of its market. */
  readonly id: string | null
  readonly differences: readonly Difference[]
  /** Why the record is rejected or left out, otherwise empty. */
  readonly reason: string
}

export async function compareFact(
  readStoredFact: ReadStoredFact,
  {
    offset,
    mapped,
    stored,
    isSuperseded,
  }: {
    readonly offset: number
    readonly mapped: MappedRecord
    readonly stored: StoredFact | null
    readonly isSuperseded: boolean
  },
): Promise<Comparison> {
  const base = { offset, topic: null, id: null, differences: [], reason: '' }
  if (isSuperseded) return { ...base, result: 'superseded' }
  if (!('fact' in mapped)) {
    const reason = 'drop' in mapped ? mapped.drop : `${mapped.deadLetter}: ${mapped.detail}`
    const result = stored ? 'irreplaceable' : 'drop' in mapped ? 'left_out' : 'rejected'
    return { ...base, result, topic: stored?.topic ?? null, reason }
  }
  const { topic, value } = mapped.fact
  const named = { ...base, topic, id: String(value['id'] ?? value['market_id']) }
  if (stored === null) return { ...named, result: 'new' }
  if (digestOf(mapped.fact) === stored.digest) return { ...named, result: 'equal' }
  const before = await readStoredFact(stored)
  if (before === null) return { ...named, result: 'superseded' }
  const differences = findDifferences(before.value, value)
  const isIrreplaceable = before.topic !== topic || leavesEarlierRow(before, differences)
  return { ...named, result: isIrreplaceable ? 'irreplaceable' : 'different', differences }
}
