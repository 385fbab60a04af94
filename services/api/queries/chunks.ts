// Questions about many markets, a bounded number at a time: a parameter may be 128 KB long at most.

const idsPerQuery = 1000

export async function inChunks<Row>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const answers: Promise<readonly Row[]>[] = []
  for (let i = 0; i < ids.length; i += idsPerQuery) answers.push(ask(ids.slice(i, i + idsPerQuery)))
  return (await Promise.all(answers)).flat()
}
