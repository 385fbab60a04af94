// Values that are available at once in the common case. A promise for each of them would cost more than
// the work itself.

export type MaybePromise<T> = T | Promise<T>

/** Like `then`. If the value is available, `onValue` is called at once, and its result returned as it is. */
export function chain<T, R>(
  value: MaybePromise<T>,
  onValue: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(onValue) : onValue(value)
}
