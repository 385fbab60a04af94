// Requests objects by their ids, with several requests.
import pLimit from 'p-limit'

/** With several requests at a time, one is parsed while another one is on its way. */
const requestsAtATime = 3

/** Calls `request` with at most `idsPerRequest` of the ids each time. Rejects with the first error. */
export async function requestInParts<T>(
  ids: readonly string[],
  idsPerRequest: number,
  request: (someIds: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, n) =>
    ids.slice(n * idsPerRequest, (n + 1) * idsPerRequest),
  )
  const limit = pLimit(requestsAtATime)
  try {
    return (await limit.map(parts, request)).flat()
  } finally {
    // after an error, the other requests would be useless
    limit.clearQueue()
  }
}
