// Repeats a request whose response may belong to another request, because caches and faults of the platforms
// return such responses without an error.

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
