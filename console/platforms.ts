// The names of the platforms, and the platform that an id belongs to. The API names the platform of a market, but not of
// the two markets of a match.
import type { Platform } from '../clients/typescript/src/client.ts'
import { platforms } from './generated/platforms.ts'

export const platformNames: readonly Platform[] = platforms.map(({ name }) => name)

const nameByPrefix: ReadonlyMap<string, Platform> = new Map(
  platforms.map(({ name, idPrefix }) => [idPrefix, name]),
)

/** Returns the platform of a market or an event, or null if the prefix of the id is unknown. */
export function platformOfId(id: string): Platform | null {
  return nameByPrefix.get(id.slice(0, Math.max(0, id.indexOf('_')))) ?? null
}
