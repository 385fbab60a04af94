// Splits queries about many markets, because a query parameter can have at most 128 KB.
import pLimit from 'p-limit'

const idsPerQuery = 1000
/**
 * Limit for the sum of bytesOfId() in one query. It is less than half of 128 KB, because a quote or backslash takes two
 * bytes in a parameter.
 */
const bytesPerQuery = 56 * 1024
/** More would encode their parameters in one turn of the event loop, which takes a millisecond for each query. */
const queriesAtATime = 2
const bytesOfId = (id: string): number => Buffer.byteLength(id) + 2

export async function queryInChunks<Row>(
  ids: readonly string[],
  query: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const limit = pLimit(queriesAtATime)
  try {
    return (await limit.map(toChunks(ids), query)).flat()
  } finally {
    // after a failure, the other queries would be useless
    limit.clearQueue()
  }
}

function toChunks(ids: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = []
  let bytes = Infinity
  for (const id of ids) {
    bytes += bytesOfId(id)
    const last = chunks.at(-1)
    if (last && bytes <= bytesPerQuery && last.length < idsPerQuery) last.push(id)
    else {
      chunks.push([id])
      bytes = bytesOfId(id)
    }
  }
  return chunks
}
