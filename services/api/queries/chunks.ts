// Splits queries about many markets, because a query parameter can have at most 128 KB.

const idsPerQuery = 1000

export async function inChunks<Row>(
  ids: readonly string[],
  query: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const results: Promise<readonly Row[]>[] = []
  for (let i = 0; i < ids.length; i += idsPerQuery)
    results.push(query(ids.slice(i, i + idsPerQuery)))
  return (await Promise.all(results)).flat()
}
