/**
 * The functions of a `Map` with which states are read, by id. `get` may return a new object each time. An iteration may
 * miss a state that is removed and stored again meanwhile.
 */
export interface ReadonlyStates<S> extends Iterable<readonly [id: string, state: S]> {
  get(id: string): S | undefined
  has(id: string): boolean
  keys(): Iterable<string>
  values(): Iterable<S>
  readonly size: number
}

/** A state must not be changed after `set`. */
export interface States<S> extends ReadonlyStates<S> {
  set(id: string, state: S): unknown
}
