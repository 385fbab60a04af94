// Unified ids of markets and events: `<prefix>_<native id>`. All ids are created and parsed here.
import type { PlatformIdentity, StatedVolume } from './registration.ts'
import { registry } from './registry.ts'

export type PlatformName = (typeof registry)[number]['identity']['name']

export interface ParsedId {
  readonly platform: PlatformName
  readonly nativeId: string
}

/**
 * Throws if an identity is malformed, if two platforms share a name or a prefix, or if one prefix begins
 * with another. In the last case, a search for the ids of one platform by their beginning would also find
 * ids of the other.
 */
export function checkIdentities(all: readonly PlatformIdentity[]): void {
  const names = new Set<string>()
  const prefixes = new Set<string>()
  for (const { name, idPrefix } of all) {
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      throw new Error(`platform name ${name}: must be snake_case`)
    if (!/^[a-z][a-z0-9]*$/.test(idPrefix))
      throw new Error(`${name}: id prefix ${idPrefix}: must be lower-case letters and digits`)
    if (names.has(name)) throw new Error(`two platforms have the name ${name}`)
    if (prefixes.has(idPrefix)) throw new Error(`two platforms have the id prefix ${idPrefix}`)
    for (const other of prefixes)
      if (other.startsWith(idPrefix) || idPrefix.startsWith(other))
        throw new Error(
          `${name}: id prefix ${idPrefix}: must not begin like the id prefix ${other}`,
        )
    names.add(name)
    prefixes.add(idPrefix)
  }
}

const identities: readonly (PlatformIdentity & { readonly name: PlatformName })[] = registry.map(
  ({ identity }) => identity,
)
checkIdentities(identities)

const prefixes: ReadonlyMap<string, string> = new Map(identities.map((i) => [i.name, i.idPrefix]))
const names: ReadonlyMap<string, PlatformName> = new Map(
  identities.map((i) => [i.idPrefix, i.name]),
)

export const platformNames: readonly [PlatformName, ...PlatformName[]] = [
  registry[0].identity.name,
  ...registry.slice(1).map(({ identity }) => identity.name),
]

export function isPlatformName(value: string): value is PlatformName {
  return prefixes.has(value)
}

/** The platforms whose markets the matcher compares. */
export const matchedPlatforms: readonly PlatformName[] = identities
  .filter(({ matcherReader }) => matcherReader !== undefined)
  .map(({ name }) => name)

/** Returns whether the ids of the platform's trades begin with the transaction hash. */
export function hasTransactionIds(platform: string): boolean {
  return identityOf(platform)?.hasTransactionIds ?? false
}

/** Returns what the volumes of the platform's markets count, or null if they cannot be compared with trades. */
export function statedVolumeOf(platform: string): StatedVolume | null {
  return identityOf(platform)?.statedVolume ?? null
}

export function identityOf(platform: string): PlatformIdentity | undefined {
  return identities.find(({ name }) => name === platform)
}

/** Returns the unified id of a market or an event. Throws if the platform is unknown. */
export function toId(platform: string, nativeId: string): string {
  const prefix = prefixes.get(platform)
  if (prefix === undefined) throw new Error(`unknown platform: ${platform}`)
  return `${prefix}_${nativeId}`
}

/**
 * Returns the platform and the native id of a unified id; null if the prefix is unknown or nothing
 * follows it.
 */
export function parseId(id: string): ParsedId | null {
  const end = id.indexOf('_')
  const platform = names.get(id.slice(0, Math.max(end, 0)))
  return platform === undefined || end === id.length - 1
    ? null
    : { platform, nativeId: id.slice(end + 1) }
}

/** Returns the platform of a unified id. Throws if the prefix is unknown. */
export function platformOf(id: string): PlatformName {
  const parsed = parseId(id)
  if (parsed === null) throw new Error(`no platform has the id ${id}`)
  return parsed.platform
}
