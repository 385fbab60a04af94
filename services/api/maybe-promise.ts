// Values that are often there at once: an answer from memory needs no promise, one from the store does.

export type MaybePromise<T> = T | Promise<T>

/** Calls `use` with the value: at once, or when the promise has resolved. */
export function chain<T, Result>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(use) : use(value)
}
