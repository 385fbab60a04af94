// Repeats requests that may have returned the response of another request: caches and faults of the
// platforms do that without an error.

/**
 * Fetches again while `isSuspicious` is true for the result, at most `maxRefetches` times; then the
 * result is accepted.
 */
export async function refetchWhile<T>(
  isSuspicious: (fetched: T) => boolean,
  maxRefetches: number,
  fetch: () => Promise<T>,
): Promise<T> {
  let fetched = await fetch()
  for (let refetches = 0; refetches < maxRefetches && isSuspicious(fetched); refetches += 1)
    fetched = await fetch()
  return fetched
}
