// Facts of the replay of a range: what a raw record is mapped to, and how the result is compared with the record in the
// unified topic. A fact is a market, an event, a trade, an order book or an activity of a wallet.
import { createHash } from 'node:crypto'
import type { Book, Market, TopicValues, Trade } from '../../../schemas/generated/events.ts'
import { bookRefusal, marketRefusal, tradeRefusal } from '../../domain/refusals.ts'
import type { StageResult } from '../../lib/run/stage.ts'
import { roles, type InputTopicOf, type OutputTopicOf } from '../../topology.ts'

export type RawTopic = InputTopicOf<'normalizer'>
export type UnifiedTopic = OutputTopicOf<'normalizer'>

export const rawTopics: readonly RawTopic[] = roles.normalizer.reads

/** The unified topics to which the facts of each raw topic are appended. */
export const unifiedTopicsOf = {
  'raw.markets': ['markets', 'events'],
  'raw.trades': ['trades'],
  'raw.books': ['books'],
  'raw.provisional-trades': ['provisional-trades'],
  'raw.wallets': ['wallet-activity'],
} as const satisfies Record<RawTopic, readonly UnifiedTopic[]>

/**
 * Whether consumers of the facts of this topic take the record that was appended last as the current state of its key.
 */
export const hasCurrentState = (topic: RawTopic): boolean =>
  topic === 'raw.markets' || topic === 'raw.books'

type FactValue = Readonly<Record<string, unknown>> & {
  readonly origin: { readonly topic: string; readonly partition: number; readonly offset: number }
}

export interface Fact {
  readonly topic: UnifiedTopic
  readonly value: FactValue
}

/** Returns the fact in a record of a unified topic; null for a watermark. */
export function toFact<T extends UnifiedTopic>(topic: T, record: TopicValues[T]): Fact | null {
  const value = 'trade' in record ? record.trade : 'activity' in record ? record.activity : record
  return value && { topic, value: value as object as FactValue }
}

/** What the present code makes of a raw record. */
export type MappedRecord =
  | { readonly fact: Fact }
  | { readonly drop: string }
  | { readonly deadLetter: string; readonly detail: string }

/** The normalizer emits one record for each raw record that it neither drops nor rejects. */
export function toMappedRecord(result: StageResult<UnifiedTopic>): MappedRecord {
  if (!('emit' in result)) return result
  const [record] = result.emit
  const fact = record ? toFact(record.topic, record.value) : null
  return fact ? { fact } : { drop: 'no_fact' }
}

export interface Difference {
  /** The path of the field, for example `outcomes[0].label`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * Fields that determine in which row of the store a fact is stored, or which of two records of the same fact is valid.
 * If one of them has changed, appending the fact would leave the earlier row in the store in addition to the new one.
 */
const identityFields: Readonly<Record<UnifiedTopic, readonly string[]>> = {
  markets: ['id'],
  events: ['id'],
  trades: ['market_id', 'timestamp_ms', 'id', 'wallet', 'received_at_ms'],
  // The store has no rows of provisional trades.
  'provisional-trades': [],
  books: ['market_id', 'timestamp_ms'],
  'wallet-activity': ['wallet', 'timestamp_ms', 'id', 'received_at_ms'],
}

/** Whether the stored row of this fact would remain in addition to the new row if the changed fact were appended. */
export function leavesEarlierRow(
  { topic, value }: Fact,
  differences: readonly Difference[],
): boolean {
  const isOther = differences.some(
    ({ field, before }) => before !== null && identityFields[topic].includes(field),
  )
  return isOther && !isRefusedByProjector(topic, value)
}

/** Whether the projector has left out the row because a value is out of range. */
function isRefusedByProjector(topic: UnifiedTopic, value: object): boolean {
  if (topic === 'trades') return tradeRefusal(value as Trade) !== null
  if (topic === 'books') return bookRefusal(value as Book) !== null
  return topic === 'markets' && marketRefusal(value as Market) !== null
}

/** Returns the fields in which the values differ. A field that is absent equals one that is null. */
export function findDifferences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    if ((before ?? null) === (after ?? null)) return []
    return [{ field: path, before: before ?? null, after: after ?? null }]
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) =>
    findDifferences(before[name], after[name], toPath(path, name, Array.isArray(after))),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function toPath(parent: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${parent}[${name}]`
  return parent === '' ? name : `${parent}.${name}`
}

/** Equal facts have the same digest, whatever the order of their fields: 16 hexadecimal digits. */
export function digestOf({ topic, value }: Fact): string {
  return createHash('sha256')
    .update(topic + toSortedJson(value))
    .digest('hex')
    .slice(0, 16)
}

function toSortedJson(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(toSortedJson).join(',')}]`
  const fields = Object.keys(value)
    .sort()
    .flatMap((name) =>
      (value[name] ?? null) === null
        ? []
        : [`${JSON.stringify(name)}:${toSortedJson(value[name])}`],
    )
  return `{${fields.join(',')}}`
}
