// Loads items in batches, one batch at a time. While a batch is being loaded, the items of further requests are
// collected in the next batch.

/**
 * Returns a function that resolves when the given items are loaded. An item that waits in a batch, or is being
 * loaded, is not loaded twice. If `loadBatch` rejects, all requests that wait for the batch reject.
 */
export function createBatchedLoads(
  loadBatch: (items: readonly string[]) => Promise<void>,
): (items: readonly string[]) => Promise<void> {
  interface Batch {
    readonly items: string[]
    readonly loaded: Promise<void>
  }
  const loading = new Map<string, Promise<void>>()
  let next: Batch | null = null
  let last: Promise<void> = Promise.resolve()

  function startBatch(): Batch {
    const items: string[] = []
    const loaded = last.then(async () => {
      next = null
      await loadBatch(items).finally(() => {
        for (const item of items) loading.delete(item)
      })
    })
    last = loaded.catch(() => undefined)
    return { items, loaded }
  }

  function addToNextBatch(item: string): Promise<void> {
    next ??= startBatch()
    next.items.push(item)
    return next.loaded
  }

  return async (items) => {
    for (const item of items) if (!loading.has(item)) loading.set(item, addToNextBatch(item))
    await Promise.all(new Set(items.flatMap((item) => loading.get(item) ?? [])))
  }
}
