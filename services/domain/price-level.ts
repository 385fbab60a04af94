// Detects that a price has crossed a level.
import type { Decimal } from './money.ts'

export type CrossingDirection = 'up' | 'down'

/**
 * Returns the direction in which the price crossed the level, or null if it did not. A price at the level counts as
 * above it. `up`: from below the level to the level or above. `down`: from the level or above to below the level.
 * Crossings up and down therefore alternate. Without an earlier price (null) there is no crossing.
 */
export function crossingOf(
  before: Decimal | null,
  price: Decimal,
  level: number,
): CrossingDirection | null {
  if (before === null) return null
  const wasAbove = Number(before) >= level
  const isAbove = Number(price) >= level
  if (wasAbove === isAbove) return null
  return isAbove ? 'up' : 'down'
}
