import { createProportionalPause, type ProportionalPause } from '../run/proportional-pause.ts'

/**
 * How many times as long as its last batch a sink waits for more records. Its writes cost about the same however many
 * records they have, so a sink whose writes take long makes fewer of them.
 */
const lingerFactor = 4

/** `lingerMs`: see SubscribeOptions. */
export function createLinger(lingerMs: number): ProportionalPause {
  return createProportionalPause(lingerMs, lingerFactor)
}
