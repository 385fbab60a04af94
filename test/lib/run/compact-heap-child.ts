// Prints the used and the whole size of the old generation, in bytes, after six of ten objects have been removed.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

// until the option compactHeap(0) is in effect
await sleep(100)

const kept = new Map<number, unknown>()
for (let i = 0; i < 500_000; i += 1) kept.set(i, { text: `object ${i}` })
globalThis.gc?.()
for (let i = 0; i < 500_000; i += 1) if (i % 10 < 6) kept.delete(i)
// a collection moves the objects of some pages only
for (let i = 0; i < 10; i += 1) globalThis.gc?.()
const space = getHeapSpaceStatistics().find((one) => one.space_name === 'old_space')
process.stdout.write(`${space?.space_used_size} ${space?.space_size} ${kept.size}`)
