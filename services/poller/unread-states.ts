// The states of a task that runs in this process. The task stores a state after its checkpoint was appended, and the
// checkpoint view reads the checkpoint from the log at about the same time. A task has its own copy of a state only until
// the view has the same state, so nearly all states are in memory only once.
import { isDeepStrictEqual } from 'node:util'
import type { ReadonlyStates, States } from './states.ts'

/** The part of the view that contains the states. */
type ReadStates<S> = Pick<ReadonlyStates<S>, 'get' | 'has'>

export interface UnreadStates<S> {
  get(id: string): S | undefined
  has(id: string): boolean
  set(id: string, state: S): void
  /** Drops the task's own copy. */
  delete(id: string): void
  /** To be called after the view has stored the state with this JSON text. */
  noteRead(id: string, text: string): void
  /** To be called after the view has removed its state. */
  noteRemoved(id: string): void
  /** The task's own copies. */
  readonly own: ReadonlyMap<string, S>
  /** The ids of the own copies of which the view has no state. */
  readonly unlisted: ReadonlySet<string>
}

export function createUnreadStates<S>(view: ReadStates<S>): UnreadStates<S> {
  const own = new Map<string, S>()
  const unlisted = new Set<string>()

  function drop(id: string): void {
    own.delete(id)
    unlisted.delete(id)
  }

  return {
    get: (id) => own.get(id) ?? view.get(id),
    has: (id) => own.has(id) || view.has(id),
    set(id, state) {
      const read = view.get(id)
      if (read === undefined) unlisted.add(id)
      if (isDeepStrictEqual(read, state)) drop(id)
      else own.set(id, state)
    },
    delete: drop,
    noteRead(id, text) {
      unlisted.delete(id)
      if (own.has(id) && JSON.stringify(own.get(id)) === text) own.delete(id)
    },
    noteRemoved(id) {
      if (own.has(id)) unlisted.add(id)
    },
    own,
    unlisted,
  }
}

export interface TaskStates<S, Part = S>
  extends States<S, Part>, Omit<UnreadStates<S>, 'own' | 'unlisted' | 'set'> {}

/** As createUnreadStates(), with all functions of `States`. */
export function createTaskStates<Part, S extends Part>(
  view: ReadonlyStates<S, Part>,
): TaskStates<S, Part> {
  const { own, unlisted, ...states } = createUnreadStates(view)

  function* entries(): Generator<readonly [string, Part]> {
    for (const [id, part] of view) yield [id, own.get(id) ?? part]
    for (const entry of own) if (unlisted.has(entry[0])) yield entry
  }

  return {
    ...states,
    *keys() {
      yield* view.keys()
      yield* unlisted
    },
    *values() {
      for (const [, part] of entries()) yield part
    },
    [Symbol.iterator]: entries,
    get size() {
      return view.size + unlisted.size
    },
  }
}
