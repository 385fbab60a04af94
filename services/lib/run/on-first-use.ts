// Postpones work until its result is needed.

/** Returns a function that calls `create` on its first call, and returns the result of this first call every time. */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | null = null
  return () => (created ??= { value: create() }).value
}
