// Ids of platform_b.
import { hexOf } from '../random.ts'

/** An id in the form of a UUID, derived from a text. */
export function uuidOf(text: string): string {
  const hex = hexOf(text, 32)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
