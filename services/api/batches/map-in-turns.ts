// Converts the items of a batch, with other requests in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** About a millisecond. */
const itemsPerTurn = 50

/** Like map. Rejects with what `convert` throws. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerTurn === 0) await nextTurn()
    results.push(convert(item, index))
  }
  return results
}
