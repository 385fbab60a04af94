// Reads which platforms are recorded, and their base URLs.
import type { Config } from '../config.ts'
import { isPlatformName, platformNames } from '../platforms/identity.ts'
import type { PlatformModule, PlatformUrls } from '../platforms/module.ts'
import type { Readers } from './readers.ts'

export function readPlatformUrls(
  platforms: readonly PlatformModule[],
  upstream: 'simulator' | 'live',
  { readVariable, readUrl }: Readers,
  problems: string[],
): Config['platforms'] {
  const platformList = (readVariable('PLATFORMS') ?? platformNames.join(','))
    .split(',')
    .map((p) => p.trim())
  for (const p of platformList)
    if (!isPlatformName(p))
      problems.push(`PLATFORMS names ${p}: known are ${platformNames.join(', ')}`)
  const simulatorUrl = readUrl('SIMULATOR_URL')
  const simulatorBase = upstream === 'simulator' && simulatorUrl !== undefined ? simulatorUrl : null
  const urlsOf = ({ endpoints }: PlatformModule): PlatformUrls | 'simulator' => {
    const configured = Object.entries(endpoints).map(
      ([host, { variable, publicUrl, simulatorPath }]) =>
        [
          host,
          readUrl(variable) ?? (simulatorBase === null ? undefined : simulatorBase + simulatorPath),
          publicUrl,
        ] as const,
    )
    return upstream === 'simulator' && configured.every(([, value]) => value === undefined)
      ? 'simulator'
      : Object.fromEntries(configured.map(([host, value, publicUrl]) => [host, value ?? publicUrl]))
  }
  // computed for all platforms, so that the variables of platforms that PLATFORMS does not name are checked
  // too
  const urls = platforms.map((platform) => [platform.name, urlsOf(platform)] as const)
  return Object.fromEntries(urls.filter(([name]) => platformList.includes(name)))
}
