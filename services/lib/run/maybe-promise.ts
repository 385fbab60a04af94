// Functions for values that are usually available at once, and otherwise a promise. A promise for each
// value would cost more than the work itself.

export type MaybePromise<T> = T | Promise<T>

/**
 * Returns whether the value is a promise. Does not use `instanceof`, which does not recognise the promises of
 * Node's own modules in tests, or `util.types.isPromise`, which is slower.
 */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | null | undefined)?.then === 'function'
}

/**
 * Like Promise.then. If the value is available, `onValue` is called at once, and its result
 * returned as it is.
 */
export function chain<T, R>(
  value: MaybePromise<T>,
  onValue: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromise(value) ? value.then(onValue) : onValue(value)
}

/** Like Promise.all. If all values are available, they are returned as they are. */
export function allOf<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  const isAvailable = (value: MaybePromise<T>): value is T => !isPromise(value)
  return values.every(isAvailable) ? values : Promise.all(values)
}
