// Runs a stage on its role's topics: decodes each record, asks the stage what becomes of it, and
// hands what it emits to the log, together with the new position. Three fates, by value.
import type { Topic, Emitted, Reads, Role, Writes } from '../../topology.ts'
import type { TopicValues } from '../../../schemas/generated/events.ts'

/** A decoded record of topic T. */
export type StageRecord<T extends Topic> = {
  readonly [K in T]: {
    readonly topic: K
    readonly partition: number
    readonly offset: number
    readonly key: string | null
    readonly value: TopicValues[K]
  }
}[T]

/** What becomes of one record. */
export type Outcome<T extends Topic> =
  | { readonly emit: readonly Emitted<T>[] }
  /** Not for us, for a known reason: counted by it. */
  | { readonly drop: string }
  /** Cannot be worked on: its bytes go to dead-letters. `reason` from a short fixed list, `detail` free. */
  | { readonly deadLetter: string; readonly detail: string }

/** A stage that maps each record by itself. Must not throw for any record, whatever is in it. */
export type Transform<R extends Role> = (record: StageRecord<Reads<R>>) => Outcome<Writes<R>>

/** A stage that writes batches to somewhere else. Throws only when that place fails. */
export type Sink<R extends Role> = (
  batch: readonly StageRecord<Reads<R>>[],
  signal: AbortSignal,
) => Promise<void>
