/**
 * The functions of a `Map` with which states are read, by id. `get` may return a new object each time. An iteration may
 * miss a state that is removed and stored again meanwhile. An iteration returns only a `Part` of each state, because
 * reading the rest of all states would take long.
 */
export interface ReadonlyStates<S, Part = S> extends Iterable<readonly [id: string, part: Part]> {
  get(id: string): S | undefined
  has(id: string): boolean
  keys(): Iterable<string>
  values(): Iterable<Part>
  readonly size: number
}

/** A state must not be changed after `set`. */
export interface States<S, Part = S> extends ReadonlyStates<S, Part> {
  set(id: string, state: S): unknown
}
