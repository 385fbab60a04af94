import { createTextPool } from '../lib/run/text-pool.ts'

/**
 * Returns the same string for equal ids of markets and events. An id is the key of several maps, and is read from
 * responses and from several checkpoints; without the pool, each of them would keep a string of its own.
 */
export const sharedId = createTextPool(500_000)
