// Postpones work until its result is needed.

/** Returns a function that calls `create` once, when it is called first, and always returns its result. */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | null = null
  return () => (created ??= { value: create() }).value
}
